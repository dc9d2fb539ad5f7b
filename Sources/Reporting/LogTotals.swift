import Checking
import Diagnostics
import Trace

/// The totals of all logs of a run.
struct LogTotals {
  /// The number of logs.
  private(set) var logs = 0
  /// The number of logs that could be checked. The other totals are about these.
  private(set) var checked = 0
  private(set) var lines = 0
  private(set) var events = 0
  private(set) var sessions = 0
  /// The number of logs that were checked against each rulebook, in the order of their first use.
  private(set) var rulebooks: [(name: String, logs: Int)] = []
  /// The number of violations for each severity, without suppressed and known ones, also in logs that could not be read to the end.
  private(set) var violations: [Severity: Int] = [:]

  /// Adds a log.
  mutating func add(_ trace: TraceReport, rulebook: String) {
    logs += 1
    violations.merge(trace.violations, uniquingKeysWith: +)
    if trace.problem != nil { return }
    checked += 1
    lines += trace.statistics.lines
    events += trace.statistics.events
    sessions += trace.summary.sessions
    if let place = rulebooks.firstIndex(where: { $0.name == rulebook }) {
      rulebooks[place].logs += 1
    } else {
      rulebooks.append((rulebook, 1))
    }
  }
}
