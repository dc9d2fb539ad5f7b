import Reporting

/// Logs that threads of their own read, the next ones before it is their turn, and what was found in them until it is
/// told. These are files: to wait for a pipe is up to who tells what comes of it.
final class ReadAhead<Work: LogWork>: Sendable {
  private let work: Work
  private let logs: [Log]
  private let meter: Meter
  private let state: Shared<State>

  private struct State {
    /// What is known and not told of each log.
    var untold: [Untold]
    /// The first log that no thread has begun.
    var next = 0
    /// The log that is told.
    var told = 0
    /// How much waits, of all logs.
    var waiting = 0
    /// How many threads there are.
    var threads = 0
    /// Whether nobody wants to know any more.
    var isStopped = false
  }

  private struct Untold {
    var findings: [Work.Finding] = []
    /// How much they are.
    var weight = 0
    /// Whether more of the log was read.
    var hasMoved = false
    /// What came of the log, when it was read.
    var trace: TraceReport?
  }

  /// Ends the reading of a log that nobody wants to know of any more.
  private struct Stopped: Error {}

  /// Begins to read those of the logs that are files; nil where they are too few or too small for a thread to pay.
  init?(_ work: Work, _ logs: [Log], threads: @autoclosure () -> Int, _ meter: Meter) {
    let files = logs.filter(\.isFile)
    guard files.count > 1, case let threads = threads(), threads > 1, Self.arePaying(files) else {
      return nil
    }
    self.work = work
    self.logs = files
    self.meter = meter
    state = Shared(State(untold: files.map { _ in Untold() }))
    let started = (0..<min(threads, files.count)).count { _ in startThread() }
    if started == 0 { return nil }
  }

  private func startThread() -> Bool {
    state.change { $0.threads += 1 }
    let isStarted = Platform.startThread { self.readLogs() }
    if !isStarted { state.change { $0.threads -= 1 } }
    return isStarted
  }

  /// A chunk is read in about ten times the time that it takes to start a thread.
  private static func arePaying(_ files: [Log]) -> Bool {
    var size = 0
    return files.lazy.flatMap(\.paths).contains {
      size += Platform.size(ofFile: $0) ?? 0
      return size > Input.chunk
    }
  }

  // MARK: On its threads

  private func readLogs() {
    while let index = begin() {
      guard let trace = try? work.read(logs[index], meter, { try keep($0, of: index) }) else { break }
      state.change { $0.untold[index].trace = trace }
    }
    state.change { $0.threads -= 1 }
  }

  /// The next log to be read, where there is one.
  private func begin() -> Int? {
    state.change { state -> Int?? in
      if state.isStopped || state.next == logs.count { return .some(nil) }
      guard state.waiting < Work.mostUntold else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Keeps what was found until it is told. Where much waits already, this waits, too, until it is the turn of the log, so
  /// that memory stays bounded.
  private func keep(_ findings: [Work.Finding], of index: Int) throws {
    if state.look(\.isStopped) { throw Stopped() }
    // Who waits for the log is woken for something only.
    if findings.isEmpty, !meter.isWatched { return }
    let weight = findings.reduce(0) { $0 + Work.weight(of: $1) }
    state.change { state -> Void? in
      let isAwaited = state.told == index && state.untold[index].findings.isEmpty
      guard isAwaited || state.waiting < Work.mostUntold || state.isStopped else { return nil }
      state.untold[index].findings += findings
      state.untold[index].hasMoved = true
      state.untold[index].weight += weight
      state.waiting += weight
      return ()
    }
  }

  // MARK: In order

  /// Takes the next log: its findings as they come, and in the end what came of it. Throws what the body throws.
  func takeNext(_ body: ([Work.Finding]) throws -> Void) throws -> TraceReport {
    while true {
      let news = state.change { state -> Untold? in
        let news = state.untold[state.told]
        guard news.trace != nil || !news.findings.isEmpty || (news.hasMoved && meter.isWatched) else {
          return nil
        }
        state.untold[state.told] = Untold()
        state.waiting -= news.weight
        if news.trace != nil { state.told += 1 }
        return news
      }
      try body(news.findings)
      if let trace = news.trace { return trace }
    }
  }

  /// Ends all threads. What was not told is lost.
  func stop() {
    state.change { $0.isStopped = true }
    state.change { $0.threads == 0 ? () : nil }
  }
}
