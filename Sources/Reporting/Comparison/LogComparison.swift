import Checking
public import Rulebook

/// The comparison of a run with one or more good runs of the same app: the result of `lifecheck diff`.
///
/// The sessions of an app are compared in order. A difference is reported only if it holds against every good run.
public struct LogComparison {
  let good: [LogFiles]
  let bad: LogFiles
  /// The sessions in the order of the first good run, then those that only the other run has.
  let sessions: [ComparedSession]
  /// The rules whose verdict changed, in the order of the rulebook.
  let verdicts: [VerdictChange]
  /// The text of the first good log and of the other one; nil if it was not kept.
  let goodText: LogText?
  let badText: LogText?

  /// Compares a log with good ones; there is at least one. All logs were checked against this rulebook. `withRows` also puts the
  /// events of the sessions side by side, for `ComparisonPage`.
  public init(good: [RecordedLog], bad: RecordedLog, _ rulebook: Rulebook, withRows: Bool = false) {
    self.good = good.map(\.files)
    self.bad = bad.files
    (goodText, badText) = (good.first?.text, bad.text)
    sessions = SessionMatching(good + [bad], StepTable(rulebook), withRows: withRows).sessions
    verdicts = VerdictChange.all(good: good, bad: bad, rulebook, sessions)
  }

  /// Whether anything differs.
  public var hasDifferences: Bool { differenceCount > 0 || !verdicts.isEmpty }

  /// The number of differences between the events, where a missing or a new session counts as one.
  var differenceCount: Int { sessions.map { $0.isMatched ? $0.differences.count : 1 }.reduce(0, +) }
}

/// A session of the good runs with its counterpart, or a session without one.
struct ComparedSession {
  /// The name of the app in the first log with the session; empty if the log does not name it.
  var app: String
  /// The number of the session among those of the app, from 1.
  var number: Int
  /// The first line in the first good run; nil for a session that no good run has.
  var good: LogFiles.Place?
  /// The first line in the other run; nil for a session that is missing.
  var bad: LogFiles.Place?
  /// The number of events in the other run, or in the first good run if the session is missing.
  var events: Int
  var differences: [Difference] = []
  /// As in `SessionComparison`.
  var goodPlaces: [Int: LogFiles.Place] = [:]
  /// As in `SessionComparison`; empty if they are not wanted.
  var rows: [EventRow] = []

  var isMatched: Bool { good != nil && bad != nil }
}

/// Matches the sessions of several logs: the sessions of each app, in order.
private struct SessionMatching {
  private(set) var sessions: [ComparedSession] = []
  private var table = KindTable()
  private let steps: StepTable
  private let logs: [RecordedLog]
  private let withRows: Bool
  /// The kinds of `RecordedLog.texts`, for each log.
  private var kinds: [[Int]] = []

  /// Matches the sessions of good runs and, as the last log, another run.
  init(_ logs: [RecordedLog], _ steps: StepTable, withRows: Bool) {
    self.logs = logs
    self.withRows = withRows
    self.steps = steps
    for log in logs { kinds.append(log.texts.map { table.number(of: $0.kind) }) }
    // A renamed app is the same app, if there is no other one.
    let haveOneApp = logs.allSatisfy { Set($0.sessions.map(\.app)).count == 1 }
    let sessionsOfApps = logs.map { log in
      Dictionary(grouping: log.sessions.indices) { haveOneApp ? "" : log.sessions[$0].app }
    }
    var apps: [String] = []
    for log in logs { apps += log.sessions.map { haveOneApp ? "" : $0.app } }
    var seen: Set<String> = []
    for app in apps where seen.insert(app).inserted { match(sessionsOfApps.map { $0[app] ?? [] }) }
  }

  /// Compares the sessions of an app, given by their indices in each log.
  private mutating func match(_ indices: [[Int]]) {
    guard let badIndices = indices.last else { return }
    let goodCounts = indices.dropLast().map(\.count)
    for number in 0..<(indices.map(\.count).max() ?? 0) {
      let isInBad = number < badIndices.count
      if goodCounts.allSatisfy({ number < $0 }) {
        var session = description(0, indices[0][number], number)
        if isInBad {
          let runs = indices.indices.map { log in
            RunEvents(logs[log], logs[log].sessions[indices[log][number]], kinds: kinds[log])
          }
          let comparison = SessionComparison(runs, table, steps)
          session.bad = place(logs.count - 1, badIndices[number])
          session.events = runs[runs.count - 1].events.count
          session.differences = comparison.differences
          session.goodPlaces = comparison.goodPlaces
          if withRows { session.rows = comparison.rows }
        }
        sessions.append(session)
      } else if isInBad, goodCounts.allSatisfy({ number >= $0 }) {
        var session = description(logs.count - 1, badIndices[number], number)
        (session.good, session.bad) = (nil, session.good)
        sessions.append(session)
      }
    }
  }

  private func description(_ log: Int, _ index: Int, _ number: Int) -> ComparedSession {
    let session = logs[log].sessions[index]
    return ComparedSession(
      app: session.app, number: number + 1, good: place(log, index), events: session.events.count)
  }

  private func place(_ log: Int, _ index: Int) -> LogFiles.Place? {
    logs[log].sessions[index].events.first.map(logs[log].place)
  }
}
