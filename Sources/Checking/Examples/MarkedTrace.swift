import Diagnostics
import Rulebook

/// A rule's example, taken apart: the trace, and what its marks say behind it.
struct MarkedTrace {
  /// The trace without the marks; its lines are those of the example.
  private(set) var trace: [UInt8] = []
  /// What is due, in the order of the text.
  private(set) var marks: [Mark] = []
  /// Where each line of the example begins, in UTF-8 offsets.
  private var starts: [Int] = []
  private let lines: [Substring]
  /// Where a part of the example, in UTF-8 offsets, stands in the rulebook.
  let source: (Range<Int>) -> SourceRange

  /// `no-gl-in-background x2`: the line is reported by that rule.
  struct Mark {
    var rule: String
    /// How many lines the violation tells of, that which is marked and those that repeat it; nil where that is not said.
    var count: Int?
    /// The 1-based line.
    var line: Int
    /// Where it stands in the example, in UTF-8 offsets.
    var place: Range<Int>
    /// Whether it has the form of a mark.
    var isReadable: Bool
  }

  private static let sign = "# expect:"

  init(_ example: RuleExample) {
    let text = example.text
    source = example.sourceMap()
    // By bytes: a carriage return and a line feed are one character.
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

  /// Where columns of a line, counted in code points from 1, stand in the example, in UTF-8 offsets.
  func place(_ line: Int, _ columns: Range<Int>) -> Range<Int> {
    guard lines.indices.contains(line - 1) else { return 0..<0 }
    let scalars = lines[line - 1].unicodeScalars
    func offset(_ column: Int) -> Int {
      starts[line - 1] + scalars.prefix(max(0, column - 1)).reduce(0) { $0 + $1.utf8.count }
    }
    return offset(columns.lowerBound)..<max(offset(columns.lowerBound), offset(columns.upperBound))
  }

  /// Where the words of a line stand that is no mark, from a column on.
  func restOfLine(_ line: Int, from column: Int) -> Range<Int> {
    guard lines.indices.contains(line - 1) else { return 0..<0 }
    let text = lines[line - 1]
    let end = text.firstRange(of: Self.sign)?.lowerBound ?? text.endIndex
    var said = text[..<end]
    while said.last?.isWhitespace == true { said.removeLast() }
    return place(line, column..<max(column, said.unicodeScalars.count + 1))
  }
}
