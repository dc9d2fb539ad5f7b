import BasicContainers
import Checking
import Diagnostics

/// Lines of a log as frames show them, as far as they were shown lately: one line takes part in many violations.
struct ShownLines: ~Copyable {
  /// By the line, each in one place alone.
  private var lines = UniqueArray<Line>(minimumCapacity: Self.most)

  private static let most = 64

  struct Line: ~Copyable {
    fileprivate var witness: Witness?
    /// The line; and what stands below it where a scope begins after it, as soon as that was asked for.
    fileprivate var text = ReportText()
    /// Where its number stands, and where the line ends.
    fileprivate var number = 0..<0
    fileprivate var end = 0
    /// Where its columns are shown.
    fileprivate var columns = 0..<0
  }

  private let form: FrameForm
  /// What stands above a frame behind the line, for the newest column.
  private var opening = ReportText()
  private var column: Int?

  /// Lines in frames of a form; none is known yet.
  init(_ form: FrameForm) {
    self.form = form
    for _ in 0..<Self.most { lines.append(Line()) }
  }

  /// Writes where a witness stands, above the frame that is about it.
  @inline(__always)
  mutating func writePlace(_ witness: Witness, to output: inout ReportText) {
    let index = index(of: witness)
    output.append(lines[index].number, of: lines[index].text)
    if column != witness.column { showOpening(witness.column) }
    output += opening
  }

  /// Writes the line of a witness; says where the event's name is shown.
  @inline(__always)
  mutating func write(_ witness: Witness, to output: inout ReportText) -> Range<Int> {
    let index = index(of: witness)
    output.append(0..<lines[index].end, of: lines[index].text)
    return lines[index].columns
  }

  /// Writes the line of a witness after which a scope begins, the row that says so, and the sign that lines are left out.
  @inline(__always)
  mutating func writeStart(_ witness: Witness, to output: inout ReportText) {
    let index = index(of: witness)
    if lines[index].text.count == lines[index].end { showStart(at: index) }
    output += lines[index].text
  }

  @inline(__always)
  private mutating func index(of witness: Witness) -> Int {
    let index = witness.line & (Self.most - 1)
    if lines[index].witness?.isSame(as: witness) != true { show(witness, at: index) }
    return index
  }

  @inline(never)
  private mutating func show(_ witness: Witness, at index: Int) {
    lines[index].text.removeAll()
    lines[index].number = form.writeNumber(witness.line, to: &lines[index].text)
    let line = form.write(witness.text, focus: witness.columnsInText, to: &lines[index].text)
    lines[index].witness = witness
    lines[index].end = lines[index].text.count
    lines[index].columns = line.place(of: witness.columnsInText)
  }

  @inline(never)
  private mutating func showStart(at index: Int) {
    form.writeRow(Violation.Related.start, under: lines[index].columns, nil, to: &lines[index].text)
    lines[index].text += form.gutter.gap
  }

  @inline(never)
  private mutating func showOpening(_ column: Int) {
    opening.removeAll()
    form.writeColumn(column, to: &opening)
    self.column = column
  }
}

extension Witness {
  /// Where the event's name stands.
  var columns: Range<Int> { column..<max(column, endColumn) }

  /// Where it stands in the text.
  fileprivate var columnsInText: Range<Int> {
    columns.lowerBound - textColumn + 1..<columns.upperBound - textColumn + 1
  }
}
