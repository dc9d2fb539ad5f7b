import BasicContainers
import Project
import Reporting
import Trace

/// One log under each rulebook that it may choose, until it has chosen one.
///
/// All lanes read the same bytes. The log chooses as soon as one rulebook is clearly ahead (`RulebookVote`), if a pipe is
/// quiet, and at the end. Until then the findings of each lane are held back: at most as many as `LogWork.mostUntold`,
/// then whichever rulebook is ahead is chosen. Nothing else is kept, so that a log may be of any length before its first event.
struct LogLanes<Sink: EventSink & ~Copyable>: ~Copyable {
  typealias Finding = Sink.Work.Finding

  private var lanes = UniqueArray<LogLane<Sink>>()
  /// What speaks for each of them, as of the newest count.
  private var votes: [RulebookVote] = []
  private let log: Log
  /// The first bytes of the log: if it has no known event, the report says what they contain.
  private var beginning: [UInt8] = []
  private static var outlinedBytes: Int { 1 << 16 }
  /// The bytes of a log that has its newest record first; nil for other logs.
  private var reversed: [UInt8]?

  /// Lanes for a log under some rulebooks; `sink` makes what takes the events under one of them.
  init(_ log: Log, _ readings: [LogReading], _ sink: (Int) -> Sink) {
    self.log = log
    let lastWritten = log.paths.first.flatMap { $0 == "-" ? nil : Platform.lastWritten($0) }
    for (index, reading) in readings.enumerated() {
      lanes.append(LogLane(reading, log, lastWritten: lastWritten, sink(index)))
    }
  }

  /// Reads the files of the log, one after the other, to their end or as far as they go.
  mutating func read(_ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport {
    var ending = Input.Ending.whole
    var place: String?
    for (index, path) in log.paths.enumerated() {
      if index > 0 { try advance { try $0.endFile($1) } }
      if log.paths.count > 1 { place = lanes[0].reading.name(of: path) }
      var file = meter.file(path)
      do {
        let input = try Input.log(path, isFirst: log.isFirst && index == 0)
        if let place { for lane in lanes.indices { lanes[lane].beginFile(place) } }
        ending = try input.forEachChunk { chunk in
          if try bufferIfReversed(chunk) { return }
          try read(chunk, found)
          file.advance(by: chunk.count, to: input.position)
          try handOver(atLead: RulebookVote.clearLead, found)
        } whenQuiet: {
          if reversed != nil { return }
          try advance { try $0.pause($1) }
          try handOver(atLead: 1, found)
        }
        if let reversed { try readReversed(reversed, found) }
      } catch let problem as Problem {
        ending = .broken(problem)
      }
      file.end()
      if case .interrupted = ending, index + 1 < log.paths.count { ending = .broken(.interrupted) }
      if ending.isCut { break }
    }
    var problem = ending.problem
    problem?.path = place
    try advance { try $0.endReading(isCut: ending.isCut, problem, $1) }
    countVotes()
    choose(RulebookVote.winner(of: votes))
    var (trace, findings) = lanes[0].finish()
    if trace.problem?.kind == .noEvent {
      let reading = lanes[0].reading
      trace.explain(
        LogOutline(beginning, reading.recognizer.vocabulary, reading.platform), logging: reading.logging)
    }
    try found(lanes[0].takeHeld() + findings)
    return trace
  }

  /// Buffers a chunk of a log that has its newest record first, because its last line has to be read first. The first
  /// chunk decides whether it is one. Returns whether the chunk was buffered.
  private mutating func bufferIfReversed(_ chunk: Span<UInt8>) throws(Problem) -> Bool {
    if beginning.isEmpty, reversed == nil, log.paths.count == 1,
      ReversedLog.isNewestFirst(chunk.extracting(0..<min(chunk.count, Self.outlinedBytes)))
    {
      reversed = []
    }
    guard let count = reversed?.count else { return false }
    guard count + chunk.count <= Self.largestReversed else {
      throw Problem(
        "has its newest record first and is larger than \(Self.largestReversed >> 20) MiB",
        help: "reverse it with tac")
    }
    reversed?.append(chunk)
    return true
  }

  private static var largestReversed: Int { 256 << 20 }

  /// Reads a log that has its newest record first in the order of time.
  private mutating func readReversed(_ log: [UInt8], _ found: ([Finding]) throws -> Void) throws {
    let turned = ReversedLog(log)
    reversed = nil
    for lane in lanes.indices { lanes[lane].setLineOrder(turned.lines) }
    try read(turned.bytes.span, found)
    try handOver(atLead: RulebookVote.clearLead, found)
  }

  private mutating func read(_ chunk: Span<UInt8>, _ found: ([Finding]) throws -> Void) throws {
    if beginning.count < Self.outlinedBytes {
      beginning.append(chunk.extracting(0..<min(chunk.count, Self.outlinedBytes - beginning.count)))
    }
    if lanes.count == 1 { return try lanes[0].read(chunk, found) }
    for index in lanes.indices {
      var news: [Finding] = []
      try lanes[index].read(chunk) { news += $0 }
      lanes[index].hold(news)
    }
  }

  /// Takes all lanes a step further where little is found: it is kept until it is handed over.
  private mutating func advance(
    _ step: (inout LogLane<Sink>, ([Finding]) throws -> Void) throws -> Void
  ) throws {
    for index in lanes.indices {
      var news: [Finding] = []
      try step(&lanes[index]) { news += $0 }
      lanes[index].hold(news)
    }
  }

  /// Hands over what was found, if the log has chosen a rulebook. It does so now if one is so far ahead, or much is held.
  private mutating func handOver(atLead lead: Int, _ found: ([Finding]) throws -> Void) throws {
    if lanes.count > 1 {
      for index in lanes.indices {
        let news = lanes[index].takeFindings()
        lanes[index].hold(news)
      }
      countVotes()
      let isFull = lanes.indices.contains { lanes[$0].isFull }
      guard let winner = RulebookVote.winner(of: votes, lead: isFull ? .min : lead) else {
        return try found([])
      }
      choose(winner)
    }
    let (held, news) = (lanes[0].takeHeld(), lanes[0].takeFindings())
    try found(held.isEmpty ? news : held + news)
  }

  private mutating func countVotes() {
    votes.removeAll(keepingCapacity: true)
    for index in lanes.indices { votes.append(lanes[index].vote) }
  }

  /// Goes on with one lane alone.
  private mutating func choose(_ index: Int) {
    if index > 0 { lanes.swapAt(0, index) }
    lanes.removeLast(lanes.count - 1)
  }
}
