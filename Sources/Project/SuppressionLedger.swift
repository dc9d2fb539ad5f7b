public import Diagnostics

/// Applies the suppressions of a project to violations, and counts their uses in a run.
public struct SuppressionLedger: Sendable {
  /// The suppressions, in the order of the text.
  public let suppressions: [Suppression]
  private let today: CalendarDay
  private var uses: [Int]
  /// Whether a log to which the suppression applies was checked against its rule.
  private var isApplicable: [Bool]

  /// Whether a violation is reported.
  public enum Decision: Sendable {
    /// It is reported. The notes explain why matching suppressions are inactive.
    case reported(notes: [String])
    /// It is suppressed.
    case suppressed(by: Suppression)
  }

  /// The status of a suppression after a run. The raw values are part of the JSON report.
  public enum Status: String, Sendable {
    /// It suppressed violations.
    case used
    /// It suppressed nothing, although a log to which it applies was checked.
    case unused
    /// It has expired. The JSON report calls this `lapsed`.
    case expired = "lapsed"
    /// Its date cannot be read, so it is inactive.
    case unreadable
    /// It applies to none of the logs, or its rule was not checked.
    case notConcerned
  }

  /// Creates a ledger for a run on a date.
  public init(_ suppressions: [Suppression], today: CalendarDay) {
    self.suppressions = suppressions
    self.today = today
    uses = suppressions.map { _ in 0 }
    isApplicable = suppressions.map { _ in false }
  }

  /// Decides whether a violation is reported, by its rule, its message and the path of its log relative to the
  /// project's folder. Counts a use of the first active suppression that matches.
  public mutating func decide(on rule: String, _ message: String, in path: String) -> Decision {
    var notes: [String] = []
    for (index, suppression) in suppressions.enumerated()
    where suppression.applies(to: rule, in: path) && suppression.matches(message) {
      guard let reason = suppression.inactiveReason(on: today) else {
        uses[index] += 1
        return .suppressed(by: suppression)
      }
      let place = suppression.place
      notes.append("its suppression in \(place.source.name):\(place.start.line) \(reason)")
    }
    return .reported(notes: notes)
  }

  /// Records that a log was checked to its end against rules.
  public mutating func recordChecked(_ path: String, against rules: some Sequence<String>) {
    let rules = Set(rules)
    for (index, suppression) in suppressions.enumerated() where rules.contains(suppression.rule) {
      if suppression.applies(to: suppression.rule, in: path) { isApplicable[index] = true }
    }
  }

  // MARK: Results

  /// The number of violations that the suppression at an index suppressed.
  public func uses(of index: Int) -> Int { uses[index] }

  /// The status of the suppression at an index.
  public func status(of index: Int) -> Status {
    if let expiry = suppressions[index].expiry {
      guard let day = expiry.day else { return .unreadable }
      if day <= today { return .expired }
    }
    return uses[index] > 0 ? .used : isApplicable[index] ? .unused : .notConcerned
  }

  /// A warning for each suppression that is unused, expired or unreadable.
  public var warnings: [Diagnostic] { suppressions.indices.compactMap(warning) }

  private func warning(of index: Int) -> Diagnostic? {
    let suppression = suppressions[index]
    switch status(of: index) {
    case .used, .notConcerned:
      return nil
    case .unused:
      return Diagnostic(
        "the suppression of `\(suppression.rule)` suppresses nothing", at: suppression.place,
        help: "if the cause is fixed, remove it", severity: .warning)
    case .expired:
      return Diagnostic(
        "the suppression of `\(suppression.rule)` has expired", at: suppression.expiry?.range,
        label: "it is inactive from this date",
        help: "fix the cause and remove it, or set a later date", severity: .warning)
    case .unreadable:
      return Diagnostic(
        "the date `\(suppression.expires ?? "")` is invalid", at: suppression.expiry?.range,
        label: "so nothing is suppressed; write a date like `2027-03-01`", severity: .warning)
    }
  }
}
