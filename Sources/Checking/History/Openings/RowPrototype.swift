import BasicContainers
import Trace

/// The properties that an opening has in common with many others, which are stored once for all of them.
struct RowPrototype {
  /// The record of the event. Its line number is 0.
  private var record: Event.Record
  /// The numbers of the fields; negative after the last one.
  let fields: SIMD4<Int32>
  private var losses: Int
  private var process: Int
  private var life: Int
  /// Whether there is a time, its kind, and how often the log's clock was set before.
  private var isTimed: Bool
  private var kind = Timestamp.Kind.relative
  private var setting: Int32 = 0
  /// The time minus the session's clock, rounded down to a multiple of `part`, in nanoseconds.
  private var timeBase: Int64 = 0
  /// The reading of the `counted` clock while it stands still; otherwise the difference between `wall` and `counted`. In both
  /// cases, the value is the same for many openings.
  private var counted: Int64
  private var isStopped: Bool
  private var era: Int32

  private static let part: Int64 = 1 << 31

  @inline(__always)
  init(
    _ record: borrowing Event.Record, _ fields: SIMD4<Int32>,
    _ circumstances: borrowing SessionState.Circumstances, _ moment: borrowing Moment, isStopped: Bool
  ) {
    self.record = copy record
    self.record.line = 0
    self.fields = fields
    (losses, process, life) = (circumstances.losses, circumstances.process, circumstances.life)
    isTimed = circumstances.time != nil
    if let time = circumstances.time {
      (kind, setting) = (time.timestamp.kind, time.setting)
      timeBase = Self.ahead(time, moment) & ~(Self.part - 1)
    }
    counted = isStopped ? moment.counted : moment.wall &- moment.counted
    self.isStopped = isStopped
    era = moment.era
  }

  /// Returns the rest of the difference between a time and the session's clock that is not in `timeBase`: less than `part`.
  static func timeOffset(of time: LogTime, _ moment: borrowing Moment) -> Int32 {
    Int32(ahead(time, moment) & (part - 1))
  }

  private static func ahead(_ time: LogTime, _ moment: borrowing Moment) -> Int64 {
    time.timestamp.nanoseconds &- moment.wall
  }

  /// Returns the record of an event at a line.
  func record(line: Int) -> Event.Record {
    var record = record
    record.line = line
    return record
  }

  /// Returns the moment of an opening, from its reading of the session's clock.
  func moment(order: Int, wall: Int64) -> Moment {
    var moment = Moment(order: order, wall: wall, counted: isStopped ? counted : wall &- counted, era: era)
    moment.isTimed = isTimed
    return moment
  }

  func circumstances(wall: Int64, timeOffset: Int32) -> SessionState.Circumstances {
    var circumstances = SessionState.Circumstances(losses: losses, process: process, life: life)
    if isTimed {
      let nanoseconds = wall &+ timeBase &+ Int64(timeOffset)
      circumstances.time = LogTime(
        timestamp: Timestamp(nanoseconds: nanoseconds, kind: kind), setting: setting)
    }
    return circumstances
  }

  /// A hash of the members that differ most often.
  fileprivate var hash: UInt64 {
    let places = record.name.end &+ record.thread.end &* 31 &+ Int(record.id.rawValue) &* 1_009
    let sum = Int64(places) &+ Int64(losses) &* 10_007 &+ timeBase &+ counted
    return UInt64(bitPattern: sum) &* 0x9E37_79B9_7F4A_7C15
  }

  fileprivate static func == (a: RowPrototype, b: RowPrototype) -> Bool {
    a.record == b.record && a.fields == b.fields && a.losses == b.losses && a.process == b.process
      && a.life == b.life && a.isTimed == b.isTimed && a.kind == b.kind && a.setting == b.setting
      && a.timeBase == b.timeBase && a.counted == b.counted && a.isStopped == b.isStopped && a.era == b.era
  }
}

/// The prototypes of the stored rows, by number, with the number of rows of each. The line of the first row is the base line of a
/// prototype.
struct RowPrototypes: ~Copyable {
  private var entries = UniqueArray<Entry>()
  /// The base lines, `baseLineWords` words each, with zeros after the end of the line.
  private var baseLines = UniqueArray<UInt64>()
  /// The numbers of prototypes without rows that are not in `recent` either.
  private var free = UniqueArray<UInt16>()
  /// A hash table of recently used prototypes, in which a few neighbouring places are searched. A prototype that is not found is
  /// stored again, which only costs memory.
  private var recent = UniqueArray<UInt16>()

  private let recentBits: Int
  private let most: Int

  private static let baseLineWords = LineStore.longestWords
  private static let near = 4
  /// Represents a missing number.
  static let none = UInt16.max

  struct Entry {
    fileprivate var prototype: RowPrototype
    fileprivate var lines: Int32
    fileprivate var isRecent: Bool
  }

  /// Creates an empty table.
  init(_ limits: Limits) { (recentBits, most) = (limits.recentPrototypeBits, limits.prototypes) }

  subscript(_ number: UInt16) -> RowPrototype { entries[Int(number)].prototype }

  /// Calls `body` with the base line of a prototype.
  @inline(__always)
  func baseLine<Result>(_ number: UInt16, _ body: (Span<UInt64>) -> Result) -> Result {
    let start = Int(number) * Self.baseLineWords
    return body(baseLines.span.extracting(start..<start + Self.baseLineWords))
  }

  /// Adds a row to a prototype, which is stored if it is new. Returns the number of the prototype; nil if there are too many.
  mutating func enter(_ prototype: RowPrototype, _ line: Span<UInt8>) -> UInt16? {
    let first = Int(prototype.hash &>> UInt64(64 &- recentBits))
    if !recent.isEmpty {
      for place in first..<first + Self.near {
        let number = Int(recent[place])
        if number < entries.count, entries[number].prototype == prototype {
          entries[number].lines += 1
          return UInt16(number)
        }
      }
    }
    guard let number = add(prototype, from: first) else { return nil }
    for word in 0..<Self.baseLineWords {
      baseLines[Int(number) * Self.baseLineWords + word] = line.word(at: word * 8)
    }
    return number
  }

  /// Removes a row from a prototype.
  mutating func leave(_ number: UInt16) {
    entries[Int(number)].lines -= 1
    if entries[Int(number)].lines == 0, !entries[Int(number)].isRecent { free.append(number) }
  }

  /// Stores a new prototype and enters it in `recent`, in place of an unused prototype if possible. Returns its number; nil if
  /// there are too many.
  private mutating func add(_ prototype: RowPrototype, from first: Int) -> UInt16? {
    if recent.isEmpty {
      for _ in 0..<1 << recentBits + Self.near { recent.append(Self.none) }
    }
    let places = first..<first + Self.near
    let place = places.first { recent[$0] == Self.none || entries[Int(recent[$0])].lines == 0 } ?? first
    let entry = Entry(prototype: prototype, lines: 1, isRecent: true)
    let old = recent[place]
    if old != Self.none, entries[Int(old)].lines == 0 {
      entries[Int(old)] = entry
      return old
    }
    if free.isEmpty, entries.count == most { return nil }
    if old != Self.none { entries[Int(old)].isRecent = false }
    let number = free.popLast() ?? UInt16(entries.count)
    if Int(number) < entries.count {
      entries[Int(number)] = entry
    } else {
      entries.append(entry)
      for _ in 0..<Self.baseLineWords { baseLines.append(0) }
    }
    recent[place] = number
    return number
  }
}
