import Diagnostics
import Rulebook

/// The rules as a list by file, one line for each rule if the width allows.
struct RuleList {
  let catalogue: RuleCatalogue
  let style: Style
  let width: Int

  private static let severity = 7
  private static let widestID = 38
  private static let narrowestTitle = 24

  var text: String {
    let ids = catalogue.entries.map { Wrapping.columns(Escaping.line($0.rule.id)) }
    let column = 2 + Self.severity + 2 + min(ids.max() ?? 0, Self.widestID) + 2
    let title = width - column < Self.narrowestTitle ? 2 + Self.severity + 4 : column
    let groups = catalogue.groups.map { group in
      let heading = Wrapping.lines(Escaping.path(group.heading), width: width).joined(separator: "\n")
      return style.paint(heading, .strong) + "\n" + group.entries.map { row($0, title) }.joined() + "\n"
    }
    return groups.joined() + catalogue.count + "\n"
  }

  private func row(_ entry: RuleCatalogue.Entry, _ column: Int) -> String {
    let word = entry.isOff ? "off" : entry.rule.severity.rawValue
    let ink = entry.isOff ? Style.Ink.frame : .severity(entry.rule.severity)
    let id = Escaping.line(entry.rule.id)
    let start =
      "  " + style.paint(word, ink) + String(repeating: " ", count: Self.severity - word.count) + "  " + id
    let end = 2 + Self.severity + 2 + Wrapping.columns(id)
    let gap =
      end + 2 <= column
      ? String(repeating: " ", count: column - end) : "\n" + String(repeating: " ", count: column)
    return start + gap + title(of: entry, column)
  }

  /// The title of a rule. Without a title, as much of its first sentence as fits on the line.
  private func title(of entry: RuleCatalogue.Entry, _ column: Int) -> String {
    if let title = entry.rule.texts.title {
      return Wrapping.hanging(Escaping.line(title), width: width, at: column)
    }
    let sentence = Escaping.line(entry.rule.sentences.first?.sentence.text ?? "")
    let lines = Wrapping.lines(sentence, width: width - style.cut.count - 1, first: column, rest: column)
    return lines[0] + (lines.count > 1 ? " \(style.cut)" : "") + "\n"
  }
}
