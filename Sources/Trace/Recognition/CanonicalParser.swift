/// Parses events in canonical form: the whole message is `dotted.event key=value key="a b"`.
struct CanonicalParser {
  /// The names of the known events. The number of a name is its index in `ids`.
  private let names: WordTable
  private let ids: [EventID]
  /// The first parts of known names: `timer` of `timer.start`.
  private let families: WordTable
  private let fieldNames: WordTable

  /// The result of parsing a message.
  enum Reading {
    /// An event, and the range of its name. Its fields were appended to the list of fields.
    case event(EventID, name: Range<Int>)
    /// A known name followed by prose.
    case mention
    /// A known name with malformed fields, and the index of the error.
    case unreadable(at: Int, UnreadableReason)
    /// Something else.
    case other
  }

  /// Creates a parser for the names of a vocabulary.
  init(_ vocabulary: Vocabulary, fieldNames: [String]) {
    // An event may be declared with the name of another event's return. The name then means the declared event.
    ids = vocabulary.ids.filter { !$0.isEnd || vocabulary.id(of: vocabulary.name(of: $0)) == $0 }
    names = WordTable(ids.map(vocabulary.name(of:)))
    families = WordTable(vocabulary.events.indices.map { vocabulary.events[$0].family })
    self.fieldNames = WordTable(fieldNames)
  }

  /// The known events whose names are valid dotted names.
  var events: [(name: String, id: EventID)] {
    ids.indices.lazy.map { (names[$0], ids[$0]) }.filter { name, _ in
      let name = Array(name.utf8)
      return Self.endOfName(name.span, name.indices) == name.count
    }
  }

  /// Whether a message begins with a name and a dot, as in `timer.start`.
  @inline(__always)
  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    var index = message.lowerBound
    guard index < message.upperBound, line[index].isLower else { return false }
    // Most messages begin with a word that is followed by a space before any dot.
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

  /// Whether eight bytes contain a space before any dot. This rejects most words without a loop, whose exit the processor could
  /// not predict.
  @inline(__always)
  static func isWord(_ text: UInt64) -> Bool {
    text.marks(of: UInt8(ascii: " ")).trailingZeroBitCount
      < text.marks(of: UInt8(ascii: ".")).trailingZeroBitCount
  }

  /// Returns the end of the dotted name at the start of a message; nil if there is none. A dotted name has two or more parts, and
  /// is followed by a space or the end of the message.
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
        guard byte.isSpace else { return nil }
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

  /// Parses a message and appends its fields to `fields`.
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
      // Bundle identifiers and file names look like dotted names without fields.
      let family = name.lowerBound..<(line.index(of: UInt8(ascii: "."), in: name) ?? name.upperBound)
      guard families.number(of: family, in: line) != nil else { return .other }
    }
    return .event(.unknown, name: name)
  }

  /// Returns the number of a field's name; nil if the vocabulary does not have this field.
  func fieldNumber(_ name: Range<Int>, in line: Span<UInt8>) -> Int? { fieldNames.number(of: name, in: line) }

  /// Whether a text is the dotted name of a known event.
  func isName(_ range: Range<Int>, in line: Span<UInt8>) -> Bool { names.number(of: range, in: line) != nil }

  /// Reads the logfmt fields of a range (`key=value`) and appends them to `fields`. Returns the first error; nil if there is
  /// none.
  private func readFields(
    _ line: Span<UInt8>, _ range: Range<Int>, _ fields: inout [Event.Field]
  ) -> (index: Int, reason: UnreadableReason)? {
    let end = range.upperBound
    var index = line.skippingSpaces(range.lowerBound, before: end)
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
        guard index == end || line[index].isSpace else { return (index, .afterQuote) }
      } else {
        let first = index
        while index < end, !line[index].isSpace {
          guard line[index] != UInt8(ascii: "\"") else { return (index, .strayQuote) }
          index += 1
        }
        value = first..<index
      }
      let name = fieldNames.number(of: key, in: line).map(Event.FieldName.known) ?? .other(key)
      fields.append(Event.Field(name: name, value: value, isEscaped: isEscaped))
      index = line.skippingSpaces(index, before: end)
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

extension CanonicalParser: StoredTable {
  init(from reader: inout TableReader) {
    names = reader.read()
    ids = reader.read { EventID(stored: $0.number()) }
    families = reader.read()
    fieldNames = reader.read()
  }

  func write(to writer: inout TableWriter) {
    writer.write(names)
    writer.write(ids) { $1.write(Int($0.rawValue)) }
    writer.write(families)
    writer.write(fieldNames)
  }
}
