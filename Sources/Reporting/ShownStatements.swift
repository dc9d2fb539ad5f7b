import BasicContainers
import Checking

/// What is written of statements, as far as that was written lately: most violations of a sentence say the same.
struct ShownStatements: ~Copyable {
  private let form: FrameForm
  private var known = KnownStatements()
  private var entries = UniqueArray<Entry>()

  struct Entry: ~Copyable {
    /// The header, which ends there, and what stands above a frame before the line.
    fileprivate var beginning = ReportText()
    fileprivate var headerEnd = 0
    /// The rows under its lines: the reported one, those of which it speaks, and the first of those that are its scope.
    fileprivate var rows = UniqueArray<ShownRow>()

    /// Makes a row anew.
    @inline(never)
    fileprivate mutating func show(
      _ row: Int, _ part: Violation.Proof.Part, isLast: Bool, of proof: Violation.Proof,
      under columns: Range<Int>, _ form: FrameForm
    ) {
      rows[row].show(part, isLast: isLast, of: proof, under: columns, form)
    }
  }

  private static let mostRows = 6

  /// What is said above, in and below frames of a form; none is known yet.
  init(_ form: FrameForm) { self.form = form }

  /// The place of a statement.
  @inline(__always)
  mutating func place(of statement: Violation.Statement) -> Int {
    known.place(of: statement) ?? add(statement)
  }

  @inline(never)
  private mutating func add(_ statement: Violation.Statement) -> Int {
    let place = known.add(statement)
    while entries.count < known.count {
      entries.append(Entry())
      for _ in 0..<Self.mostRows { entries[entries.count - 1].rows.append(ShownRow()) }
    }
    entries[place].beginning.removeAll()
    form.style.writeHeader(of: statement, to: &entries[place].beginning)
    entries[place].headerEnd = entries[place].beginning.count
    entries[place].beginning += form.header
    for row in entries[place].rows.indices { entries[place].rows[row].forget() }
    return place
  }

  /// Writes the header of the statement at a place.
  func writeHeader(of place: Int, to output: inout ReportText) {
    output.append(0..<entries[place].headerEnd, of: entries[place].beginning)
  }

  /// Writes the header of the statement at a place, and what stands above its frame before the line.
  @inline(__always)
  func writeBeginning(of place: Int, to output: inout ReportText) { output += entries[place].beginning }

  /// Writes the row with the mark and the label below a line, and what usually follows: below the last line the end of the
  /// frame and an empty line, below others the sign for omitted lines.
  @inline(__always)
  mutating func writeRow(
    _ part: Violation.Proof.Part, isLast: Bool, of place: Int, _ proof: Violation.Proof,
    under columns: Range<Int>, to output: inout ReportText
  ) {
    let row =
      switch part {
      case .reported: 0
      case .beside: 1
      case .start: 2
      case .related(let number): min(3 + number, Self.mostRows - 1)
      }
    if !entries[place].rows[row].isOf(part, isLast: isLast, proof, under: columns) {
      entries[place].show(row, part, isLast: isLast, of: proof, under: columns, form)
    }
    output += entries[place].rows[row].text
  }
}

/// A row under a line with what follows it, as it was written last: most often it stands under the same columns.
struct ShownRow: ~Copyable {
  private var columns = 0..<0
  private var isLast = false
  /// What it says, where that does not follow from the statement.
  private var label: String?
  fileprivate private(set) var text = ReportText()

  /// Of what was written nothing holds any more.
  fileprivate mutating func forget() { columns = 0..<0 }

  @inline(__always)
  fileprivate func isOf(
    _ part: Violation.Proof.Part, isLast: Bool, _ proof: Violation.Proof, under columns: Range<Int>
  ) -> Bool {
    guard self.columns == columns, self.isLast == isLast else { return false }
    return if case .related = part { proof.label(of: part) == label } else { true }
  }

  fileprivate mutating func show(
    _ part: Violation.Proof.Part, isLast: Bool, of proof: Violation.Proof, under columns: Range<Int>,
    _ form: FrameForm
  ) {
    let label = proof.label(of: part)
    text.removeAll()
    form.writeRow(label, under: columns, part == .reported ? proof.severity : nil, to: &text)
    if isLast {
      text += form.gutter.empty
      text += "\n"
    } else {
      text += form.gutter.gap
    }
    (self.columns, self.isLast) = (columns, isLast)
    self.label = if case .related = part { label } else { nil }
  }
}
