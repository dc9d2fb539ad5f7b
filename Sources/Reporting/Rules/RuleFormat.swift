public import Diagnostics

/// The output formats of `lifecheck rules`.
public enum RuleFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// For programs: one JSON document.
  case json
  /// For a page of documentation.
  case markdown
}

/// The information shown about rules.
public enum RuleDetail: Sendable {
  /// One line for each rule.
  case list
  /// Everything about each rule.
  case all
  /// The events that each rule needs.
  case needs
  /// Which events to log first.
  case ranking
}

extension RuleFormat {
  /// The standard output if mistakes prevent a list of rules: a document with the mistakes in JSON, otherwise empty.
  public func text(of mistakes: [Diagnostic], in rulebook: String) throws -> String {
    self == .json ? try RuleDocument.text(of: mistakes, in: rulebook) : ""
  }
}

extension RuleCatalogue {
  /// The rules in a format, wrapped to `width` columns. JSON and Markdown always contain everything.
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
