/// A record of the system's log in JSON that is one line, as `log show --style ndjson` writes it:
///
///     {"traceID":1,"eventMessage":"walked","timestamp":"2026-11-20 10:00:00.100000+0100","processID":42,…}
///
/// It is read in place and in one pass, because a log has millions of such lines. `DocumentReader` reads all other JSON, and
/// lines with escapes in the members that are needed.
struct SystemLogRecord {
  private(set) var message = 0..<0
  private(set) var time = 0..<0
  /// The name of the process, without its folder.
  private(set) var process: Range<Int>?
  private(set) var pid: Int?
  /// The digits of the thread.
  private(set) var thread: Range<Int>?
  /// The roles of the members so far, as bits.
  private var roles: UInt32 = 0

  /// The maximum depth of objects and arrays inside each other. `DocumentReader` reads deeper records.
  private static let deepest = 8

  /// Parses the record in a line; nil if `DocumentReader` has to read it. `keys` are the keys of the record above.
  init?(_ line: Span<UInt8>, _ keys: inout KeyCache) {
    var index = 0
    var number = 0
    repeat {
      guard let (key, start) = keys.key(number, line, index + 1), key.meaning?.role != .mark,
        let end = Self.endOfValue(line, start, depth: 1), add(key, start..<end, line)
      else { return nil }
      index = end
      number += 1
    } while line.byte(at: index) == UInt8(ascii: ",")
    guard index == line.count - 1, line[index] == UInt8(ascii: "}"), !message.isEmpty, !time.isEmpty else {
      return nil
    }
  }

  /// Parses a key. Returns the index of the colon after it; nil if no key begins at the index.
  static func endOfKey(_ line: Span<UInt8>, _ start: Int) -> Int? {
    guard line.byte(at: start) == UInt8(ascii: "\""), let end = endOfString(line, start),
      line.byte(at: end) == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  /// Returns the index after the value that begins at an index; nil if it is not a value, or has spaces between its tokens.
  @inline(__always)
  private static func endOfValue(_ line: Span<UInt8>, _ start: Int, depth: Int) -> Int? {
    switch line.byte(at: start) {
    case UInt8(ascii: "\""): return endOfString(line, start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(line, start, depth: depth)
    default:
      var end = start
      var others = line.word(at: end).nonDigitMarks
      while others == 0 {
        end &+= 8
        others = line.word(at: end).nonDigitMarks
      }
      end &+= others.firstMark
      while end < line.count, line[end].isInJSONWord { end += 1 }
      return end == start ? nil : end
    }
  }

  /// Returns the index after the closing quote of the string that begins at an index; nil if it is not closed.
  @inline(__always)
  private static func endOfString(_ line: Span<UInt8>, _ start: Int) -> Int? {
    guard let end = line.index(of: UInt8(ascii: "\""), in: start + 1..<line.count) else { return nil }
    return line[end - 1] == UInt8(ascii: "\\") ? endOfEscapedString(line, start) : end + 1
  }

  @inline(never)
  private static func endOfEscapedString(_ line: Span<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < line.count, line[index] != UInt8(ascii: "\"") {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < line.count ? index + 1 : nil
  }

  /// Returns the index after the object or array that begins at an index; nil under the conditions of `endOfValue`, or if it is
  /// nested too deeply.
  @inline(never)
  private static func endOfContainer(_ line: Span<UInt8>, _ start: Int, depth: Int) -> Int? {
    let isObject = line[start] == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard depth < deepest else { return nil }
    if line.byte(at: start + 1) == close { return start + 2 }
    var index = start
    repeat {
      index += 1
      if isObject {
        guard let colon = endOfKey(line, index) else { return nil }
        index = colon + 1
      }
      guard let end = endOfValue(line, index, depth: depth + 1) else { return nil }
      index = end
    } while line.byte(at: index) == UInt8(ascii: ",")
    return line.byte(at: index) == close ? index + 1 : nil
  }

  /// Adds a member. Returns false if `DocumentReader` has to read the line.
  @inline(__always)
  private mutating func add(_ key: KeyCache.Key, _ value: Range<Int>, _ line: Span<UInt8>) -> Bool {
    guard let meaning = key.meaning else {
      return !key.isTransparent || line[value.lowerBound] != UInt8(ascii: "{")
    }
    return add(meaning, isMark: key.isMark, value, line)
  }

  @inline(never)
  private mutating func add(
    _ meaning: JSONKeys.Meaning, isMark: Bool, _ value: Range<Int>, _ line: Span<UInt8>
  ) -> Bool {
    let first = line[value.lowerBound]
    let isString = first == UInt8(ascii: "\"")
    let text = isString ? value.lowerBound + 1..<value.upperBound - 1 : value
    let isEscaped = isString && line.index(of: UInt8(ascii: "\\"), in: text) != nil
    switch meaning.role {
    // These roles have no meaning in the system's log.
    case .event, .ambiguousEventName, .function: return first != UInt8(ascii: "{")
    case .message:
      guard isMark, isString, !isEscaped, !text.isEmpty, line[text.lowerBound] != UInt8(ascii: "{") else {
        return false
      }
      message = text
    case .time:
      guard !isMark, isString, !isEscaped, !text.isEmpty else { return false }
      time = text
    case .process:
      let name = line.lastComponent(text)
      guard isString, meaning.rank != JSONKeys.rankOfPath, !name.isEmpty,
        !isEscaped || line.index(of: UInt8(ascii: "\\"), in: name) == nil
      else { return false }
      process = name
    case .pid:
      guard !isString, text.count < 12,
        line.skippingDigits(text.lowerBound, before: text.upperBound) == text.upperBound
      else { return false }
      pid = line.number(text)
    case .thread:
      guard first.isDigit else { return false }
      thread = text
    case .kind:
      guard line.isText("logEvent", text) || line.isText("activityCreateEvent", text) else { return false }
    // `DocumentReader` reads signposts and other documents.
    case .phase, .mark: return false
    }
    // If several members have the same role, `DocumentReader` chooses one by its rank.
    let bit: UInt32 = 1 << UInt32(meaning.role.rawValue)
    guard roles & bit == 0 else { return false }
    roles |= bit
    return true
  }
}

extension Span<UInt8> {
  /// Whether a range is equal to a text.
  fileprivate func isText(_ text: StaticString, _ range: Range<Int>) -> Bool {
    range.count == text.utf8CodeUnitCount && has(text, at: range.lowerBound, before: range.upperBound)
  }
}
