import Checking
import Diagnostics

/// The report for GitLab's Code Quality: a JSON list (GitLab, "Code Quality report format"). GitLab does not show the name of a
/// check, so the description begins with the rule.
struct GitLabReporter: CollectingReporter {
  var found = CollectedViolations()

  /// An issue with the keys of GitLab's format.
  private struct Issue: Encodable {
    var description: String
    var check_name: String
    var fingerprint: String
    var severity: String
    var location: Location

    struct Location: Encodable {
      var path: String
      var lines: Lines

      struct Lines: Encodable { var begin: Int }
    }
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    found.sort()
    let issues = found.violations.map { found in
      Issue(
        description: "\(found.violation.ruleID): \(Escaping.line(found.violation.message.cut(to: 1_000)))",
        check_name: found.violation.ruleID, fingerprint: Self.fingerprint(found),
        severity: Self.severity(found.violation.severity),
        location: .init(path: found.place.path, lines: .init(begin: found.place.line)))
    }
    output += try JSONText.text(of: issues)
  }

  /// GitLab shows one issue for each fingerprint, so that of a violation also depends on its log.
  private static func fingerprint(_ found: CollectedViolations.Found) -> String {
    Fingerprint.digits(of: Fingerprint.hash(of: "\(found.log.name)\0\(found.identity ?? "")"))
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
