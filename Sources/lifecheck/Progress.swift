import Reporting

/// The progress line on a terminal, for a run that takes longer than a second: one line on standard error that is
/// updated in place, and removed before other output.
final class Progress {
  let counter: ProgressCounter
  private let start = System.monotonicSeconds
  private var last = System.monotonicSeconds
  /// Whether the line is currently shown.
  private var isVisible = false

  /// Nil for a command that does not check rules.
  private var violations: Int?
  /// The number of logs that were read, and of all logs; nil if there is only one.
  private var logs: (read: Int, all: Int)?
  /// The number of bytes to read, before decompression; nil if an input is not a file.
  private var all: Int?

  /// The time before the line is first shown, and between updates, in seconds.
  private static let delay = (first: 1.0, next: 0.1)

  /// A progress line that is shown if requested and if standard error is a terminal outside CI.
  init(isWanted: Bool, violations: Int? = nil) {
    self.violations = violations
    let isAutomatic = System.environment("CI")?.isEmpty == false
    counter = ProgressCounter(
      isWatched: isWanted && !isAutomatic && System.environment("TERM") != "dumb"
        && StandardStream.error.isTerminal)
  }

  /// Sets the total size of the logs.
  func setTotal(of logs: [Log]) {
    guard counter.isWatched else { return }
    if logs.count > 1 { self.logs = (0, logs.count) }
    let sizes = logs.flatMap(\.paths).map { $0 == "-" ? nil : System.size(ofFile: $0) }
    all = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Updates the line if an update is due. Shows it for the first time after the initial delay.
  func showIfDue() {
    guard counter.isWatched else { return }
    let now = System.monotonicSeconds
    guard now - start >= Self.delay.first, now - last >= Self.delay.next else { return }
    last = now
    show(seconds: now - start)
  }

  func countViolation() { violations? += 1 }

  func countLog() { logs?.read += 1 }

  /// Removes the line before other output.
  func clear() {
    guard isVisible else { return }
    isVisible = false
    StandardStream.error.tryWrite("\r\u{1b}[K")
  }

  private func show(seconds: Double) {
    let share = all.map { Double(counter.storedBytes) / Double(max(1, $0)) }
    let text = Self.text(
      bytes: counter.bytes, seconds: seconds, share: share, logs: logs, violations: violations)
    // A line that wraps could not be removed.
    let columns = StandardStream.error.columns ?? 80
    StandardStream.error.tryWrite("\r\u{1b}[K" + text.prefix(columns - 1))
    isVisible = true
  }

  /// `lifecheck: 45 %, 12 of 30 logs, 4.2 GB at 830 MB/s, 12 violations`.
  static func text(
    bytes: Int, seconds: Double, share: Double?, logs: (read: Int, all: Int)? = nil, violations: Int?
  ) -> String {
    var parts = ["\(size(Double(bytes))) at \(size(Double(bytes) / seconds))/s"]
    if let logs { parts.insert("\(logs.read) of \(logs.all) logs", at: 0) }
    // A growing file could exceed 100 %.
    if let share { parts.insert("\(Int(min(share, 1) * 100)) %", at: 0) }
    if let violations { parts.append("\(violations) violation\(violations == 1 ? "" : "s")") }
    return "\(Tool.name): " + parts.joined(separator: ", ")
  }

  /// `4.2 GB`: two digits or three.
  private static func size(_ bytes: Double) -> String {
    var rest = bytes
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where rest >= 999.5 {
      rest /= 1000
      unit = larger
    }
    let isPrecise = rest < 9.95 && unit != "B"
    return (isPrecise ? "\((rest * 10).rounded() / 10)" : "\(Int(rest.rounded()))") + " \(unit)"
  }
}
