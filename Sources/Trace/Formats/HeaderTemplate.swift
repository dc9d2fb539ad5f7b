/// A template for the header of a project's own logger: `{time} | {process}({pid}) [{thread}] {message}`.
///
/// Text matches itself, and a space matches one or more. A hole (`{process}`) matches the shortest text after which the rest
/// can match. A line is matched in one pass, from left to right.
public struct HeaderTemplate: Sendable, Equatable {
  /// The names of holes. `any` skips text, and is the only one that may occur more than once.
  public static let holes = ["time", "process", "pid", "thread", "level", "category", "any", "message"]

  /// A part of a header.
  enum Part: Sendable, Equatable {
    case text([UInt8])
    case time
    case process
    case pid
    case thread
    /// Text that events do not need.
    case other(String)

    /// A description of the expected text, for a message to the user.
    var expectation: String {
      switch self {
      case .text(let bytes): "expected `\(String(decoding: bytes, as: UTF8.self))`"
      case .time: "expected a time"
      case .process: "expected a process's name"
      case .pid: "expected a process's number"
      case .thread: "expected a thread"
      case .other(let name): "expected the end of `{\(name)}`"
      }
    }
  }

  /// The parts before the message.
  let parts: [Part]

  /// Parses a template. Throws an error at the first mistake in it.
  public init(_ text: String) throws(PlaceholderText.Malformed) {
    var parts: [Part] = []
    var known: Set<String> = []
    var hasMessage = false
    var wasHole = false
    for piece in try PlaceholderText(text).pieces {
      switch piece {
      case .text(let literal):
        if hasMessage { throw .init(message: "a header ends in `{message}`", range: 0..<text.utf8.count) }
        parts.append(.text(Array(literal.utf8)))
        wasHole = false
      case .hole(let name, let range):
        if hasMessage { throw .init(message: "a header ends in `{message}`", range: range) }
        if wasHole { throw .init(message: "expected text between two holes", range: range) }
        guard name == "any" || known.insert(name).inserted else {
          throw .init(message: "`{\(name)}` occurs twice in a header", range: range)
        }
        wasHole = true
        switch name {
        case "time": parts.append(.time)
        case "process": parts.append(.process)
        case "pid": parts.append(.pid)
        case "thread": parts.append(.thread)
        case "message": hasMessage = true
        case "level", "category", "any": parts.append(.other(name))
        default: throw .init(message: "unknown part `{\(name)}` of a header", range: range)
        }
      }
    }
    let whole = 0..<text.utf8.count
    guard hasMessage else { throw .init(message: "a header ends in `{message}`", range: whole) }
    guard !parts.isEmpty else {
      throw .init(message: "the header has nothing before the message", range: whole)
    }
    self.parts = parts
  }

  /// The result of matching a line.
  enum Reading {
    case header(Header)
    /// The line does not match the part at this byte.
    case misfit(at: Int, Part)
  }

  /// Reads the header of a line. `isDayFirst` is whether dates with slashes begin with the day. A date that must begin with the
  /// day sets it.
  func read(_ line: Span<UInt8>, isDayFirst: inout Bool) -> Reading {
    var header = Header(bare: line)
    header.format = .custom
    let end = header.message.upperBound
    var index = 0
    for (number, part) in parts.enumerated() {
      guard let next = self.end(of: part, number, line, index, before: end, &isDayFirst) else {
        return .misfit(at: index, part)
      }
      switch part {
      case .text, .other: break
      case .time: header.time = TimeField(ofAnyShape: line, at: index, before: end, isDayFirst: &isDayFirst)
      case .process: header.process = Self.name(line, index..<next)
      case .pid: header.pid = line.number(index..<next)
      case .thread: header.thread = index..<next
      }
      index = next
    }
    header.message = line.skippingSpaces(index, before: end)..<end
    return .header(header)
  }

  /// Returns the end of a part that begins at an index; nil if it does not match there.
  private func end(
    of part: Part, _ number: Int, _ line: Span<UInt8>, _ start: Int, before end: Int, _ isDayFirst: inout Bool
  ) -> Int? {
    switch part {
    case .text(let text): return Self.end(of: text, line, start, before: end)
    case .time:
      return TimeField(ofAnyShape: line, at: start, before: end, isDayFirst: &isDayFirst)?.text?.upperBound
    case .pid:
      let stop = line.skippingDigits(start, before: min(end, start + 18))
      return stop > start ? stop : nil
    case .process, .thread, .other:
      // Takes at least one character, up to the first index at which the next parts match.
      var index = start + 1
      while index <= end {
        if follows(number + 1, line, index, before: end, &isDayFirst) { return index }
        index += 1
      }
      return nil
    }
  }

  /// Whether the text after a hole is at an index, and is followed by the number or the time that is expected there.
  private func follows(
    _ number: Int, _ line: Span<UInt8>, _ start: Int, before end: Int, _ isDayFirst: inout Bool
  ) -> Bool {
    // There may be no text before the message.
    guard parts.indices.contains(number), case .text(let text) = parts[number] else { return true }
    guard let index = Self.end(of: text, line, start, before: end) else { return false }
    guard parts.indices.contains(number + 1) else { return true }
    switch parts[number + 1] {
    case .pid, .time:
      return self.end(of: parts[number + 1], number + 1, line, index, before: end, &isDayFirst) != nil
    default: return true
    }
  }

  /// Returns the end of a text at an index; nil if it is not there. A space at its end may be missing at the end of the line.
  private static func end(of text: [UInt8], _ line: Span<UInt8>, _ start: Int, before end: Int) -> Int? {
    var index = start
    for byte in text {
      if byte.isSpace {
        guard index >= end || line[index].isSpace || (index > start && line[index - 1].isSpace) else {
          return nil
        }
        index = line.skippingSpaces(index, before: end)
      } else {
        guard index < end, line[index] == byte else { return nil }
        index += 1
      }
    }
    return index
  }

  /// Returns a process's name without its directory and surrounding whitespace; nil if that is empty.
  private static func name(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    let name = Header.lastComponent(line, line.trimmed(range))
    return name.isEmpty ? nil : name
  }
}
