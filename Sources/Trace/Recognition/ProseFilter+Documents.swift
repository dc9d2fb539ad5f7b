/// Recognises documentation, issue reports and the output of tools, which also contain names of callbacks.
extension ProseFilter {
  /// Words that only prose uses after the name of a callback.
  private static let conjunctions = WordTable([
    "when", "whenever", "before", "because", "but", "which", "whether", "unless", "instead", "if", "func",
  ])

  /// Whether a sentence continues after a name: `… is called when the app …`, `… on launch?`.
  static func isSentence(_ line: Span<UInt8>, _ start: Int, before end: Int) -> Bool {
    guard start < end, line[start].isLower else { return false }
    if line[end - 1] == UInt8(ascii: "?") { return true }
    var index = start
    while index < end {
      let word = index..<line.skippingIdentifier(index, before: end)
      if conjunctions.number(of: word, in: line) != nil,
        !line.has("if needed", at: index, before: end), !line.has("if necessary", at: index, before: end)
      {
        return true
      }
      index = max(word.upperBound, index + 1)
    }
    return false
  }

  /// Whether a name is part of a list of names, or of a coverage table: `…, applicationWillTerminate and`,
  /// `…   91.67 % (11/12)`.
  static func isList(_ line: Span<UInt8>, _ start: Int, before end: Int) -> Bool {
    guard start < end else { return false }
    if line[start] == UInt8(ascii: ",") {
      let next = line.skippingSpaces(start + 1, before: end)
      for name in ["application", "scene", "On"] where line.hasText(name, at: next, before: end) {
        return line.byte(at: next + name.utf8.count).isUpper
      }
    }
    guard line[start].isDigit else { return false }
    let number = line.skippingDigits(start, before: end)
    return line.byte(at: number) == UInt8(ascii: ".")
      && line.has(" % (", at: line.skippingDigits(number + 1, before: end), before: end)
  }

  /// Whether a line without a header is a Markdown heading or an item of a definition list: `## name(_:)`,
  /// `- name: the scene …`.
  static func isOfMarkdown(_ line: Span<UInt8>, _ lead: Range<Int>, _ tail: Range<Int>) -> Bool {
    guard lead.lowerBound == 0 else { return false }
    let start = line.skippingSpaces(0, before: lead.upperBound)
    let index = line.skippingSpaces(tail.lowerBound, before: tail.upperBound)
    var marks = start
    while marks < lead.upperBound, line[marks] == UInt8(ascii: "#") { marks += 1 }
    if marks > start + 1 {
      return line.skippingSpaces(marks, before: lead.upperBound) == lead.upperBound
        && index == tail.upperBound
    }
    guard start + 2 == lead.upperBound, line[start + 1].isSpace,
      line[start] == UInt8(ascii: "-") || line[start] == UInt8(ascii: "*"),
      tail.lowerBound < tail.upperBound, line[tail.lowerBound] == UInt8(ascii: ":")
    else { return false }
    let text = line.skippingSpaces(tail.lowerBound + 1, before: tail.upperBound)
    return text > tail.lowerBound + 1 && text < tail.upperBound && line[text].isLower
  }
}
