/// What the frames of a report have in common: how they are dressed, and what is written again and again.
struct FrameForm {
  let style: Style
  private(set) var gutter: Gutter
  /// What stands above the frames of the newest file.
  private var header: (path: String, text: ReportText.Piece)?

  init(_ style: Style) {
    self.style = style
    gutter = Gutter(digits: 1, style)
  }

  /// Makes room for line numbers up to one.
  mutating func prepare(lines greatest: Int) {
    let digits = Gutter.digits(greatest)
    if digits != gutter.digits { gutter = Gutter(digits: digits, style) }
  }

  /// What stands above a frame, up to its line.
  mutating func header(_ path: String) -> ReportText.Piece {
    if let header, header.path == path { return header.text }
    let text = Array((style.paint("  -->", .frame) + " " + Escaping.path(path) + ":").utf8)
    header = (path, text)
    return text
  }

  /// What stands left of the lines. No line of a frame begins with a character of the text that it shows.
  struct Gutter {
    let digits: Int
    /// A row without a line, and one in place of lines that are left out.
    let empty: ReportText.Piece
    let gap: ReportText.Piece
    /// What begins a row under a line.
    let row: ReportText.Piece
    /// What stands before and behind a number.
    private let before: ReportText.Piece
    private let behind: ReportText.Piece

    init(digits: Int, _ style: Style) {
      self.digits = digits
      let blank = String(repeating: " ", count: digits + 2)
      empty = Array((style.paint(blank + "|", .frame) + "\n").utf8)
      gap = Array((style.paint(blank + style.gap, .frame) + "\n").utf8)
      row = Array((style.paint(blank + "|", .frame) + " ").utf8)
      before = Array((style.begin(.frame) + " ").utf8)
      behind = Array((" |" + style.end).utf8)
    }

    /// How many digits a number has.
    static func digits(_ number: Int) -> Int {
      var (digits, least) = (1, 10)
      while number >= least, digits < 18 { (digits, least) = (digits + 1, least * 10) }
      return digits
    }

    /// Begins the row of a line.
    func begin(_ number: Int, to output: inout ReportText) {
      output += before
      for _ in Self.digits(number)..<digits { output.append(" ") }
      output.append(number)
      output += behind
    }
  }
}
