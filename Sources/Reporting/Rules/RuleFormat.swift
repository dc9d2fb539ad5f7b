public import Diagnostics

/// The formats in which rules are told.
public enum RuleFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// For programs: one JSON document.
  case json
  /// For a page of documentation.
  case markdown
}

/// What is told of rules.
public enum RuleDetail: Sendable {
  /// A line for each.
  case list
  /// All there is to say.
  case all
  /// The events that they need.
  case needs
  /// Which events to log first.
  case ranking
}

extension RuleFormat {
  /// What stands on standard output where there are no rules to tell of: for programs why that is so, else nothing.
  public func text(of mistakes: [Diagnostic], in rulebook: String) throws -> String {
    self == .json ? try RuleDocument.text(of: mistakes, in: rulebook) : ""
  }
}

extension RuleCatalogue {
  /// The rules in a format, in lines of at most so many columns. JSON and Markdown have all of it, whatever is asked for.
  public func text(_ format: RuleFormat, _ detail: RuleDetail, _ style: Style, width: Int) throws -> String {
    switch (format, detail) {
    case (.json, _): try JSONText.text(of: RuleDocument(self))
    case (.markdown, _): RuleMarkdown(catalogue: self).text
    case (.text, .list): RuleList(catalogue: self, style: style, width: width).text
    case (.text, .all): RulePage(catalogue: self, style: style, width: width).text
    case (.text, .needs): RulePage(catalogue: self, style: style, width: width).needs
    case (.text, .ranking): RulePage(catalogue: self, style: style, width: width).ranking
    }
  }
}
