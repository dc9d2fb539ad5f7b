import TestSupport
import Testing
import Trace

@testable import Checking

/// A session stores its open spans in one format while they are few, and in a compact format if there are more.
@Suite struct `An open span of a session` {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `has the same content, whether there are few or many`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var openingStore = OpeningStore(Limits())
    var occurrences = OccurrencePool()
    var open: [Opened] = []
    var (order, most) = (0, 0)
    let text = Array(Self.lines(6_000, &dice).joined(separator: "\n").utf8)
    var reader = TraceReader(Self.events.recognizer)
    func take(_ event: Event, _ line: Span<UInt8>) {
      order += 1
      var opened = Opened(event, line, order: order, &dice)
      opened.enter(in: &openingStore, event, line, &occurrences)
      open.append(opened)
      most = max(most, open.count)
      let chosen = Int.random(in: 0..<open.count, using: &dice)
      let (number, term) = (open[chosen].number, Int.random(in: 0..<64, using: &dice))
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: open[chosen].expectTold(openingStore.opening(number))
      case 1: open[chosen].expectKnown(by: openingStore)
      case 2: openingStore.strike(open.remove(at: chosen).number, order: order)
      case 3:
        let closed = open.remove(at: chosen)
        let opening = openingStore.makeObject(number, order: order)
        closed.expectTold(opening)
        #expect((opening.closedAt, opening.terms) == (order, closed.terms))
        openingStore.recycle(opening)
      case 4:
        openingStore.await(number, term)
        open[chosen].terms |= 1 << UInt64(term)
      case 5:
        let wasAwaited = openingStore.stopTimer(number, term)
        #expect(wasAwaited == (open[chosen].terms >> UInt64(term) & 1 == 1))
        open[chosen].terms &= ~(1 << UInt64(term))
      default: break
      }
    }
    reader.read(text.span, take)
    reader.finish(take)
    #expect(order == 6_000)
    #expect(most > 2_000, "too few open spans for the compact format")
    for opened in open { opened.expectTold(openingStore.opening(opened.number)) }
  }

  /// There are more spans than headers. If each span had its own header, the last spans would be stored as objects.
  @Test(arguments: [0, 5_000_000_000] as [Int64], [true, false])
  func `is stored in a few bytes, however many there are`(writersApart: Int64, isStopped: Bool) {
    var openingStore = OpeningStore(Limits())
    var (order, written) = (0, 0)
    let text = Array(
      (0..<70_000).map { "2026-11-20 10:00:00 Shop[7:1] view.load id=\($0)" }.joined(separator: "\n").utf8)
    var reader = TraceReader(Self.events.recognizer)
    func take(_ event: Event, _ line: Span<UInt8>) {
      let wall = Int64(order) * 1_000_003
      let moment = Moment(order: order, wall: wall, counted: isStopped ? 7 : wall, era: 0)
      let behind = order % 2 == 0 ? 0 : writersApart + Int64(order % 1_000) * 1_000_000
      let time = LogTime(timestamp: Timestamp(nanoseconds: wall - behind, kind: .local), setting: 0)
      let circumstances = SessionState.Circumstances(time: time, losses: 0, process: 1, life: 0)
      let number =
        openingStore.write(event, line, circumstances, under: Key("\(order)"), at: moment)
        ?? openingStore.writeCompact(event, line, circumstances, under: Key("\(order)"), at: moment)
      if number != nil { written += 1 }
      order += 1
    }
    reader.read(text.span, take)
    reader.finish(take)
    #expect((order, written) == (70_000, 70_000))
  }

  @Test(arguments: [10, 3_000], ["f", "6E2D8C4A-1B3F-4C5D-9E7A-", "/var/mobile/Containers/Data/caché/"])
  func `is found by its key`(keys: Int, beginningWith prefix: String) {
    var dice = Dice(seed: UInt64(keys))
    var opened: [Int: Int] = [:]
    var reported: Set<Int> = []
    var expected: [Finding] = []
    let lines = (1...20_000).map { line in
      let key = Int.random(in: 0..<keys, using: &dice)
      if Bool.random(using: &dice) {
        if let first = opened[key] {
          // A repeated opening is folded into the first violation.
          if reported.insert(first).inserted { expected.append(Finding("opened-once", line, first)) }
        } else {
          opened[key] = line
        }
        return "file.open path=\(prefix)\(key)"
      }
      opened[key] = nil
      return "file.close path=\(prefix)\(key)"
    }
    #expect(Self.files.check(lines.joined(separator: "\n")).findings == expected)
  }

  private static let files = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      file.open: {fields: {path: text}}
      file.close: {fields: {path: text}}
    spans:
      file: {from: file.open, until: file.close, key: path}
    rules: [{id: opened-once, check: 'during file(path), never file.open(path)'}]

    """)

  private static let events = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      file.open: {fields: {id: text, path: text, mode: text, size: number, owner: text}}
      view.load: {fields: {id: text}}

    """)

  /// Lines of several programs and threads, with none to five fields and with or without a time.
  private static func lines(_ count: Int, _ dice: inout Dice) -> [String] {
    (0..<count).map { line in
      func chosen(_ texts: [String]) -> String { texts.randomElement(using: &dice) ?? "" }
      let head = chosen([
        "2026-11-20 10:\(10 + line / 60 % 50):\(10 + line % 50).001 Shop[\(chosen(["7", "4242"])):\(line % 12)] ",
        "10:\(10 + line / 60 % 50):\(10 + line % 50) ", "",
      ])
      let path = String(repeating: "/a-folder", count: Int.random(in: 0..<5, using: &dice))
      let fields = [
        "id=\(chosen(["", "\(line)", "é\(line)", "6E2D8C4A-1B3F-4C5D-9E7A-\(line)"]))",
        "path=\(path)/\(line)",
        #"mode="r \"\#(line)\"""#, "size=\(line)", "owner=\(String(repeating: "x", count: line % 190))",
      ]
      let some = fields.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }
      return head + ([chosen(["file.open", "view.load"])] + some).joined(separator: " ")
    }
  }
}

/// An opening with its expected content.
private struct Opened {
  let occurrence = Occurrence()
  let key: Key
  let moment: Moment
  let circumstances: SessionState.Circumstances
  var number: Int32 = -1
  var terms: UInt64 = 0

  init(_ event: Event, _ line: Span<UInt8>, order: Int, _ dice: inout Dice) {
    let isLost = Int.random(in: 0..<50, using: &dice) == 0
    let time = event.time.map { LogTime(timestamp: $0, setting: isLost ? 1 : 0) }
    circumstances = SessionState.Circumstances(
      time: time, losses: isLost ? order : 0, process: isLost ? 2 : 1, life: isLost ? 3 : 0)
    // The session's clock stops while lines are out of order, and no time is counted while the process is stopped.
    let wall = Int64(order / 7) * 7_000_000_000
    let counted = Int64((order / 2_000 * 1_200 + min(order % 2_000, 1_200)) / 7) * 7_000_000_000
    var moment = Moment(order: order, wall: wall, counted: counted, era: isLost ? 1 : 0)
    moment.isTimed = time != nil
    self.moment = moment
    occurrence.assign(event, line, circumstances)
    key = occurrence.key([0]) ?? .empty
  }

  mutating func enter(
    in openingStore: inout OpeningStore, _ event: Event, _ line: Span<UInt8>,
    _ occurrences: inout OccurrencePool
  ) {
    if let written = openingStore.write(event, line, circumstances, under: key, at: moment)
      ?? openingStore.writeCompact(event, line, circumstances, under: key, at: moment)
    {
      number = written
      return
    }
    let told = occurrences.make(event, line, circumstances)
    told.order = moment.order
    moment.stamp(told)
    let opening = openingStore.allocateObject()
    opening.begin(key, in: key, by: told, told: moment.order, at: told, order: moment.order)
    number = openingStore.enter(opening, in: key)
  }

  func expectKnown(by openingStore: borrowing OpeningStore) {
    let (slot, isOpen) = (openingStore.slot(of: number), openingStore.isOpen(number, under: key))
    let isAnother = openingStore.isOpen(number, under: Key("another"))
    let (order, values) = (openingStore.order(of: number), openingStore.moment(of: number).values)
    let isAwaited = openingStore.isAwaited(number, openedAt: order, by: 5)
    let wasAwaited = openingStore.isAwaited(number, openedAt: order - 1, by: 5)
    #expect((slot, isOpen, isAnother) == (key, true, false))
    #expect((order, values) == (moment.order, moment.values))
    #expect((isAwaited, wasAwaited) == (terms >> 5 & 1 == 1, false))
  }

  func expectTold(_ opening: OpenSpan) {
    let (told, line, expected) = (opening.opening, opening.opening.retainedLine, occurrence.retainedLine)
    #expect(opening.key == key)
    #expect(opening.slot == key)
    #expect(opening.moment.values == moment.values)
    #expect((told.id, told.form, told.order) == (occurrence.id, occurrence.form, moment.order))
    #expect((told.wall, told.counted, told.era) == (moment.wall, moment.counted, moment.era))
    #expect(told.time?.timestamp == circumstances.time?.timestamp)
    #expect(told.time?.setting == circumstances.time?.setting)
    #expect(told.losses == circumstances.losses)
    #expect((told.process, told.life) == (circumstances.process, circumstances.life))
    #expect(line.line == expected.line)
    #expect(
      line.withText { line in line.indices.map { line[$0] } }
        == expected.withText { line in line.indices.map { line[$0] } })
    #expect((line.name, line.timeText) == (expected.name, expected.timeText))
    #expect(line.thread(told.form) == expected.thread(told.form))
    for field in 0..<5 { #expect(line.value(field) == expected.value(field)) }
  }
}

extension Moment {
  fileprivate var values: [Int64] { [Int64(order), wall, counted, Int64(era), isTimed ? 1 : 0] }
}
