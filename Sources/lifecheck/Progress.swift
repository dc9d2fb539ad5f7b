import Reporting

/// What a run that takes longer than a second shows of itself on a terminal: one line on standard error, which is written
/// anew in place and gone before anything else is written.
final class Progress {
  let meter: Meter
  private let start = Platform.seconds
  private var last = Platform.seconds
  /// Whether the line stands on the terminal now.
  private var isThere = false

  /// Nil for a command that judges nothing.
  private var violations: Int?
  /// How many bytes there are to read, as they lie on the disk, if all files have an end.
  private var all: Int?

  /// How long a run is short, and how long the line stands as it is, in seconds.
  private static let delay = (first: 1.0, next: 0.1)

  /// Progress that is shown if it is wanted, where a person sees it.
  init(isWanted: Bool, violations: Int? = nil) {
    self.violations = violations
    let isAutomatic = Platform.environment("CI")?.isEmpty == false
    meter = Meter(
      isWatched: isWanted && !isAutomatic && Platform.environment("TERM") != "dumb"
        && Stream.error.isTerminal)
  }

  /// Before the first log is read: what there is to read.
  func expect(_ logs: [Log]) {
    guard meter.isWatched else { return }
    let sizes = logs.flatMap(\.paths).map { $0 == "-" ? nil : Platform.size(ofFile: $0) }
    all = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Writes the line anew if it has stood for a while, and for the first time if the run takes long.
  func showIfDue() {
    guard meter.isWatched else { return }
    let now = Platform.seconds
    guard now - start >= Self.delay.first, now - last >= Self.delay.next else { return }
    last = now
    show(seconds: now - start)
  }

  func noteViolation() { violations? += 1 }

  /// Takes the line away, so that something else can be written.
  func clear() {
    guard isThere else { return }
    isThere = false
    Stream.error.complain("\r\u{1b}[K")
  }

  private func show(seconds: Double) {
    let share = all.map { Double(meter.storedBytes) / Double(max(1, $0)) }
    let text = Self.text(bytes: meter.bytes, seconds: seconds, share: share, violations: violations)
    // A line that wraps could not be taken back.
    let columns = Stream.error.columns ?? 80
    Stream.error.complain("\r\u{1b}[K" + text.prefix(columns - 1))
    isThere = true
  }

  /// `lifecheck: 45 %, 4.2 GB at 830 MB/s, 12 violations`.
  static func text(bytes: Int, seconds: Double, share: Double?, violations: Int?) -> String {
    var parts = ["\(size(Double(bytes))) at \(size(Double(bytes) / seconds))/s"]
    // A file that grows is never done.
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
