/// Parses the usual case of the canonical form: a known name, declared fields, single spaces, plain text.
///
///     timer.start id=t1 label="a b"
///
/// It reads eight bytes at a time and allocates nothing. `CanonicalParser` reads all other cases and defines the form.
struct FastCanonicalParser: Sendable {
  private var names: [Name] = []
  /// The bytes of long names between the first and the last eight bytes, in words of eight.
  private var words: [UInt64] = []
  /// A hash table with open addressing: indexes of `names`, or -1 if a slot is free. Its size is a power of two.
  private var slots: [Int32]
  /// A hash table of the fields whose names have fewer than 16 bytes.
  private var keys: [Key]
  /// The names of all fields.
  private let fieldNames: WordTable
  private let fieldCount: Int
  /// Whether an event declares a field: one row of `fieldCount` values for each event.
  private let declared: [Bool]

  /// An event's name, by its first and last eight bytes. Both are the whole name if it is shorter.
  fileprivate struct Name {
    var first: UInt64
    var last: UInt64
    var length: Int
    var id: EventID
    /// The words between them, as a range of `words`.
    var words: Range<Int>
    /// The field that most lines with this name have first, and its key.
    var field: Int
    var key: ShortKey
  }

  /// A field's name of at most 15 bytes: the first eight bytes, and the rest.
  private struct Key {
    var text: UInt64 = 0
    var more: UInt64 = 0
    var field = 0
  }

  /// Creates a parser for these events and fields.
  init(_ events: [(name: String, id: EventID)], fieldNames: [String], declared: [Bool]) {
    slots = Array(repeating: -1, count: Self.size(for: events.count))
    keys = Array(repeating: Key(), count: Self.size(for: fieldNames.count))
    self.fieldNames = WordTable(fieldNames)
    fieldCount = fieldNames.count
    self.declared = declared
    let shortKeys = fieldNames.map { ShortKey($0) }
    let idField = fieldNames.firstIndex(of: "id")
    for (name, id) in events { insert(name, id, shortKeys, idField) }
    for (number, name) in fieldNames.enumerated() { insert(key: name, number) }
  }

  /// Whether an event declares a field, by its number.
  @inline(__always)
  func declares(_ field: Int, of event: EventID) -> Bool { declared[event.index &* fieldCount &+ field] }

  private static func size(for count: Int) -> Int {
    var size = 16
    while size < count * 4 { size *= 2 }
    return size
  }

  private mutating func insert(_ name: String, _ id: EventID, _ shortKeys: [ShortKey], _ idField: Int?) {
    let length = name.utf8.count
    // Padding, because each word is read as eight bytes.
    var text: [UInt8] = []
    text.reserveCapacity(length + 8)
    text += name.utf8
    text += repeatElement(0, count: 8)
    let line = text.span
    let start = words.count
    var index = 8
    while index + 8 < length {
      words.append(line.word(at: index))
      index += 8
    }
    let (first, last) = Self.ends(line, 0..<length, line.word(at: 0))
    let field = usualField(of: id, shortKeys, idField)
    var slot = Self.slot(first, last, slots.count)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: names.count)
    names.append(
      Name(
        first: first, last: last, length: length, id: id, words: start..<words.count, field: field,
        key: field < 0 ? ShortKey() : shortKeys[field]))
  }

  /// The name of a field and its equals sign, if both fit into a word.
  fileprivate struct ShortKey {
    var text: UInt64 = 1
    var mask: UInt64 = 0
    var length = 0

    /// Creates a key that no text matches.
    init() {}

    init(_ name: String) {
      guard name.utf8.count < 8, CanonicalParser.isKey(name.utf8) else { return }
      length = name.utf8.count + 1
      text = name.utf8.reversed().reduce(UInt64(UInt8(ascii: "="))) { $0 << 8 | UInt64($1) }
      mask = ~0 >> UInt64(56 - name.utf8.count * 8)
    }
  }

  /// Returns the field that lines of an event probably have first: `id`, or else the first declared field with a short name.
  /// Returns -1 if the event declares neither.
  private func usualField(of id: EventID, _ keys: [ShortKey], _ idField: Int?) -> Int {
    let start = id.index * fieldCount
    if let idField, declared[start + idField] { return idField }
    for field in 0..<fieldCount where declared[start + field] && keys[field].mask != 0 { return field }
    return -1
  }

  /// Returns the first and the last eight bytes of a name. `word` is the word at its start.
  @inline(__always)
  private static func ends(_ line: Span<UInt8>, _ range: Range<Int>, _ word: UInt64) -> (UInt64, UInt64) {
    guard range.count < 8 else { return (word, line.word(at: range.upperBound &- 8)) }
    let all = word.first(range.count)
    return (all, all)
  }

  private mutating func insert(key name: String, _ number: Int) {
    guard name.utf8.count < 16, CanonicalParser.isKey(name.utf8) else { return }
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in name.utf8.enumerated() {
      if index < 8 {
        words.0 |= UInt64(byte) << UInt64(index * 8)
      } else {
        words.1 |= UInt64(byte) << UInt64((index - 8) * 8)
      }
    }
    var slot = Self.slot(words.0, words.1, keys.count)
    while keys[slot].text != 0 { slot = (slot + 1) & (keys.count - 1) }
    keys[slot] = Key(text: words.0, more: words.1, field: number)
  }

  @inline(__always)
  private static func slot(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    let hash = (first ^ (last &* 0xC2B2_AE3D_27D4_EB4F)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 40) & (count &- 1)
  }

  /// Parses a message and sets the id, name and fields of `event`. Returns the end of the parsed text, and whether the event
  /// declares all of its fields. Returns nil if the message does not have this form; the id, name and fields are then undefined.
  ///
  /// The end is the first byte that is not plain text. The caller has to check that the message ends there.
  @inline(__always)
  func read(
    _ text: Span<UInt8>, from start: Int, _ event: inout Event
  ) -> (end: Int, isDeclared: Bool)? {
    guard let (number, end) = name(text, start) else { return nil }
    event.id = names[number].id
    event.name = start..<end
    return readFields(text, from: end, names[number], &event.fields)
  }

  /// Returns the number and the end of the known name at an index; nil if the word there is not a known name.
  @inline(__always)
  private func name(_ text: Span<UInt8>, _ start: Int) -> (number: Int, end: Int)? {
    var index = start
    let word = text.word(at: start)
    // Names do not contain bytes below `#`, and one of these (space, control character, quote) follows each name.
    var ends = word.marks(below: UInt8(ascii: "#"))
    while ends == 0 {
      index &+= 8
      ends = text.word(at: index).marks(below: UInt8(ascii: "#"))
    }
    let end = index &+ ends.firstMark
    let (first, last) = Self.ends(text, start..<end, word)
    var slot = Self.slot(first, last, slots.count)
    while true {
      let number = Int(slots[slot])
      guard number >= 0 else { return nil }
      if names[number].first == first, names[number].last == last, names[number].length == end &- start,
        hasWords(names[number].words, text, start &+ 8)
      {
        return (number, end)
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  @inline(__always)
  private func hasWords(_ range: Range<Int>, _ line: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    for place in range {
      guard words[place] == line.word(at: index) else { return false }
      index &+= 8
    }
    return true
  }

  /// Reads the fields after a name. Returns the same as `read`.
  @inline(__always)
  private func readFields(
    _ text: Span<UInt8>, from start: Int, _ name: Name, _ fields: inout [Event.Field]
  ) -> (end: Int, isDeclared: Bool)? {
    var index = start
    var count = 0
    var areDeclared = true
    while text.byte(at: index) == UInt8(ascii: " ") {
      let word = text.word(at: index &+ 1)
      var (field, first) = (name.field, index &+ 1 &+ name.key.length)
      if word & name.key.mask != name.key.text {
        guard let key = key(text, index &+ 1, word) else { return nil }
        (field, first) = key
        if !declares(field, of: name.id) { areDeclared = false }
      }
      let value: Range<Int>
      if text.byte(at: first) == UInt8(ascii: "\"") {
        value = first &+ 1..<endOfText(text, first &+ 1, isQuoted: true)
        guard text.byte(at: value.upperBound) == UInt8(ascii: "\"") else { return nil }
        index = value.upperBound &+ 1
      } else {
        value = first..<endOfText(text, first, isQuoted: false)
        index = value.upperBound
      }
      if count < fields.count {
        fields[count].become(Int32(truncatingIfNeeded: field), PackedRange(value))
      } else {
        fields.append(Event.Field(name: .known(field), value: value))
      }
      count &+= 1
    }
    while fields.count > count { fields.removeLast() }
    return (index, areDeclared)
  }

  /// Returns the number of the field whose name is at an index, and the start of its value; nil if there is no such field. `word`
  /// is the word at the index.
  @inline(__always)
  private func key(_ line: Span<UInt8>, _ start: Int, _ word: UInt64) -> (field: Int, end: Int)? {
    let signs = word.marks(of: UInt8(ascii: "="))
    guard signs != 0 else { return longerKey(line, start, word) }
    let length = signs.firstMark
    return field(word.first(length), 0).map { ($0, start &+ length &+ 1) }
  }

  /// Returns the field whose name is in two words of eight bytes; nil if there is none. The second word of a short name is 0.
  @inline(__always)
  private func field(_ text: UInt64, _ more: UInt64) -> Int? {
    var slot = Self.slot(text, more, keys.count)
    while keys[slot].text != text || keys[slot].more != more {
      guard keys[slot].text != 0 else { return nil }
      slot = (slot &+ 1) & (keys.count &- 1)
    }
    return text == 0 ? nil : keys[slot].field
  }

  /// Returns the same as `key` for a name of eight or more bytes.
  @inline(never)
  private func longerKey(_ line: Span<UInt8>, _ start: Int, _ first: UInt64) -> (field: Int, end: Int)? {
    let word = line.word(at: start &+ 8)
    let signs = word.marks(of: UInt8(ascii: "="))
    guard signs != 0 else { return longKey(line, start) }
    let length = signs.firstMark
    return field(first, word.first(length)).map { ($0, start &+ 9 &+ length) }
  }

  private func longKey(_ line: Span<UInt8>, _ start: Int) -> (field: Int, end: Int)? {
    var end = start
    while end < line.count, CanonicalParser.isInKey(line[end]) { end += 1 }
    guard end > start, end < line.count, line[end] == UInt8(ascii: "="), !line[start].isDigit,
      let field = fieldNames.number(of: start..<end, in: line)
    else { return nil }
    return (field, end + 1)
  }

  /// Returns the end of a value's plain text: the first space or quote, or another byte that needs a closer look.
  @inline(__always)
  private func endOfText(_ text: Span<UInt8>, _ start: Int, isQuoted: Bool) -> Int {
    var index = start
    while true {
      let word = text.word(at: index)
      var marks = word.marksAboveASCII | word.marks(of: UInt8(ascii: "^")) | word.marks(of: UInt8(ascii: ":"))
      if isQuoted {
        marks |= word.marks(below: UInt8(ascii: " ")) | word.marks(of: UInt8(ascii: "\""))
        marks |= word.marks(of: UInt8(ascii: "\\"))
      } else {
        marks |= word.marks(below: UInt8(ascii: "#"))
      }
      guard marks != 0 else {
        index &+= 8
        continue
      }
      index &+= marks.firstMark
      switch text.byte(at: index) {
      case UInt8(ascii: "!"): index &+= 1
      // A time of day may be the start of another record.
      case UInt8(ascii: ":") where text.byte(at: index &+ 3) != UInt8(ascii: ":"): index &+= 1
      default: return index
      }
    }
  }
}

extension FastCanonicalParser: StoredTable {
  init(from reader: inout TableReader) {
    names = reader.read(Name.init)
    words = reader.read { $0.word() }
    slots = reader.read { Int32(truncatingIfNeeded: $0.number()) }
    keys = reader.read { Key(text: $0.word(), more: $0.word(), field: $0.number()) }
    fieldNames = reader.read()
    fieldCount = reader.number()
    declared = reader.read().map { $0 != 0 }
  }

  func write(to writer: inout TableWriter) {
    writer.write(names) { $0.write(to: &$1) }
    writer.write(words) { $1.write($0) }
    writer.write(slots) { $1.write(Int($0)) }
    writer.write(keys) { key, writer in
      writer.write(key.text)
      writer.write(key.more)
      writer.write(key.field)
    }
    writer.write(fieldNames)
    writer.write(fieldCount)
    writer.write(declared.map { $0 ? 1 : 0 })
  }
}

extension FastCanonicalParser.Name {
  fileprivate init(from reader: inout TableReader) {
    (first, last, length) = (reader.word(), reader.word(), reader.number())
    id = EventID(stored: reader.number())
    (words, field) = (reader.range(), reader.number())
    key = .init(from: &reader)
  }

  fileprivate func write(to writer: inout TableWriter) {
    writer.write(first)
    writer.write(last)
    writer.write(length)
    writer.write(Int(id.rawValue))
    writer.write(words)
    writer.write(field)
    key.write(to: &writer)
  }
}

extension FastCanonicalParser.ShortKey {
  fileprivate init(from reader: inout TableReader) {
    (text, mask, length) = (reader.word(), reader.word(), reader.number())
  }

  fileprivate func write(to writer: inout TableWriter) {
    writer.write(text)
    writer.write(mask)
    writer.write(length)
  }
}
