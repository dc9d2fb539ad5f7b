import BasicContainers
import Project
import Reporting
import Trace

/// Reads one log under each candidate rulebook until it has chosen one.
///
/// All lanes read the same bytes. The log chooses as soon as one rulebook is clearly ahead (`RulebookVote`), when a
/// pipe is quiet, and at the end. Until then, the events of each lane wait (`DeferredSink`). If there are too many, they are
/// processed, and the findings of each lane are held back. If the findings reach `LogTask.maxPending`, the leading rulebook is
/// chosen. Nothing else is buffered, so a log may be of any length before its first event.
struct LogLanes<Sink: EventSink & ~Copyable>: ~Copyable {
  typealias Finding = Sink.Work.Finding

  private var lanes = UniqueArray<LogLane<Sink>>()
  /// The evidence for each rulebook, as of the last count.
  private var votes: [RulebookVote] = []
  private let log: Log
  /// The first bytes of the log. If the log has no known event, the report outlines their contents.
  private var beginning: [UInt8] = []
  private static var outlinedBytes: Int { 1 << 16 }
  /// The text of the log; nil if it is not kept.
  private var text: LogText?
  /// The bytes of a log that has its newest record first; nil for other logs.
  private var reversed: [UInt8]?

  /// Lanes for a log under some rulebooks. `text` is empty if the text of the log is kept, and otherwise nil. `sink` creates the sink for the rulebook with an index.
  init(
    _ log: Log, _ contexts: [ReaderContext], text: LogText? = nil, _ sink: @escaping (Int) -> Sink
  ) throws {
    self.log = log
    self.text = text
    let lastWritten = log.paths.first.flatMap { $0 == "-" ? nil : System.lastWritten($0) }
    for (index, context) in contexts.enumerated() {
      lanes.append(LogLane(context, log, lastWritten: lastWritten) { sink(index) })
    }
    if lanes.count == 1 { try choose(0) }
  }

  /// Reads the files of the log in order, up to the end or an error.
  mutating func read(
    _ counter: ProgressCounter, threads: Int, _ found: ([Finding]) throws -> Void
  ) throws -> TraceReport {
    var completion = Input.Completion.complete
    var place: String?
    for (index, path) in log.paths.enumerated() {
      if index > 0 { try advance { try $0.endFile($1) } }
      if log.paths.count > 1 { place = lanes[0].context.name(of: path) }
      var file = counter.file(path)
      do {
        let input = try Input.file(path, of: log)
        if let place { for lane in lanes.indices { lanes[lane].beginFile(place) } }
        completion = try input.forEachChunk(threads: threads) {
          lanes.count == 1 && reversed == nil ? lanes[0].scanner : nil
        } _: { chunk, scanned in
          if try bufferIfReversed(chunk) { return }
          try read(chunk, scanned, found)
          file.advance(by: chunk.count, to: input.position)
          try handOver(atLead: RulebookVote.clearLead, found)
        } whenQuiet: {
          if reversed != nil { return }
          try advance { try $0.pause($1) }
          try handOver(atLead: 1, found)
        }
        if let reversed { try readReversed(reversed, found) }
      } catch let problem as Problem {
        completion = .failed(problem)
      }
      file.end()
      if case .interrupted = completion, index + 1 < log.paths.count { completion = .failed(.interrupted) }
      if completion.isCut { break }
    }
    var problem = completion.problem
    problem?.path = place
    try advance { try $0.endReading(isCut: completion.isCut, problem, $1) }
    countVotes()
    try choose(RulebookVote.winner(of: votes))
    var (trace, findings) = lanes[0].finish()
    trace.text = text
    if trace.problem?.kind == .noEvent {
      let context = lanes[0].context
      trace.explain(
        LogOutline(beginning, context.recognizer.vocabulary, context.platform), logging: context.logging)
    }
    try found(lanes[0].drainHeld() + findings)
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

  /// Reads a log that has its newest record first, in order of time.
  private mutating func readReversed(_ log: [UInt8], _ found: ([Finding]) throws -> Void) throws {
    let turned = ReversedLog(log)
    reversed = nil
    for lane in lanes.indices { lanes[lane].setLineOrder(turned.lines) }
    try read(turned.bytes.span, nil, found)
    try handOver(atLead: RulebookVote.clearLead, found)
  }

  private mutating func read(
    _ chunk: Span<UInt8>, _ scanned: ScannedBlock?, _ found: ([Finding]) throws -> Void
  ) throws {
    if beginning.count < Self.outlinedBytes {
      beginning.append(chunk.extracting(0..<min(chunk.count, Self.outlinedBytes - beginning.count)))
    }
    text?.append(chunk)
    if lanes.count == 1 { return try lanes[0].read(chunk, scanned, found) }
    for index in lanes.indices {
      var news: [Finding] = []
      try lanes[index].read(chunk, nil) { news += $0 }
      lanes[index].hold(news)
    }
  }

  /// Runs a step of all lanes that produces few findings. They are held until the next handover.
  private mutating func advance(
    _ step: (inout LogLane<Sink>, ([Finding]) throws -> Void) throws -> Void
  ) throws {
    for index in lanes.indices {
      var news: [Finding] = []
      try step(&lanes[index]) { news += $0 }
      lanes[index].hold(news)
    }
  }

  /// Hands over the findings if the log has chosen a rulebook. It chooses now if one leads by `lead`, or if a lane is
  /// full.
  private mutating func handOver(atLead lead: Int, _ found: ([Finding]) throws -> Void) throws {
    if lanes.count > 1 {
      for index in lanes.indices {
        let news = lanes[index].drainFindings()
        lanes[index].hold(news)
      }
      countVotes()
      let isFull = lanes.indices.contains { lanes[$0].isFull }
      guard let winner = RulebookVote.winner(of: votes, lead: isFull ? .min : lead) else {
        return try found([])
      }
      try choose(winner)
    }
    let (held, news) = (lanes[0].drainHeld(), lanes[0].drainFindings())
    try found(held.isEmpty ? news : held + news)
  }

  private mutating func countVotes() {
    votes.removeAll(keepingCapacity: true)
    for index in lanes.indices { votes.append(lanes[index].vote) }
  }

  /// Continues with one lane only.
  private mutating func choose(_ index: Int) throws {
    if index > 0 { lanes.swapAt(0, index) }
    lanes.removeLast(lanes.count - 1)
    try lanes[0].start()
  }
}
