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
    /// How many digits line numbers had.
    fileprivate var digits = 0
    fileprivate var text = ReportText()
    /// Where its columns are shown.
    fileprivate var place = 0..<0
  }

  init() {
    for _ in 0..<Self.most { lines.append(Line()) }
  }

  /// Writes the line of a witness; says where the event's name is shown.
  @inline(__always)
  mutating func write(_ witness: Witness, _ form: borrowing FrameForm, to output: inout ReportText)
    -> Range<Int>
  {
    let index = witness.line & (Self.most - 1)
    if lines[index].witness !== witness || lines[index].digits != form.gutter.digits {
      show(witness, form, at: index)
    }
    output += lines[index].text
    return lines[index].place
  }

  @inline(never)
  private mutating func show(_ witness: Witness, _ form: borrowing FrameForm, at index: Int) {
    lines[index].text.removeAll()
    let line = form.write(witness.line, witness.text, focus: witness.columns, to: &lines[index].text)
    lines[index].witness = witness
    lines[index].digits = form.gutter.digits
    lines[index].place = line.place(of: witness.columns)
  }
}

/// Rows under lines, as far as they were written lately: most violations of a sentence say the same at the same column.
struct ShownRows: ~Copyable {
  /// By what tells them apart, each in one place alone.
  private var rows = UniqueArray<Row>(minimumCapacity: Self.most)

  private static let most = 32

  struct Row: ~Copyable {
    fileprivate var label = ""
    fileprivate var place = 0..<0
    /// That of the marks; nil where they are dashes.
    fileprivate var severity: Severity?
    fileprivate var digits = 0
    fileprivate var text = ReportText()
  }

  init() {
    for _ in 0..<Self.most { rows.append(Row()) }
  }

  /// Writes a row which marks a part of the line above it and says something of it: what the violation is about, of that
  /// severity, or what takes part.
  @inline(__always)
  mutating func write(
    _ label: String, under place: Range<Int>, _ severity: Severity?, _ form: borrowing FrameForm,
    to output: inout ReportText
  ) {
    let index = (label.utf8.count &+ place.lowerBound) & (Self.most - 1)
    if rows[index].place != place || rows[index].label != label || rows[index].severity != severity
      || rows[index].digits != form.gutter.digits
    {
      show(label, under: place, severity, form, at: index)
    }
    output += rows[index].text
  }

  @inline(never)
  private mutating func show(
    _ label: String, under place: Range<Int>, _ severity: Severity?, _ form: borrowing FrameForm,
    at index: Int
  ) {
    rows[index].text.removeAll()
    form.writeRow(
      label, under: place, severity.map { .severity($0) } ?? .frame, isOffending: severity != nil,
      to: &rows[index].text)
    (rows[index].label, rows[index].place) = (label, place)
    (rows[index].severity, rows[index].digits) = (severity, form.gutter.digits)
  }
}

extension Witness {
  /// Where the event's name stands.
  var columns: Range<Int> { column..<max(column, endColumn) }
}
