import BasicContainers
import Checking
import Diagnostics

/// A cache of the texts after the location in lines of the concise report, for recently written statements.
struct ConciseLineCache: ~Copyable {
  private var cache = StatementCache()
  private var entries = UniqueArray<Entry>()
  /// The rule's id in brackets, at the end of each line.
  private var suffixes = RuleTextCache()

  struct Entry: ~Copyable {
    /// The texts for the reported line, the line beside it, and the line at which the scope starts. Each is empty until
    /// its first use.
    fileprivate var reported = TextBuffer()
    fileprivate var beside = TextBuffer()
    fileprivate var start = TextBuffer()
  }

  /// The slot of a statement, which is added if it is missing.
  @inline(__always)
  mutating func slot(of statement: Violation.Statement) -> Int {
    cache.slot(of: statement) ?? insert(statement)
  }

  @inline(never)
  private mutating func insert(_ statement: Violation.Statement) -> Int {
    let slot = cache.insert(statement)
    while entries.count < cache.slotCount { entries.append(Entry()) }
    entries[slot].reported.removeAll()
    entries[slot].beside.removeAll()
    entries[slot].start.removeAll()
    return slot
  }

  /// Writes the text of the statement in a slot for one of its lines.
  @inline(__always)
  mutating func write(
    _ part: Violation.Proof.Part, at slot: Int, _ proof: Violation.Proof, to output: inout TextBuffer
  ) {
    switch part {
    case .reported:
      if entries[slot].reported.isEmpty {
        Self.write(
          proof.severity.conciseName, proof.message, proof.statement, &suffixes, to: &entries[slot].reported)
      }
      output += entries[slot].reported
    case .beside:
      if entries[slot].beside.isEmpty {
        Self.write("note", proof.label(of: part), proof.statement, &suffixes, to: &entries[slot].beside)
      }
      output += entries[slot].beside
    case .start:
      if entries[slot].start.isEmpty {
        Self.write("note", proof.label(of: part), proof.statement, &suffixes, to: &entries[slot].start)
      }
      output += entries[slot].start
    case .related: write(note: proof.label(of: part), proof.statement, to: &output)
    }
  }

  /// Writes a note about a line.
  mutating func write(note text: String, _ statement: Violation.Statement, to output: inout TextBuffer) {
    Self.write("note", text, statement, &suffixes, to: &output)
  }

  @inline(never)
  private static func write(
    _ word: String, _ text: String, _ statement: Violation.Statement, _ suffixes: inout RuleTextCache,
    to output: inout TextBuffer
  ) {
    output += ": "
    output += word
    output += ": "
    output.append(line: text)
    let rule = statement.rule
    if !suffixes.contains(statement) {
      suffixes.insert(TextBuffer(" [\(Escaping.line(rule.id))]\n"), of: rule)
    }
    suffixes.write(statement, to: &output)
  }
}

extension Severity {
  /// The name in the concise format. `note` is reserved for further lines of a violation.
  var conciseName: String { self == .note ? "info" : rawValue }
}
