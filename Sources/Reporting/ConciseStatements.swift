import BasicContainers
import Checking
import Diagnostics

/// What stands behind the place in lines of the concise report, as far as it was written lately.
struct ConciseStatements: ~Copyable {
  private var known = KnownStatements()
  private var entries = UniqueArray<Entry>()
  /// What ends the lines of each rule.
  private var ends = RuleTexts()

  struct Entry: ~Copyable {
    /// Of the reported line, of the one that the statement speaks of beside it, and of that after which the scope begins; each
    /// empty until it is asked for.
    fileprivate var reported = ReportText()
    fileprivate var beside = ReportText()
    fileprivate var start = ReportText()
  }

  /// The place of a statement.
  @inline(__always)
  mutating func place(of statement: Violation.Statement) -> Int {
    known.place(of: statement) ?? add(statement)
  }

  @inline(never)
  private mutating func add(_ statement: Violation.Statement) -> Int {
    let place = known.add(statement)
    while entries.count < known.count { entries.append(Entry()) }
    entries[place].reported.removeAll()
    entries[place].beside.removeAll()
    entries[place].start.removeAll()
    return place
  }

  /// Writes what the statement at a place says of a line that takes part.
  @inline(__always)
  mutating func write(
    _ part: Violation.Proof.Part, of place: Int, _ proof: Violation.Proof, to output: inout ReportText
  ) {
    switch part {
    case .reported:
      if entries[place].reported.isEmpty {
        Self.write(
          proof.severity.conciseName, proof.message, proof.statement, &ends, to: &entries[place].reported)
      }
      output += entries[place].reported
    case .beside:
      if entries[place].beside.isEmpty {
        Self.write("note", proof.label(of: part), proof.statement, &ends, to: &entries[place].beside)
      }
      output += entries[place].beside
    case .start:
      if entries[place].start.isEmpty {
        Self.write("note", proof.label(of: part), proof.statement, &ends, to: &entries[place].start)
      }
      output += entries[place].start
    case .related: write(note: proof.label(of: part), proof.statement, to: &output)
    }
  }

  /// Writes something else that is said of a line.
  mutating func write(note text: String, _ statement: Violation.Statement, to output: inout ReportText) {
    Self.write("note", text, statement, &ends, to: &output)
  }

  @inline(never)
  private static func write(
    _ word: String, _ text: String, _ statement: Violation.Statement, _ ends: inout RuleTexts,
    to output: inout ReportText
  ) {
    output += ": "
    output += word
    output += ": "
    output.append(line: text)
    let rule = statement.rule
    if !ends.has(statement) { ends.set(ReportText(" [\(Escaping.line(rule.id))]\n"), of: rule) }
    ends.write(statement, to: &output)
  }
}

extension Severity {
  /// What the concise format calls it. `note` is kept for the lines that belong to a violation.
  var conciseName: String { self == .note ? "info" : rawValue }
}
