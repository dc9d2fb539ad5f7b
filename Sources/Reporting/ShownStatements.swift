import BasicContainers
import Checking

/// What is written of statements, as far as that was written lately: most violations of a sentence say the same.
struct ShownStatements: ~Copyable {
  /// Some of each rule, one after the other.
  private var entries = UniqueArray<Entry>()

  /// So many of a rule.
  private static let most = 4

  struct Entry: ~Copyable {
    fileprivate var statement: Violation.Statement?
    /// How many of the rule were known before it was.
    fileprivate var turn = 0
    fileprivate var header = ReportText()
    /// The rows under its lines: the reported one, those of which it speaks, and the first of those that are its scope.
    fileprivate var rows = UniqueArray<ShownRow>()
  }

  private static let mostRows = 6

  /// The place of a statement; its header is made where it is not known.
  @inline(__always)
  mutating func place(
    of statement: Violation.Statement, _ header: (Violation.Statement) -> ReportText
  ) -> Int {
    let first = statement.rule.number * Self.most
    if first < entries.count {
      for place in first..<first + Self.most where entries[place].statement === statement { return place }
    }
    return add(statement, header(statement), first)
  }

  /// Makes a statement known in place of the oldest one of its rule; its place.
  @inline(never)
  private mutating func add(
    _ statement: Violation.Statement, _ header: consuming ReportText, _ first: Int
  ) -> Int {
    while entries.count < first + Self.most {
      entries.append(Entry())
      for _ in 0..<Self.mostRows { entries[entries.count - 1].rows.append(ShownRow()) }
    }
    var (oldest, turn) = (first, 0)
    for place in first..<first + Self.most {
      if entries[place].turn < entries[oldest].turn { oldest = place }
      turn = max(turn, entries[place].turn)
    }
    (entries[oldest].statement, entries[oldest].turn) = (statement, turn + 1)
    entries[oldest].header = header
    for row in entries[oldest].rows.indices { entries[oldest].rows[row].forget() }
    return oldest
  }

  /// Writes the header of the statement at a place.
  @inline(__always)
  func writeHeader(of place: Int, to output: inout ReportText) { output += entries[place].header }

  /// Writes a row which marks a part of the line above it and says what the statement at a place says of that line.
  @inline(__always)
  mutating func writeRow(
    _ part: Violation.Proof.Part, of place: Int, _ proof: Violation.Proof, under columns: Range<Int>,
    _ form: borrowing FrameForm, to output: inout ReportText
  ) {
    let row =
      switch part {
      case .reported: 0
      case .beside: 1
      case .start: 2
      case .related(let number): min(3 + number, Self.mostRows - 1)
      }
    entries[place].rows[row].write(part, of: proof, under: columns, form, to: &output)
  }
}

/// A row under a line, as it was written last: most often it stands under the same columns.
struct ShownRow: ~Copyable {
  private var columns = 0..<0
  private var digits = 0
  /// What it says, where that does not follow from the statement.
  private var label: String?
  private var text = ReportText()

  /// Writes the row of a statement that says something of a line.
  @inline(__always)
  fileprivate mutating func write(
    _ part: Violation.Proof.Part, of proof: Violation.Proof, under columns: Range<Int>,
    _ form: borrowing FrameForm, to output: inout ReportText
  ) {
    if self.columns != columns || digits != form.gutter.digits || !isKnown(part, of: proof) {
      show(part, of: proof, under: columns, form)
    }
    output += text
  }

  /// Of what was written nothing holds any more.
  fileprivate mutating func forget() { digits = 0 }

  @inline(__always)
  private func isKnown(_ part: Violation.Proof.Part, of proof: Violation.Proof) -> Bool {
    if case .related = part { proof.label(of: part) == label } else { true }
  }

  @inline(never)
  private mutating func show(
    _ part: Violation.Proof.Part, of proof: Violation.Proof, under columns: Range<Int>,
    _ form: borrowing FrameForm
  ) {
    let label = proof.label(of: part)
    text.removeAll()
    form.writeRow(label, under: columns, part == .reported ? proof.severity : nil, to: &text)
    (self.columns, digits) = (columns, form.gutter.digits)
    self.label = if case .related = part { label } else { nil }
  }
}
