import BasicContainers
import Trace

/// The compact tier of `OpeningStore`. There may be very many openings, so each is a row of a few bytes. The properties that many
/// rows have in common are stored once, in a prototype with a base line. Of a row's own line, only the differences from the base
/// line are stored. A short key is read from the line again. A class, so that its methods are passed a reference and not the
/// whole value.
final class CompactOpenings {
  private var blocks = UniqueArray<UniqueArray<Row>>()
  private var count = 0
  private var prototypes: RowPrototypes
  private var lines: LineStore
  /// The keys that are not the text of a field.
  private var keys = SparseColumn<Key>(none: .absent)
  /// The openings that are objects: those that were requested as objects, and those that were entered as objects.
  private var objects: [Int32: OpenSpan] = [:]
  /// The duration timers that run for each opening, one bit each.
  private var terms = SparseColumn<UInt64>(none: 0)
  /// The head of the list of free rows, which are linked by `timeOffset`; negative if there are none.
  private var free: Int32 = -1
  /// The clock readings at the newest opening, and whether `counted` stood still before it.
  private var newest = (wall: Int64.min, counted: Int64.min)
  private var isStopped = false

  /// The maximum length of a line, and the logarithm to base 2 of the number of rows in a block.
  private let longest: Int
  private let blockBits: Int

  /// Creates an empty store.
  init(_ limits: Limits) {
    (longest, blockBits) = (limits.compactLine, limits.compactBlockBits)
    prototypes = RowPrototypes(limits)
    lines = LineStore(limits)
  }

  /// The properties of an opening that are not in its prototype.
  private struct Row {
    var order = 0
    /// The session's clock, in nanoseconds.
    var wall: Int64 = 0
    /// The time of the line minus `wall` and the prototype's lead, in nanoseconds. For a free row, the next free row.
    var timeOffset: Int32 = 0
    /// The 1-based number of the line.
    var line: UInt32 = 0
    /// The place of the line in the line store, and the number of pieces allocated for it.
    var place: UInt32 = 0
    var pieces: UInt8 = 0
    /// The index of the field that is the key in the lower three bits, and a bit for an opening that is an object.
    private var traits = noField
    var prototype = RowPrototypes.none

    private static let noField: UInt8 = 7
    private static let object: UInt8 = 8

    /// The index of the field whose text is the key; nil if there is none.
    var keyField: Int? {
      get { traits & 7 == Self.noField ? nil : Int(traits & 7) }
      set { traits = traits & Self.object | (newValue.map { UInt8($0) } ?? Self.noField) }
    }

    var isObject: Bool {
      get { traits & Self.object != 0 }
      set { traits = newValue ? traits | Self.object : traits & ~Self.object }
    }
  }

  /// Stores an event that opens a span under a key. Returns the place of its row; nil if the line is too long, if a value has
  /// escapes, or if there are too many prototypes.
  @inline(never)
  func write(
    _ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances, under key: Key,
    at moment: Moment
  ) -> Int32? {
    guard line.count <= longest, event.record.line <= UInt32.max else { return nil }
    var row = Row()
    (row.order, row.wall, row.line) = (moment.order, moment.wall, UInt32(event.record.line))
    if let time = circumstances.time { row.timeOffset = RowPrototype.timeOffset(of: time, moment) }
    note(moment)
    var (numbers, fields) = (SIMD4<Int32>(repeating: -1), LineStore.Fields())
    for place in event.fields.indices where event.fields[place].number >= 0 {
      if event.fields[place].isEscaped { return nil }
      let range = event.fields[place].range
      if Key(short: range, of: line, Key.seed) == key { row.keyField = fields.count }
      numbers[fields.count] = event.fields[place].number
      fields.add(range)
    }
    let prototype = RowPrototype(event.record, numbers, circumstances, moment, isStopped: isStopped)
    guard let number = prototypes.enter(prototype, line) else { return nil }
    row.prototype = number
    let record = prototypes.baseLine(number) { LineStore.Record(line, fields, like: $0) }
    let room = lines.allocate(pieces: record.count)
    (row.place, row.pieces) = (room.place, UInt8(room.pieces))
    let place = allocate()
    self[place] = row
    if row.keyField == nil { keys[place] = key }
    lines.write(record, line, at: row.place)
    return place
  }

  private func note(_ moment: Moment) {
    if moment.wall != newest.wall { isStopped = moment.counted == newest.counted }
    newest = (moment.wall, moment.counted)
  }

  /// Adds a row for an opening that is an object. Returns its place.
  func enter(_ opening: OpenSpan) -> Int32 {
    let place = allocate()
    var row = Row()
    row.order = opening.order
    row.isObject = true
    self[place] = row
    objects[place] = opening
    return place
  }

  private func allocate() -> Int32 {
    if free < 0 { return add() }
    let place = free
    free = self[place].timeOffset
    return place
  }

  private func add() -> Int32 {
    if count & (1 &<< blockBits - 1) == 0 {
      blocks.append(UniqueArray(minimumCapacity: 1 &<< blockBits))
    }
    blocks[blocks.count - 1].append(Row())
    count += 1
    return Int32(count - 1)
  }

  /// Removes a row. Returns its object, if it has one.
  @inline(never)
  func release(_ place: Int32) -> OpenSpan? {
    let row = self[place]
    if row.prototype != RowPrototypes.none {
      prototypes.leave(row.prototype)
      lines.recycle(row.place, pieces: Int(row.pieces))
    }
    // No opening has this order. A stale reference to the row, which contains the order, therefore matches nothing.
    (self[place].timeOffset, self[place].order) = (free, -1)
    free = place
    terms.remove(place)
    return row.isObject ? objects.removeValue(forKey: place) : nil
  }

  private subscript(_ place: Int32) -> Row {
    get { blocks[Int(place) &>> blockBits][Int(place) & (1 &<< blockBits - 1)] }
    set { blocks[Int(place) &>> blockBits][Int(place) & (1 &<< blockBits - 1)] = newValue }
  }

  /// The key under which an opening is open.
  @inline(never)
  func slot(of place: Int32) -> Key {
    if let object = object(place) { return object.slot }
    let row = self[place]
    guard let field = row.keyField else { return keys[place] }
    return read(row) { Key($1, $0.range(field).range) }
  }

  /// The log order at which an opening began.
  @inline(never)
  func order(of place: Int32) -> Int { self[place].order }

  /// The moment at which an opening began.
  @inline(never)
  func moment(of place: Int32) -> Moment {
    if let object = object(place) { return object.moment }
    let row = self[place]
    if row.prototype == RowPrototypes.none { return .none }
    return prototypes[row.prototype].moment(order: row.order, wall: row.wall)
  }

  /// The duration timers that run for an opening, one bit each.
  @inline(never)
  func terms(of place: Int32) -> UInt64 { terms[place] }
  @inline(never)
  func set(_ terms: UInt64, of place: Int32) { self.terms[place] = terms }

  /// The object of an opening, if it has one.
  @inline(never)
  func object(_ place: Int32) -> OpenSpan? { self[place].isObject ? objects[place] : nil }

  /// Turns a row into an object, whose properties are copied from the row.
  func become(_ opening: OpenSpan, _ place: Int32) {
    let row = self[place]
    let prototype = prototypes[row.prototype]
    var entry = OpeningStore.Entry(
      key: slot(of: place), at: prototype.moment(order: row.order, wall: row.wall),
      prototype.record(line: Int(row.line)),
      prototype.circumstances(wall: row.wall, timeOffset: row.timeOffset))
    read(row) { fields, line in
      for field in 0..<fields.count {
        entry.add(RetainedLine.Field(prototype.fields[field], fields.range(field)))
      }
      opening.begin(as: entry, line)
    }
    self[place].isObject = true
    objects[place] = opening
  }

  /// Calls `body` with the fields and the bytes of a row's line.
  private func read<Result>(_ row: Row, _ body: (LineStore.Fields, Span<UInt8>) -> Result) -> Result {
    prototypes.baseLine(row.prototype) { lines.read(at: row.place, like: $0, body) }
  }
}
