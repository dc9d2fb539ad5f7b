public import Checking
public import Project

/// Applies a baseline to the violations of a run, and finds the entries that are fixed.
///
/// A run without a violation does not show that it is fixed: the run may not test the rule. So an entry is fixed only if it was found
/// in no log, and in one of the logs its rule held for its subject. A rule that holds because no event breaks it holds for all
/// subjects that occur in the log.
public struct BaselineLedger: Sendable {
  /// The path of the file.
  public let path: String
  /// Whether violations that are not known yet are added.
  public let addsNew: Bool
  /// Whether fixed entries are removed.
  public let removesFixed: Bool
  private let today: CalendarDay
  private var entries: [Baseline.Entry]
  private var places: [String: Int] = [:]
  /// For each entry: whether the run has found it, even undecided, and whether the run has shown that it is fixed.
  private var isFound: [Bool]
  private var hasHeld: [Bool]
  /// The number of entries that were read; the others were added.
  private let known: Int

  /// Whether a violation is reported.
  public enum Decision: Sendable {
    /// It is new and reported. The notes explain why its entry does not count.
    case new(notes: [String])
    /// It is known since a day.
    case known(Baseline.Entry)
  }

  /// Creates a ledger for a run on a date, with the baseline of a file.
  public init(
    _ baseline: Baseline, path: String, today: CalendarDay, addsNew: Bool = false, removesFixed: Bool = false
  ) {
    self.path = path
    self.today = today
    self.addsNew = addsNew
    self.removesFixed = removesFixed
    entries = baseline.entries
    known = entries.count
    for (place, entry) in entries.enumerated() { places[entry.fingerprint] = place }
    isFound = entries.map { _ in false }
    hasHeld = isFound
  }

  /// Decides whether a violation is reported. Adds it to the entries if it is new and the ledger adds new ones.
  public mutating func decide(on violation: borrowing Violation) -> Decision {
    let fingerprint = Fingerprint(violation).description
    guard let place = places[fingerprint] else {
      guard addsNew else { return .new(notes: []) }
      let subject = violation.proof.subject
      let entry = Baseline.Entry(
        rule: violation.ruleID, event: subject.event, subject: subject.values, fingerprint: fingerprint,
        since: today)
      places[fingerprint] = entries.count
      entries.append(entry)
      isFound.append(true)
      hasHeld.append(false)
      return .known(entry)
    }
    isFound[place] = true
    let entry = entries[place]
    guard let expires = entry.expires, expires <= today else { return .known(entry) }
    if addsNew {
      entries[place] = Baseline.Entry(
        rule: entry.rule, event: entry.event, subject: entry.subject, fingerprint: fingerprint, since: today)
      return .known(entries[place])
    }
    return .new(notes: ["its entry in \(path) expired on \(expires)"])
  }

  /// Records a finding that is suppressed, or undecided at the end of a log. Its entry is not fixed.
  public mutating func recordFound(_ violation: borrowing Violation) {
    if let place = places[Fingerprint(violation).description] { isFound[place] = true }
  }

  /// Records that a log was checked to its end, and which subjects occur in it.
  public mutating func recordChecked(_ trace: TraceReport) {
    let rules = Set(trace.summary.rules.filter { $0.held > 0 }.map(\.ruleID))
    for place in 0..<known where rules.contains(entries[place].rule) {
      let subject = KnownSubject(entries[place])
      let isHeldByAbsence =
        trace.held.rulesByAbsence.contains(subject.rule) && trace.subjects.contains(subject)
      if subject.values.isEmpty || trace.held.checked[subject] != nil || isHeldByAbsence {
        hasHeld[place] = true
      }
    }
  }

  /// The subjects with values. A check of a log finds out for which of them a rule holds.
  public var subjects: KnownSubjects {
    KnownSubjects(
      Set(entries.map(KnownSubject.init).filter { !$0.values.isEmpty }),
      comparing: Fingerprint.withoutNumbers)
  }

  // MARK: Results

  /// The entries that the run has shown to be fixed.
  public var fixed: [Baseline.Entry] { (0..<known).filter(isFixed).map { entries[$0] } }
  /// The number of entries that were added.
  public var added: Int { entries.count - known }
  /// The earliest `since` date of the entries found in this run; nil if none was found.
  var since: CalendarDay? { entries.indices.filter { isFound[$0] }.map { entries[$0].since }.min() }

  private func isFixed(_ place: Int) -> Bool { hasHeld[place] && !isFound[place] }

  /// The baseline after the run.
  public var result: Baseline {
    Baseline(entries.indices.filter { !(removesFixed && isFixed($0)) }.map { entries[$0] })
  }
}
