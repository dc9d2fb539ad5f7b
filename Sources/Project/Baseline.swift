/// The known violations of a project, which do not fail a run: the content of a baseline file.
///
/// The file is YAML. It has one entry a line, in a fixed order, so that versions of it can be merged.
public struct Baseline: Sendable {
  /// A known violation.
  public struct Entry: Sendable, Equatable {
    /// The id of the rule.
    public let rule: String
    /// The name of the event that the violation is about; empty if an event is missing in a whole session.
    public let event: String
    /// The values of the key fields that the violation is about.
    public let subject: [String: String]
    /// Identifies the violation in all recordings of it.
    public let fingerprint: String
    /// The date on which it became known.
    public internal(set) var since: CalendarDay
    /// The date from which it counts again; nil if it stays known.
    public internal(set) var expires: CalendarDay?

    /// Creates an entry for a violation that becomes known on a date.
    public init(
      rule: String, event: String, subject: [String: String], fingerprint: String, since: CalendarDay
    ) {
      self.rule = rule
      self.event = event
      self.subject = subject
      self.fingerprint = fingerprint
      self.since = since
    }

    /// The rule, and what the violation is about: `timers-stopped-on-resign (timer.start id=redraw)`.
    public var text: String {
      let values = subject.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let about = ((event.isEmpty ? [] : [event]) + values).joined(separator: " ")
      return about.isEmpty ? rule : "\(rule) (\(about))"
    }
  }

  /// The version of the fingerprint algorithm.
  public static let fingerprints = "lifecheck/v1"
  static let version = "1"

  /// The entries, sorted by rule, event, subject and fingerprint. No two have the same fingerprint.
  public let entries: [Entry]

  /// Creates a baseline. Entries with the same fingerprint are one, whatever their order: known since the earliest date, until the
  /// latest one.
  public init(_ entries: [Entry] = []) {
    var known: [String: Entry] = [:]
    for entry in entries {
      guard var other = known[entry.fingerprint] else {
        known[entry.fingerprint] = entry
        continue
      }
      other.since = min(other.since, entry.since)
      // Without a date, an entry stays known.
      other.expires = other.expires.flatMap { one in entry.expires.map { max(one, $0) } }
      known[entry.fingerprint] = other
    }
    self.entries = known.values.sorted { ($0.text, $0.fingerprint) < ($1.text, $1.fingerprint) }
  }

  /// The text of the file.
  public var text: String {
    let head = """
      # Known violations, written by lifecheck. They do not fail a run. One entry a line, so that versions can be merged.
      baseline: \(Self.version)
      fingerprints: \(Self.fingerprints)
      known:
      """
    return entries.isEmpty ? head + " []\n" : head + "\n" + entries.map(Self.line).joined()
  }

  private static func line(_ entry: Entry) -> String {
    let values = entry.subject.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
    var parts = ["rule: \(quoted(entry.rule))"]
    if !entry.event.isEmpty { parts.append("event: \(quoted(entry.event))") }
    if !values.isEmpty { parts.append("subject: {\(values.joined(separator: ", "))}") }
    parts += ["fingerprint: \(quoted(entry.fingerprint))", "since: \(entry.since)"]
    if let expires = entry.expires { parts.append("expires: \(expires)") }
    return "  - {\(parts.joined(separator: ", "))}\n"
  }

  /// A text in double quotes, in which YAML allows any character by its number.
  private static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case _ where isPrintable(scalar): return String(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return "\"\(inner.joined())\""
  }

  /// Whether a character is shown as itself, and cannot change how others are shown.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
