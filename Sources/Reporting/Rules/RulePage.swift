import Diagnostics
import Rulebook

/// Full descriptions of rules, one below the other.
struct RulePage {
  let catalogue: RuleCatalogue
  let style: Style
  let width: Int

  var text: String { catalogue.entries.map(text).joined(separator: "\n") }

  /// The events to log first, for each rulebook.
  var ranking: String {
    let intro = "Log these events first. Each row says how many more rules can be checked with its event."
    let rankings = EventRanking.all(catalogue)
    return Wrapping.hanging(intro, width: width, at: 0)
      + rankings.map { name, ranking in
        let heading = rankings.count > 1 ? style.paint(Escaping.line(name), .strong) + "\n" : ""
        return "\n" + heading + table(ranking.rows)
      }.joined()
  }

  private func table(_ rows: [EventRanking.Row]) -> String {
    let cells =
      [["event", "more rules", "in all", ""]]
      + rows.map { row in
        let source = row.isAutomatic ? "system or callback" : ""
        return [
          Escaping.line(row.event), TextFormat.grouped(row.rules.count), TextFormat.grouped(row.total),
          source,
        ]
      }
    let widths = (0..<3).map { column in cells.map { Wrapping.columns($0[column]) }.max() ?? 0 }
    return cells.map { row in
      let padded = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - Wrapping.columns(cell.0))
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      return (padded + (row[3].isEmpty ? [] : [row[3]])).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// The events that the rules need and use.
  var needs: String {
    catalogue.entries.map { entry in
      var result = style.paint(Escaping.line(entry.rule.id), .strong) + "\n"
      for (index, groups) in entry.requirements.enumerated() {
        let needed = groups.count == 1 ? "needs" : "needs all of these"
        result += heading(index == 0 ? needed : "or " + needed, 2)
        for group in groups {
          result += "    " + Wrapping.hanging(Escaping.line(choice(group.names)), width: width, at: 4)
        }
      }
      if !entry.automaticEvents.isEmpty {
        let names = Escaping.line(entry.automaticEvents.map(\.name).joined(separator: ", "))
        result += heading(Self.automaticHeading, 2) + "    " + Wrapping.hanging(names, width: width, at: 4)
      }
      return result + manualEvents(entry, indent: 2)
    }.joined(separator: "\n")
  }

  private func choice(_ group: [String]) -> String {
    group.count == 1 ? group[0] : "one of " + group.joined(separator: ", ")
  }

  private static let automaticHeading = "logged by the system or a callback"

  private func text(_ entry: RuleCatalogue.Entry) -> String {
    let rule = entry.rule
    let start = rule.range.start
    let severity = style.paint(
      "\(rule.severity.rawValue)[\(Escaping.line(rule.id))]", .severity(rule.severity))
    var result =
      severity + style.paint(rule.texts.title.map { ": " + Escaping.line($0) } ?? "", .strong) + "\n"
    result +=
      style.paint("  -->", .frame)
      + " \(Escaping.path(rule.range.source.name)):\(start.line):\(start.column)\n"
    if entry.isOff { result += labelledLine(" note", "it is off in \(catalogue.project ?? "the project")") }
    if rule.isRequired {
      result += labelledLine(" note", "it is required: a run that does not check it fails")
    }
    for (sentence, meaning) in zip(rule.sentences, entry.meanings) {
      let severity = sentence.severity.map { "(\($0.rawValue)) " } ?? ""
      result += labelledLine("check", severity + sentence.sentence.text)
      result += labelledLine("means", meaning)
    }
    for (index, groups) in entry.requirements.enumerated() {
      result += labelledLine(
        index == 0 ? "needs" : "   or", groups.map { choice($0.names) }.joined(separator: "; "))
    }
    if let why = rule.texts.why { result += labelledLine("  why", why) }
    if let help = rule.texts.help { result += labelledLine(" help", help) }
    if !rule.texts.guidance.isEmpty {
      result += labelledLine(" docs", rule.texts.guidance.joined(separator: ", "))
    }
    if !rule.yields.isEmpty {
      result += labelledLine(
        " note", "it is not reported on a line that \(rule.yields.joined(separator: " or ")) reports")
    }
    result += "\n" + automaticEvents(entry) + manualEvents(entry, indent: 0)
    for example in rule.examples {
      result += "\n" + heading(example.isGood ? "keeps it" : "breaks it", 0)
      for line in example.text.split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty {
        result += "  " + Escaping.line(String(line)) + "\n"
      }
    }
    return result
  }

  private func automaticEvents(_ entry: RuleCatalogue.Entry) -> String {
    guard !entry.automaticEvents.isEmpty else { return "" }
    return entry.automaticEvents.reduce(heading(Self.automaticHeading, 0)) { text, event in
      text + "  " + indented("\(event.name): \(event.spellings.joined(separator: ", "))", 2)
    }
  }

  private func manualEvents(_ entry: RuleCatalogue.Entry, indent: Int) -> String {
    guard !entry.manualEvents.isEmpty else { return "" }
    return entry.manualEvents.reduce(heading("only if you log it", indent)) { text, event in
      text + String(repeating: " ", count: indent + 2) + indented(event.line, indent + 2)
    }
  }

  /// Wrapped text after `column` columns, with further lines indented by four more.
  private func indented(_ text: String, _ column: Int) -> String {
    let blank = String(repeating: " ", count: column + 4)
    return Wrapping.lines(Escaping.line(text), width: width, first: column, rest: column + 4)
      .joined(separator: "\n" + blank) + "\n"
  }

  private func heading(_ text: String, _ indent: Int) -> String {
    String(repeating: " ", count: indent) + style.paint(text + ":", .frame) + "\n"
  }

  private func labelledLine(_ name: String, _ text: String) -> String {
    style.paint(name + ":", .frame) + " "
      + Wrapping.hanging(Escaping.line(text), width: width, at: name.count + 2)
  }
}
