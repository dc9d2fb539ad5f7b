import Diagnostics
import Rulebook

/// The rules as a page of Markdown.
struct RuleMarkdown {
  let catalogue: RuleCatalogue

  var text: String {
    """
    # The rules of \(Self.plain(catalogue.name))

    \(catalogue.count). `lifecheck rules --format markdown` writes this page.

    """ + catalogue.groups.map(text).joined()
  }

  private func text(_ group: RuleCatalogue.Group) -> String {
    "\n## \(Self.plain(group.heading))\n" + group.entries.map(text).joined()
  }

  private func text(_ entry: RuleCatalogue.Entry) -> String {
    let rule = entry.rule
    var result = "\n### `\(Self.line(rule.id))`\n\n"
    let title = rule.texts.title.map { ": " + Self.plain($0) } ?? ""
    result += "**\(rule.severity.rawValue)**\(title)\n\n"
    for sentence in rule.sentences {
      let severity = sentence.severity.map { "(\($0.rawValue)) " } ?? ""
      let lines = Wrapping.lines(severity + Self.line(sentence.sentence.text), width: 110, rest: 2)
      result += "    " + lines.joined(separator: "\n      ") + "\n"
    }
    result += "\n"
    if let why = rule.texts.why { result += "- Why: \(Self.plain(why))\n" }
    if let help = rule.texts.help { result += "- Help: \(Self.plain(help))\n" }
    if !rule.texts.guidance.isEmpty {
      result += "- Guidance: \(rule.texts.guidance.map(Self.plain).joined(separator: ", "))\n"
    }
    if !entry.automaticEvents.isEmpty {
      result += "- Logged by the system or a callback:"
      result += entry.automaticEvents.map { " `\(Self.line($0.name))`" }.joined(separator: ",") + "\n"
    }
    if !entry.manualEvents.isEmpty {
      result += "- Only if you log it:"
      result += entry.manualEvents.map { " `\(Self.line($0.line))`" }.joined(separator: ",") + "\n"
    }
    for example in rule.examples {
      result += "\n\(example.isGood ? "Keeps" : "Breaks") it:\n\n"
      for line in example.text.split(separator: "\n") { result += "    \(Self.line(String(line)))\n" }
    }
    return result
  }

  private static func line(_ text: String) -> String { Escaping.line(text) }

  /// Text with Markdown characters escaped, except in code between backticks.
  private static func plain(_ text: String) -> String {
    let parts = line(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      // A backtick without a partner does not start code.
      let isCode = index % 2 == 1 && index < parts.count - 1
      let mark = index == 0 ? "" : index == parts.count - 1 && index % 2 == 1 ? "\\`" : "`"
      return mark + (isCode ? String(part) : escaped(part))
    }.joined()
  }

  private static func escaped(_ text: Substring) -> String {
    text.reduce(into: "") { result, character in
      if "\\*_<>[]#|".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
