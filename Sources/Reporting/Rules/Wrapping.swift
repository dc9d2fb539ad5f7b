/// Wraps text to a width in columns.
enum Wrapping {
  /// The lines, broken between words; a word that is too long gets a line of its own. The first line has `first`
  /// columns less, the others have `rest` columns less, for indentation that the caller writes.
  static func lines(_ text: String, width: Int, first: Int = 0, rest: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = width - first
    for word in text.split(separator: " ") {
      let columns = Self.columns(word)
      if line.isEmpty {
        line = String(word)
      } else if Self.columns(line) + 1 + columns <= room {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
        room = width - rest
      }
    }
    return lines + [line]
  }

  /// The text after `indent` columns, with further lines indented to the same column, and a line end.
  static func hanging(_ text: String, width: Int, at indent: Int) -> String {
    let blank = String(repeating: " ", count: indent)
    return lines(text, width: width, first: indent, rest: indent).joined(separator: "\n" + blank) + "\n"
  }

  static func columns(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}
