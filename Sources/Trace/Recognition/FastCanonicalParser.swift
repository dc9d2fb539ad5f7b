/// Parses the usual case of the canonical form: a known name, declared fields, single spaces, plain text.
///
///     timer.start id=t1 label="a b"
///
/// It reads eight bytes at a time, and allocates nothing. `CanonicalParser` reads all other cases, and defines the form.
struct FastCanonicalParser: Sendable {
  private var names: [Name] = []
  /// The bytes of long names between their first and their last eight, in words of eight.
  private var words: [UInt64] = []
  /// A power of two of numbers of names, -1 where free; searched on from a name's hash.
  private var slots: [Int32]
  /// The same with the names of fields that are not long.
  private var keys: [Key]
  /// All names of fields.
  private let fieldNames: WordTable
  private let fieldCount: Int
  /// For each event and field whether the event's declaration has the field.
  private let declared: [Bool]

  /// A name by its first and its last eight bytes; of a shorter one both are all of it.
  private struct Name {
    var first: UInt64
    var last: UInt64
    var length: Int
    var id: EventID
    /// What is between them.
    var words: Range<Int>
    /// The field that its lines mostly have, and how they begin with it.
    var field: Int
    var key: ShortKey
  }

  /// The name of a field of fifteen bytes at most: its first eight bytes, and what more it has.
  private struct Key {
    var text: UInt64 = 0
    var more: UInt64 = 0
    var field = 0
  }

  /// The form with these names.
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

  private static func size(for count: Int) -> Int {
    var size = 16
    while size < count * 4 { size *= 2 }
    return size
  }

  private mutating func insert(_ name: String, _ id: EventID, _ shortKeys: [ShortKey], _ idField: Int?) {
    let length = name.utf8.count
    // A word is read from eight bytes or more.
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

  /// A field's name with its equals sign, if that is no more than a word.
  private struct ShortKey {
    var text: UInt64 = 1
    var mask: UInt64 = 0
    var length = 0

    /// That of no field.
    init() {}

    init(_ name: String) {
      guard name.utf8.count < 8, CanonicalParser.isKey(name.utf8) else { return }
      length = name.utf8.count + 1
      text = name.utf8.reversed().reduce(UInt64(UInt8(ascii: "="))) { $0 << 8 | UInt64($1) }
      mask = ~0 >> UInt64(56 - name.utf8.count * 8)
    }
  }

  /// Of the fields that an event declares, and whose names are short, `id` or else the first one; negative for none.
  private func usualField(of id: EventID, _ keys: [ShortKey], _ idField: Int?) -> Int {
    let start = id.index * fieldCount
    if let idField, declared[start + idField] { return idField }
    for field in 0..<fieldCount where declared[start + field] && keys[field].mask != 0 { return field }
    return -1
  }

  /// The first and the last eight bytes of a name that begins with a word.
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

  /// Reads a message from its start on, and gives `event` its id, name and fields. Tells where it ends, if it is of
  /// this form, and whether the event declares its fields; nil where it is not, and these are of no meaning. That the
  /// message does end there has to be looked at: what ends it is the first byte that is no plain text.
  @inline(__always)
  func read(
    _ text: Span<UInt8>, from start: Int, _ event: inout Event
  ) -> (end: Int, isDeclared: Bool)? {
    guard let (number, end) = name(text, start) else { return nil }
    event.id = names[number].id
    event.name = start..<end
    return readFields(text, from: end, names[number], &event.fields)
  }

  /// The name that stands at an index with no more of a word behind it, and where it ends.
  @inline(__always)
  private func name(_ text: Span<UInt8>, _ start: Int) -> (number: Int, end: Int)? {
    var index = start
    let word = text.word(at: start)
    // No name has a blank, a control character or a quote, which is what follows one.
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

  /// Reads the fields behind a name.
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
        if !declared[name.id.index &* fieldCount &+ field] { areDeclared = false }
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

  /// The number of the field whose name stands at an index and begins with a word, and where its value begins.
  @inline(__always)
  private func key(_ line: Span<UInt8>, _ start: Int, _ word: UInt64) -> (field: Int, end: Int)? {
    let signs = word.marks(of: UInt8(ascii: "="))
    guard signs != 0 else { return longerKey(line, start, word) }
    let length = signs.firstMark
    return field(word.first(length), 0).map { ($0, start &+ length &+ 1) }
  }

  /// The field whose name these words are.
  @inline(__always)
  private func field(_ text: UInt64, _ more: UInt64) -> Int? {
    var slot = Self.slot(text, more, keys.count)
    while keys[slot].text != text || keys[slot].more != more {
      guard keys[slot].text != 0 else { return nil }
      slot = (slot &+ 1) & (keys.count &- 1)
    }
    return text == 0 ? nil : keys[slot].field
  }

  /// The same of a name that begins with a word and goes on.
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

  /// The end of a value's text: a blank, a quote, or anything else that is worth a closer look, for the text or for the
  /// line.
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
      // A time of day may begin another record.
      case UInt8(ascii: ":") where text.byte(at: index &+ 3) != UInt8(ascii: ":"): index &+= 1
      default: return index
      }
    }
  }
}
