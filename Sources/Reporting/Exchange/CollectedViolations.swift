import Checking
import Diagnostics
import Project

/// The violations of a run, for formats that are sorted, or that are written at the end of the run.
struct CollectedViolations {
  private(set) var violations: [Found] = []
  /// Violations that do not fail the run: suppressed ones, and known ones.
  private(set) var exempt: [Found] = []
  private(set) var inconclusive: [Found] = []
  private var numbers = FingerprintNumbers()

  /// A violation, and where it was found.
  struct Found {
    let violation: Violation
    let log: LogFiles
    /// The location of the reported line.
    let place: LogFiles.Place
    /// The fingerprint and a number; nil for an inconclusive check.
    let identity: String?
    /// Why the violation does not fail the run; nil if it does.
    let exemption: Exemption?

    init(_ violation: Violation, in log: LogFiles, identity: String?, exemption: Exemption? = nil) {
      self.violation = violation
      self.log = log
      self.identity = identity
      self.exemption = exemption
      place = log.place(of: violation.witness.line)
    }
  }

  mutating func add(_ violation: Violation, in log: LogFiles) {
    violations.append(Found(violation, in: log, identity: numbers.identity(of: violation, in: log)))
  }

  mutating func addExempt(_ violation: Violation, by exemption: Exemption, in log: LogFiles) {
    let identity = numbers.identity(of: violation, in: log)
    exempt.append(Found(violation, in: log, identity: identity, exemption: exemption))
  }

  mutating func addInconclusive(_ violation: Violation, in log: LogFiles) {
    inconclusive.append(Found(violation, in: log, identity: nil))
  }

  /// Sorts each list by path, line, column and rule.
  mutating func sort() {
    violations.sort(by: Self.isBefore)
    exempt.sort(by: Self.isBefore)
    inconclusive.sort(by: Self.isBefore)
  }

  /// The violations, errors first, and then in the order of `sort`.
  var bySeverity: [Found] {
    violations.sorted { one, other in
      let (rank, otherRank) = (one.violation.severity.rank, other.violation.severity.rank)
      return rank == otherRank ? Self.isBefore(one, other) : rank < otherRank
    }
  }

  private static func isBefore(_ a: Found, _ b: Found) -> Bool {
    (a.place.path, a.place.line, a.violation.witness.column, a.violation.ruleID)
      < (b.place.path, b.place.line, b.violation.witness.column, b.violation.ruleID)
  }
}

/// A reporter that writes at the end of a log or of the run.
protocol CollectingReporter: Reporter {
  var found: CollectedViolations { get set }
}

extension CollectingReporter {
  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer
  ) {
    found.add(copy violation, in: log)
  }

  mutating func reportExempt(
    _ violation: Violation, by exemption: Exemption, in log: LogFiles, to output: inout TextBuffer
  ) {
    found.addExempt(violation, by: exemption, in: log)
  }

  mutating func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer) {
    found.addInconclusive(violation, in: log)
  }
}

extension String {
  /// The text, or its beginning and `…` if it has more than a number of code points.
  func cut(to most: Int) -> String {
    guard utf8.count > most, unicodeScalars.count > most else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…"
  }
}
