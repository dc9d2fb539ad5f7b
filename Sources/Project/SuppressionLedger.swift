public import Diagnostics

/// The suppressions of a project, and what they are good for in one run.
public struct SuppressionLedger: Sendable {
  /// The suppressions, in the order of the text.
  public let suppressions: [Suppression]
  private let today: CalendarDay
  private var uses: [Int]
  /// Whether a log that the suppression speaks of was checked against its rule.
  private var isConcerned: [Bool]

  /// What becomes of a violation.
  public enum Fate: Sendable {
    /// It counts. The notes say of suppressions that would have borne it why they do not.
    case stands(notes: [String])
    /// That suppression bears it.
    case suppressed(by: Suppression)
  }

  /// What a suppression was good for.
  public enum Status: String, Sendable {
    /// It bore violations.
    case used
    /// There was nothing to bear, though a log that it speaks of was checked.
    case unused
    /// Its day has come: it bears nothing any more.
    case lapsed
    /// Its day cannot be read, so that it bears nothing.
    case unreadable
    /// No log was one that it speaks of, or its rule was not checked.
    case notConcerned
  }

  /// An account of a run that begins on a day.
  public init(_ suppressions: [Suppression], today: CalendarDay) {
    self.suppressions = suppressions
    self.today = today
    uses = suppressions.map { _ in 0 }
    isConcerned = suppressions.map { _ in false }
  }

  /// Decides on a violation of a rule that says this, in the log at a path that counts from the project's folder. Of
  /// several suppressions the first one in force bears it.
  public mutating func fate(of rule: String, _ message: String, in path: String) -> Fate {
    var notes: [String] = []
    for (index, suppression) in suppressions.enumerated()
    where suppression.concerns(rule, in: path) && suppression.means(message) {
      guard let lapse = suppression.lapse(by: today) else {
        uses[index] += 1
        return .suppressed(by: suppression)
      }
      let place = suppression.place
      notes.append("its suppression in \(place.source.name):\(place.start.line) \(lapse)")
    }
    return .stands(notes: notes)
  }

  /// Takes note that the log at a path was checked to its end against these rules.
  public mutating func noteChecked(_ path: String, against rules: some Sequence<String>) {
    let rules = Set(rules)
    for (index, suppression) in suppressions.enumerated() where rules.contains(suppression.rule) {
      if suppression.concerns(suppression.rule, in: path) { isConcerned[index] = true }
    }
  }

  // MARK: Results

  /// How many violations the suppression at an index bore.
  public func uses(of index: Int) -> Int { uses[index] }

  /// What the suppression at an index was good for.
  public func status(of index: Int) -> Status {
    if let expiry = suppressions[index].expiry {
      guard let day = expiry.day else { return .unreadable }
      if day <= today { return .lapsed }
    }
    return uses[index] > 0 ? .used : isConcerned[index] ? .unused : .notConcerned
  }

  /// A warning for each suppression that should not stay as it is.
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
    case .lapsed:
      return Diagnostic(
        "the suppression of `\(suppression.rule)` has expired", at: suppression.expiry?.range,
        label: "from this day on it suppresses nothing",
        help: "fix the cause and remove it, or set a later date", severity: .warning)
    case .unreadable:
      return Diagnostic(
        "the day `\(suppression.expires ?? "")` cannot be read", at: suppression.expiry?.range,
        label: "so nothing is suppressed; write a date like `2027-03-01`", severity: .warning)
    }
  }
}
