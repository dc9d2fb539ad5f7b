import Diagnostics
import Rulebook

/// An example of a rule, split into its trace and its marks (`# expect: ID`).
struct MarkedTrace {
  /// The trace without the marks. It has the same lines as the example.
  private(set) var trace: [UInt8] = []
  /// The marks, in the order of the text.
  private(set) var marks: [Mark] = []
  /// The UTF-8 offset of the beginning of each line of the example.
  private var starts: [Int] = []
  private let lines: [Substring]
  /// Maps a UTF-8 range of the example to a range of the rulebook.
  let source: (Range<Int>) -> SourceRange

  /// A mark such as `no-gl-in-background x2`: the rule must report the line.
  struct Mark {
    var rule: String
    /// The number of lines that the violation covers, its own and those that repeat it; nil if the mark has no number.
    var count: Int?
    /// The 1-based line.
    var line: Int
    /// The UTF-8 range of the mark in the example.
    var place: Range<Int>
    /// Whether the mark has the correct form.
    var isReadable: Bool
  }

  private static let sign = "# expect:"

  init(_ example: RuleExample) {
    let text = example.text
    source = example.sourceMap()
    // Split by bytes, because Swift treats a carriage return and a line feed as one character.
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    for (index, line) in lines.enumerated() {
      starts.append(text.utf8.distance(from: text.startIndex, to: line.startIndex))
      var said = line
      if let sign = line.firstRange(of: Self.sign), line[..<sign.lowerBound].last?.isWhitespace != false {
        said = line[..<sign.lowerBound]
        while said.last?.isWhitespace == true { said.removeLast() }
        for part in line[sign.upperBound...].split(separator: ",", omittingEmptySubsequences: false) {
          marks.append(Self.mark(part, in: text, line: index + 1))
        }
      }
      trace += said.utf8
      trace.append(UInt8(ascii: "\n"))
    }
  }

  private static func mark(_ part: Substring, in text: String, line: Int) -> Mark {
    let words = part.split(whereSeparator: \.isWhitespace)
    let start = words.first?.startIndex ?? part.startIndex
    let end = words.last?.endIndex ?? part.startIndex
    let count = words.count == 2 && words[1].first == "x" ? Int(words[1].dropFirst()) : nil
    return Mark(
      rule: words.first.map(String.init) ?? "", count: count, line: line,
      place: text.utf8.distance(
        from: text.startIndex, to: start)..<text.utf8.distance(
          from: text.startIndex, to: end),
      isReadable: words.count == 1 || count.map { $0 > 0 } == true)
  }

  /// Returns the UTF-8 range of columns of a line in the example. Columns are counted in code points, from 1.
  func place(_ line: Int, _ columns: Range<Int>) -> Range<Int> {
    guard lines.indices.contains(line - 1) else { return 0..<0 }
    let scalars = lines[line - 1].unicodeScalars
    func offset(_ column: Int) -> Int {
      starts[line - 1] + scalars.prefix(max(0, column - 1)).reduce(0) { $0 + $1.utf8.count }
    }
    return offset(columns.lowerBound)..<max(offset(columns.lowerBound), offset(columns.upperBound))
  }

  /// Returns the UTF-8 range of the text of a line from a column on, without the mark.
  func restOfLine(_ line: Int, from column: Int) -> Range<Int> {
    guard lines.indices.contains(line - 1) else { return 0..<0 }
    let text = lines[line - 1]
    let end = text.firstRange(of: Self.sign)?.lowerBound ?? text.endIndex
    var said = text[..<end]
    while said.last?.isWhitespace == true { said.removeLast() }
    return place(line, column..<max(column, said.unicodeScalars.count + 1))
  }
}
