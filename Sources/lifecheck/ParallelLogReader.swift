import Reporting

/// Reads logs on several threads, and returns their results in order. Reads only files: pipes are read on the main
/// thread, which can wait for them and report each finding at once.
final class ParallelLogReader<Work: LogTask>: Sendable {
  private let work: Work
  private let logs: [Log]
  private let counter: ProgressCounter
  private let state: Shared<State>

  private struct State {
    /// The results of logs that are not reported yet, by index.
    var pending: [Int: PendingResults] = [:]
    /// The index of the next log to read.
    var next = 0
    /// The index of the log that is reported now.
    var current = 0
    /// The total weight of the pending findings of all logs.
    var pendingWeight = 0
    /// The number of running threads.
    var threads = 0
    /// Whether reading was stopped, because nothing more will be reported.
    var isStopped = false
  }

  private struct PendingResults {
    var findings: [Work.Finding] = []
    /// The total weight of the findings.
    var weight = 0
    /// Whether more of the log was read since the last report.
    var hasAdvanced = false
    /// The report of the log; nil until it is read to its end.
    var trace: TraceReport?
  }

  /// The number of logs that may be read before the one that is reported.
  private static var mostAhead: Int { 1_000 }

  /// Thrown on a reading thread to end a log after `stop`.
  private struct Stopped: Error {}

  /// Starts to read those logs that are files. Nil if they are too few or too small to be worth a thread.
  init?(_ work: Work, _ logs: [Log], threads: @autoclosure () -> Int, _ counter: ProgressCounter) {
    let files = logs.filter(\.isFile)
    guard files.count > 1, case let threads = threads(), threads > 1, Self.areWorthThreads(files) else {
      return nil
    }
    self.work = work
    self.logs = files
    self.counter = counter
    state = Shared(State())
    let started = (0..<min(threads, files.count)).count { _ in startThread() }
    if started == 0 { return nil }
  }

  private func startThread() -> Bool {
    state.update { $0.threads += 1 }
    let isStarted = System.startThread { self.readLogs() }
    if !isStarted { state.update { $0.threads -= 1 } }
    return isStarted
  }

  /// To read a chunk takes about ten times as long as to start a thread.
  private static func areWorthThreads(_ files: [Log]) -> Bool {
    var size = 0
    return files.lazy.flatMap(\.paths).contains {
      size += System.size(ofFile: $0) ?? 0
      return size > Input.chunk
    }
  }

  // MARK: Reading threads

  private func readLogs() {
    while let index = claimNext() {
      let trace = try? work.read(logs[index], counter, threads: 1) { try enqueue($0, of: index) }
      guard let trace else { break }
      state.update { $0.pending[index, default: PendingResults()].trace = trace }
    }
    state.update { $0.threads -= 1 }
  }

  /// Returns the index of the next log to read; nil if none is left. Waits if too many findings are pending.
  private func claimNext() -> Int? {
    state.update { state -> Int?? in
      if state.isStopped || state.next == logs.count { return .some(nil) }
      guard state.pendingWeight < Work.maxPending, state.next - state.current < Self.mostAhead else {
        return nil
      }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Stores findings until they are reported. To bound memory, waits if too many findings of all logs are pending,
  /// unless the reporting thread is waiting for this log.
  private func enqueue(_ findings: [Work.Finding], of index: Int) throws {
    if state.read(\.isStopped) { throw Stopped() }
    // Without findings, the reporting thread is woken only to update the progress line.
    if findings.isEmpty, !counter.isWatched { return }
    let weight = findings.reduce(0) { $0 + Work.weight(of: $1) }
    state.update { state -> Void? in
      let isAwaited = state.current == index && state.pending[index]?.findings.isEmpty != false
      guard isAwaited || state.pendingWeight < Work.maxPending || state.isStopped else { return nil }
      state.pending[index, default: PendingResults()].findings += findings
      state.pending[index, default: PendingResults()].hasAdvanced = true
      state.pending[index, default: PendingResults()].weight += weight
      state.pendingWeight += weight
      return ()
    }
  }

  // MARK: Reporting thread

  /// Returns the report of the next log, after `body` was called with its findings as they arrive. Rethrows its errors.
  func readNext(_ body: ([Work.Finding]) throws -> Void) throws -> TraceReport {
    while true {
      let news = state.update { state -> PendingResults? in
        guard let news = state.pending[state.current],
          news.trace != nil || !news.findings.isEmpty || (news.hasAdvanced && counter.isWatched)
        else { return nil }
        state.pending[state.current] = nil
        state.pendingWeight -= news.weight
        if news.trace != nil { state.current += 1 }
        return news
      }
      try body(news.findings)
      if let trace = news.trace { return trace }
    }
  }

  /// Stops all threads, and waits for them. Pending results are lost.
  func stop() {
    state.update { $0.isStopped = true }
    state.update { $0.threads == 0 ? () : nil }
  }
}
