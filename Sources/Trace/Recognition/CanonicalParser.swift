/// Parses events in canonical form: `dotted.event key=value key="a b"`, and nothing else in the message.
struct CanonicalParser {
  /// Every known dotted name, numbered like `ids`.
  private let names: WordTable
  private let ids: [EventID]
  /// First parts of known names: `timer` of `timer.start`.
  private let families: WordTable
  private let fieldNames: WordTable

  /// What a message is, taken as one of this form.
  enum Reading {
    /// An event of that name, whose fields are in the list.
    case event(EventID, name: Range<Int>)
    /// A known name in prose.
    case mention
    /// A known name with fields that cannot be read, and where.
    case unreadable(at: Int, UnreadableReason)
    /// Something else.
    case other
  }

  /// The form with the names of a vocabulary.
  init(_ vocabulary: Vocabulary, fieldNames: [String]) {
    // A return may have the name of an event of its own, which then has it.
    ids = vocabulary.ids.filter { !$0.isEnd || vocabulary.id(of: vocabulary.name(of: $0)) == $0 }
    names = WordTable(ids.map(vocabulary.name(of:)))
    families = WordTable(vocabulary.events.indices.map { vocabulary.events[$0].family })
    self.fieldNames = WordTable(fieldNames)
  }

  /// The events that a name stands for, those of a dotted one.
  var events: [(name: String, id: EventID)] {
    ids.indices.lazy.map { (names[$0], ids[$0]) }.filter { name, _ in
      let name = Array(name.utf8)
      return Self.endOfName(name.span, name.indices) == name.count
    }
  }

  /// Whether a message begins with a dotted name, whatever follows.
  @inline(__always)
  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    var index = message.lowerBound
    guard index < message.upperBound, line[index].isLower else { return false }
    // Mostly a word, which a blank ends before any dot.
    var ahead = index
    while ahead &+ 8 <= message.upperBound {
      let text = line.word(at: ahead)
      if isWord(text) { return false }
      guard text.marks(of: UInt8(ascii: ".")) == 0 else { break }
      ahead &+= 8
    }
    while index < message.upperBound, isInName(line[index]) { index += 1 }
    return index < message.upperBound && line[index] == UInt8(ascii: ".")
  }

  /// Whether a blank comes before any dot in eight bytes, by which most words are told from names without a loop, whose
  /// end could not be foretold.
  @inline(__always)
  static func isWord(_ text: UInt64) -> Bool {
    text.marks(of: UInt8(ascii: " ")).trailingZeroBitCount
      < text.marks(of: UInt8(ascii: ".")).trailingZeroBitCount
  }

  /// The end of the dotted name that a message begins with: two parts or more, then a blank or the end.
  @inline(__always)
  static func endOfName(_ line: Span<UInt8>, _ message: Range<Int>) -> Int? {
    var index = message.lowerBound
    guard index < message.upperBound, line[index].isLower else { return nil }
    var parts = 1
    while index < message.upperBound {
      let byte = line[index]
      if byte == UInt8(ascii: ".") {
        parts += 1
        guard isInName(line.byte(at: index + 1)) else { return nil }
      } else if !isInName(byte) {
        guard byte.isBlank else { return nil }
        break
      }
      index += 1
    }
    return parts > 1 ? index : nil
  }

  @inline(__always)
  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
  }

  /// Reads a message; its fields go to the end of `fields`.
  @inline(__always)
  func read(_ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]) -> Reading {
    guard let end = Self.endOfName(line, message) else { return .other }
    return read(line, name: message.lowerBound..<end, message, &fields)
  }

  @inline(never)
  private func read(
    _ line: Span<UInt8>, name: Range<Int>, _ message: Range<Int>, _ fields: inout [Event.Field]
  ) -> Reading {
    let id = names.number(of: name, in: line).map { ids[$0] }
    let problem = readFields(line, name.upperBound..<message.upperBound, &fields)
    if let problem {
      let isProse = fields.isEmpty && problem.reason == .noField
      fields.removeAll(keepingCapacity: true)
      guard id != nil else { return .other }
      return isProse ? .mention : .unreadable(at: problem.index, problem.reason)
    }
    if let id { return .event(id, name: name) }
    if fields.isEmpty {
      // Bundle identifiers and file names look the same.
      let family = name.lowerBound..<(line.index(of: UInt8(ascii: "."), in: name) ?? name.upperBound)
      guard families.number(of: family, in: line) != nil else { return .other }
    }
    return .event(.unknown, name: name)
  }

  /// The number of a field's name; nil where no declaration has it.
  func fieldNumber(_ name: Range<Int>, in line: Span<UInt8>) -> Int? { fieldNames.number(of: name, in: line) }

  /// Whether a text is the dotted name of a known event.
  func isName(_ range: Range<Int>, in line: Span<UInt8>) -> Bool { names.number(of: range, in: line) != nil }

  /// Reads logfmt fields up to the end of the range; nil when that is all there is.
  private func readFields(
    _ line: Span<UInt8>, _ range: Range<Int>, _ fields: inout [Event.Field]
  ) -> (index: Int, reason: UnreadableReason)? {
    let end = range.upperBound
    var index = line.skippingBlanks(range.lowerBound, before: end)
    while index < end {
      let start = index
      while index < end, Self.isInKey(line[index]) { index += 1 }
      guard index < end, line[index] == UInt8(ascii: "=") else {
        let isColon = line.byte(at: index) == UInt8(ascii: ":") && index < end
        let isField = isColon && fieldNames.number(of: start..<index, in: line) != nil
        return isField ? (index, .colon) : (start, .noField)
      }
      let key = start..<index
      guard !key.isEmpty, !line[start].isDigit else { return (start, .noKey) }
      index += 1
      var isEscaped = false
      let value: Range<Int>
      if line.byte(at: index) == UInt8(ascii: "\""), index < end {
        let quote = index
        index += 1
        while index < end, line[index] != UInt8(ascii: "\"") {
          if line[index] == UInt8(ascii: "\\") {
            isEscaped = true
            index += 1
          }
          index += 1
        }
        guard index < end else { return (quote, .openQuote) }
        value = quote + 1..<index
        index += 1
        guard index == end || line[index].isBlank else { return (index, .afterQuote) }
      } else {
        let first = index
        while index < end, !line[index].isBlank {
          guard line[index] != UInt8(ascii: "\"") else { return (index, .strayQuote) }
          index += 1
        }
        value = first..<index
      }
      let name = fieldNames.number(of: key, in: line).map(Event.FieldName.known) ?? .other(key)
      fields.append(Event.Field(name: name, value: value, isEscaped: isEscaped))
      index = line.skippingBlanks(index, before: end)
    }
    return nil
  }

  /// Whether a text can be the name of a field.
  static func isKey(_ name: String.UTF8View) -> Bool {
    name.first.map { !$0.isDigit } == true && name.allSatisfy(isInKey)
  }

  @inline(__always)
  static func isInKey(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }
}
