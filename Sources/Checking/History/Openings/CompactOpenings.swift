import BasicContainers
import Trace

/// Openings by place, of which there may be very many: each takes few bytes. What it tells like others stands in a heading,
/// once for all of them, with a line of which the others say only in what they differ; a short key is read from the line
/// again. An object, for who asks it something is handed a reference, and no copy.
final class CompactOpenings {
  private var blocks = UniqueArray<UniqueArray<Row>>()
  private var count = 0
  private var prototypes: RowPrototypes
  private var lines: LineStore
  /// The keys that are not a few bytes of the line.
  private var keys = SparseColumn<Key>(none: .absent)
  /// What has become an object, or was one from the beginning.
  private var objects: [Int32: OpenSpan] = [:]
  /// The terms that run from an opening, each a bit.
  private var terms = SparseColumn<UInt64>(none: 0)
  /// Of the rows that are free the newest: each tells the next; negative where none is.
  private var free: Int32 = -1
  /// Where the session's clock stood at the newest one, and whether the time that counts stood still before it.
  private var newest = (wall: Int64.min, counted: Int64.min)
  private var isStopped = false

  /// How long a line may be, and how many rows a block has, as a power of two.
  private let longest: Int
  private let blockBits: Int

  /// With nothing open yet.
  init(_ limits: Limits) {
    (longest, blockBits) = (limits.compactLine, limits.compactBlockBits)
    prototypes = RowPrototypes(limits)
    lines = LineStore(limits)
  }

  /// What tells an opening from others under its heading.
  private struct Row {
    var order = 0
    /// Nanoseconds on the session's clock.
    var wall: Int64 = 0
    /// What the line's time is ahead of that, as far as it is not in the heading; of a row that is free the next one.
    var lag: Int32 = 0
    /// The 1-based line.
    var line: UInt32 = 0
    /// Where that is written down, and in how many pieces.
    var place: UInt32 = 0
    var pieces: UInt8 = 0
    /// Which of the fields is the key, and whether it is an object.
    private var traits = noField
    var prototype = RowPrototypes.none

    private static let noField: UInt8 = 7
    private static let object: UInt8 = 8

    /// Nil where the key is not the text of one.
    var keyField: Int? {
      get { traits & 7 == Self.noField ? nil : Int(traits & 7) }
      set { traits = traits & Self.object | (newValue.map { UInt8($0) } ?? Self.noField) }
    }

    var isObject: Bool {
      get { traits & Self.object != 0 }
      set { traits = newValue ? traits | Self.object : traits & ~Self.object }
    }
  }

  /// Writes down an event that opens something under a key, at a moment; nil where its line is too long for that, or not
  /// all of it.
  @inline(never)
  func write(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ circumstances: SessionState.Circumstances, under key: Key, at moment: Moment
  ) -> Int32? {
    guard line.count <= longest, event.record.line <= UInt32.max else { return nil }
    var row = Row()
    (row.order, row.wall, row.line) = (moment.order, moment.wall, UInt32(event.record.line))
    if let time { row.lag = RowPrototype.lag(of: time, moment) }
    note(moment)
    var (numbers, fields) = (SIMD4<Int32>(repeating: -1), LineStore.Fields())
    for place in event.fields.indices where event.fields[place].number >= 0 {
      if event.fields[place].isEscaped { return nil }
      let range = event.fields[place].range
      if Key(short: range, of: line, Key.seed) == key { row.keyField = fields.count }
      numbers[fields.count] = event.fields[place].number
      fields.add(range)
    }
    let prototype = RowPrototype(event.record, numbers, circumstances, time, moment, isStopped: isStopped)
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

  /// Enters what is told by an object alone.
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
    free = self[place].lag
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

  /// What stands at a place is over; hands over the object that it has become.
  @inline(never)
  func release(_ place: Int32) -> OpenSpan? {
    let row = self[place]
    if row.prototype != RowPrototypes.none {
      prototypes.leave(row.prototype)
      lines.giveBack(row.place, pieces: Int(row.pieces))
    }
    // The order of none: who has remembered its number finds that it is over.
    (self[place].lag, self[place].order) = (free, -1)
    free = place
    terms.remove(place)
    return row.isObject ? objects.removeValue(forKey: place) : nil
  }

  private subscript(_ place: Int32) -> Row {
    get { blocks[Int(place) &>> blockBits][Int(place) & (1 &<< blockBits - 1)] }
    set { blocks[Int(place) &>> blockBits][Int(place) & (1 &<< blockBits - 1)] = newValue }
  }

  /// What one is open under.
  @inline(never)
  func slot(of place: Int32) -> Key {
    if let object = object(place) { return object.slot }
    let row = self[place]
    guard let field = row.keyField else { return keys[place] }
    return read(row) { Key($1, $0.range(field).range) }
  }

  /// When one was opened, in the log's order.
  @inline(never)
  func order(of place: Int32) -> Int { self[place].order }

  /// When that was.
  @inline(never)
  func moment(of place: Int32) -> Moment {
    if let object = object(place) { return object.moment }
    let row = self[place]
    if row.prototype == RowPrototypes.none { return .none }
    return prototypes[row.prototype].moment(order: row.order, wall: row.wall)
  }

  /// The terms that run from it.
  @inline(never)
  func terms(of place: Int32) -> UInt64 { terms[place] }
  @inline(never)
  func set(_ terms: UInt64, of place: Int32) { self.terms[place] = terms }

  /// The object that it has become.
  @inline(never)
  func object(_ place: Int32) -> OpenSpan? { self[place].isObject ? objects[place] : nil }

  /// It becomes an object.
  func become(_ opening: OpenSpan, _ place: Int32) {
    let row = self[place]
    let prototype = prototypes[row.prototype]
    var entry = OpeningStore.Entry(
      key: slot(of: place), at: prototype.moment(order: row.order, wall: row.wall),
      prototype.telling(line: Int(row.line)), prototype.circumstances(wall: row.wall, lag: row.lag))
    read(row) { fields, line in
      for field in 0..<fields.count {
        entry.add(RetainedLine.Field(prototype.fields[field], fields.range(field)))
      }
      opening.begin(as: entry, line)
    }
    self[place].isObject = true
    objects[place] = opening
  }

  /// Hands over what is written down of a row.
  private func read<Result>(_ row: Row, _ body: (LineStore.Fields, Span<UInt8>) -> Result) -> Result {
    prototypes.baseLine(row.prototype) { lines.read(at: row.place, like: $0, body) }
  }
}
