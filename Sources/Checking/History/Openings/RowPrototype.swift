import BasicContainers
import Trace

/// What an opening tells like most others of its kind, so that it is written down once for all of them.
struct RowPrototype {
  /// But for the line's number.
  private var telling: Event.Record
  /// The numbers of the fields; negative behind the last one.
  let fields: SIMD4<Int32>
  private var losses: Int
  private var process: Int
  private var life: Int
  /// Whether there is a time, and of which kind and setting.
  private var isTimed: Bool
  private var kind = Timestamp.Kind.relative
  private var setting: Int32 = 0
  /// What the time is ahead of the session's clock, in whole parts of that length, in nanoseconds.
  private var lead: Int64 = 0
  /// The time that counts where that stands still, else what the clock is ahead of it.
  private var counted: Int64
  private var isStopped: Bool
  private var era: Int32

  private static let part: Int64 = 1 << 31

  @inline(__always)
  init(
    _ telling: borrowing Event.Record, _ fields: SIMD4<Int32>,
    _ circumstances: borrowing SessionState.Circumstances, _ time: LogTime?, _ moment: borrowing Moment,
    isStopped: Bool
  ) {
    self.telling = copy telling
    self.telling.line = 0
    self.fields = fields
    (losses, process, life) = (circumstances.losses, circumstances.process, circumstances.life)
    isTimed = time != nil
    if let time {
      (kind, setting) = (time.timestamp.kind, time.setting)
      lead = Self.ahead(time, moment) & ~(Self.part - 1)
    }
    counted = isStopped ? moment.counted : moment.wall &- moment.counted
    self.isStopped = isStopped
    era = moment.era
  }

  /// What a line's time is ahead of the session's clock, beside the lead: less than a part.
  static func lag(of time: LogTime, _ moment: borrowing Moment) -> Int32 {
    Int32(ahead(time, moment) & (part - 1))
  }

  private static func ahead(_ time: LogTime, _ moment: borrowing Moment) -> Int64 {
    time.timestamp.nanoseconds &- moment.wall
  }

  /// What is told at a line.
  func telling(line: Int) -> Event.Record {
    var telling = telling
    telling.line = line
    return telling
  }

  /// When that happened, where the session's clock stood there.
  func moment(order: Int, wall: Int64) -> Moment {
    var moment = Moment(order: order, wall: wall, counted: isStopped ? counted : wall &- counted, era: era)
    moment.isTimed = isTimed
    return moment
  }

  func circumstances(wall: Int64, lag: Int32) -> SessionState.Circumstances {
    var circumstances = SessionState.Circumstances(losses: losses, process: process, life: life)
    if isTimed {
      let nanoseconds = wall &+ lead &+ Int64(lag)
      circumstances.time = LogTime(
        timestamp: Timestamp(nanoseconds: nanoseconds, kind: kind), setting: setting)
    }
    return circumstances
  }

  /// Of what differs most often.
  fileprivate var hash: UInt64 {
    let places = telling.name.end &+ telling.thread.end &* 31 &+ Int(telling.id.rawValue) &* 1_009
    let sum = Int64(places) &+ Int64(losses) &* 10_007 &+ lead &+ counted
    return UInt64(bitPattern: sum) &* 0x9E37_79B9_7F4A_7C15
  }

  fileprivate static func == (a: RowPrototype, b: RowPrototype) -> Bool {
    a.telling == b.telling && a.fields == b.fields && a.losses == b.losses && a.process == b.process
      && a.life == b.life && a.isTimed == b.isTimed && a.kind == b.kind && a.setting == b.setting
      && a.lead == b.lead && a.counted == b.counted && a.isStopped == b.isStopped && a.era == b.era
  }
}

/// The headings that lines were written down under, by number, as long as any line is, each with the first line as a
/// specimen of them.
struct RowPrototypes: ~Copyable {
  private var entries = UniqueArray<Entry>()
  /// The words of the specimens, so many each, with zeros behind the line.
  private var specimens = UniqueArray<UInt64>()
  /// The numbers of those that no line stands under, and that were not used of late.
  private var free = UniqueArray<UInt16>()
  /// Those that were used of late, by their hash: a heading is looked for at a few places. One that is not found is written
  /// down once more, which is no harm.
  private var recent = UniqueArray<UInt16>()

  private let recentBits: Int
  private let most: Int

  private static let specimenWords = LineStore.longestWords
  private static let near = 4
  /// In place of a number.
  static let none = UInt16.max

  struct Entry {
    fileprivate var prototype: RowPrototype
    fileprivate var lines: Int32
    fileprivate var isRecent: Bool
  }

  /// None yet.
  init(_ limits: Limits) { (recentBits, most) = (limits.recentPrototypeBits, limits.prototypes) }

  subscript(_ number: UInt16) -> RowPrototype { entries[Int(number)].prototype }

  /// Hands over the specimen of a heading.
  @inline(__always)
  func baseLine<Result>(_ number: UInt16, _ body: (Span<UInt64>) -> Result) -> Result {
    let start = Int(number) * Self.specimenWords
    return body(specimens.span.extracting(start..<start + Self.specimenWords))
  }

  /// The number for one more line under a heading; nil where there are too many.
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
    for word in 0..<Self.specimenWords {
      specimens[Int(number) * Self.specimenWords + word] = line.word(at: word * 8)
    }
    return number
  }

  /// One line less stands under a heading.
  mutating func leave(_ number: UInt16) {
    entries[Int(number)].lines -= 1
    if entries[Int(number)].lines == 0, !entries[Int(number)].isRecent { free.append(number) }
  }

  /// A number for another heading, in place of one that was used of late.
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
      for _ in 0..<Self.specimenWords { specimens.append(0) }
    }
    recent[place] = number
    return number
  }
}
