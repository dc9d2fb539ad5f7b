import Diagnostics
import Rulebook
import Trace
import YAML

/// Parses a project file, and reports syntax errors.
struct ProjectReader {
  private let source: SourceText
  private let log: DiagnosticLog

  private static let keys = [
    "lifecheck", "rulebooks", "vocabulary", "header", "documents", "app", "rules", "facts", "records",
    "suppressions",
    "baseline",
  ]

  /// Creates a reader that reports mistakes to a log.
  init(_ source: SourceText, _ log: DiagnosticLog) {
    self.source = source
    self.log = log
  }

  /// Parses the file, without the parts that have a mistake. Nil if its rulebooks are unknown.
  func read() -> ProjectFile? {
    let (root, diagnostics) = Composer.compose(source)
    diagnostics.forEach(log.report)
    guard let root else {
      if diagnostics.isEmpty {
        log.reportMissingVersion("the project file is empty", at: SourceRange(source, 0..<0))
      }
      return nil
    }
    let fields = log.fields(root, "a project file", keys: Self.keys)
    log.checkVersion(fields["lifecheck"], of: root)
    var file = ProjectFile(source: source)
    file.vocabulary = fields["vocabulary"]
    file.header = fields["header"].flatMap(header)
    file.documents = log.items(fields["documents"], "`documents`").compactMap { DocumentLayout($0, log) }
    file.app = fields["app"].flatMap { log.text($0, "`app`") }
    file.settings = settings(fields["rules"])
    file.facts = facts(fields["facts"])
    file.records = log.texts(fields["records"], "`records`").map {
      .init(text: $0.text, range: $0.node.range)
    }
    file.suppressions = log.items(fields["suppressions"], "`suppressions`").compactMap(suppression)
    file.baseline = fields["baseline"].flatMap { log.text($0, "`baseline`") }
    guard let node = fields["rulebooks"] else { return root.mapping == nil ? nil : file }
    file.rulebooks = log.texts(node, "`rulebooks`").map { name, node in
      RulebookReference(name, at: node.range, in: source.name)
    }
    if node.sequence?.isEmpty == true {
      log.report("`rulebooks`: expected a rulebook, found none", at: node.range)
    }
    return file.rulebooks.count == node.sequence?.count ?? 1 && !file.rulebooks.isEmpty ? file : nil
  }

  // MARK: The header

  private func header(_ node: Node) -> HeaderTemplate? {
    guard let text = log.text(node, "`header`") else { return nil }
    do {
      for case .hole(let name, let range) in try PlaceholderText(text).pieces
      where !HeaderTemplate.holes.contains(name) {
        let holes = HeaderTemplate.holes.map { "`{\($0)}`" }.joined(separator: ", ")
        log.report(
          "unknown part `{\(name)}` of a header",
          at: node.range(ofUTF8: (range.lowerBound + 1)..<(range.upperBound - 1)),
          label: Suggestion.didYouMean(name, among: HeaderTemplate.holes) ?? "a header has \(holes)")
        return nil
      }
      return try HeaderTemplate(text)
    } catch {
      log.report(
        error.message, at: node.range(ofUTF8: error.range),
        help: "such as `{time} {process}[{pid}] {message}`")
      return nil
    }
  }

  // MARK: Rules

  private func settings(_ node: Node?) -> [RuleSetting] {
    if let node, node.sequence != nil {
      log.report(
        "`rules`: expected a mapping, found a list", at: node.range,
        help: "say `ID: off`, `ID: warning` and the like; rules of your own belong into a rulebook")
      return []
    }
    return log.entries(node, "`rules`").compactMap { name, key, value in
      let setting = RuleSetting(rule: .init(text: name, range: key.range))
      return value.mapping == nil ? read(word: value, into: setting) : read(value, into: setting)
    }
  }

  private func read(_ node: Node, into setting: RuleSetting) -> RuleSetting {
    let fields = log.fields(node, "a rule", keys: ["severity", "required"])
    var setting = setting
    setting.severity = fields["severity"].flatMap(log.severity)
    setting.isRequired = fields["required"].flatMap { log.flag($0, "`required`") }
    return setting
  }

  private func read(word node: Node, into setting: RuleSetting) -> RuleSetting? {
    let words = ["off", "on"] + Severity.allCases.map(\.rawValue)
    var setting = setting
    guard let word = node.scalar, words.contains(word) else {
      log.report(
        "`\(setting.rule.text)`: expected a setting, found "
          + (node.isNull || node.scalar == nil ? node.kindName : "`\(node.scalar ?? "")`"), at: node.range,
        label: node.scalar.flatMap { Suggestion.didYouMean($0, among: words) }
          ?? words.joined(separator: ", ") + ", or a mapping")
      return nil
    }
    setting.isOff = word == "off"
    setting.severity = Severity(rawValue: word)
    return setting
  }

  // MARK: Facts

  private func facts(_ node: Node?) -> [ProjectFile.Fact] {
    log.entries(node, "`facts`").compactMap { name, key, value in
      if value.sequence == nil, log.text(value, "`\(name)`") == nil { return nil }
      return ProjectFile.Fact(name: .init(text: name, range: key.range), value: value)
    }
  }

  // MARK: Suppressions

  private func suppression(_ node: Node) -> Suppression? {
    guard node.mapping != nil else {
      log.report("a suppression: expected a mapping, found \(node.kindName)", at: node.range)
      return nil
    }
    let fields = log.fields(
      node, "a suppression", keys: ["rule", "where", "message", "reason", "expires"],
      required: ["rule", "reason"])
    let rule = fields["rule"].flatMap { log.text($0, "`rule`") }
    let reason = fields["reason"].flatMap { log.text($0, "`reason`") }
    let paths = patterns(fields["where"], "`where`").map(PathPattern.init)
    let messages = patterns(fields["message"], "`message`").map(Wildcard.init)
    let expiry = fields["expires"].flatMap { node in
      log.text(node, "`expires`").map { Suppression.Expiry(text: $0, range: node.range) }
    }
    // Not reported if there is an unknown key, which may be a misspelt `where` or `message`.
    if fields["where"] == nil, fields["message"] == nil, fields.count == node.mapping?.count, let rule {
      log.report(
        "a suppression without `where` and `message` would turn the rule off", at: fields["rule"]?.range,
        help: "say which logs or which messages are meant; or under `rules:`, `\(rule): off`")
    }
    guard let rule, let reason, let range = fields["rule"]?.range else { return nil }
    return Suppression(
      rule: rule, place: range, reason: reason, paths: paths, messages: messages, expiry: expiry)
  }

  private func patterns(_ node: Node?, _ what: String) -> [String] {
    if let node, node.sequence?.isEmpty == true {
      log.report("\(what): expected a pattern, found none", at: node.range)
    }
    return log.texts(node, what).map(\.text)
  }
}
