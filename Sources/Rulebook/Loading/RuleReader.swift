import Diagnostics
import Trace
import YAML

/// Reads `rules:`, the rules with their sentences.
final class RuleReader {
  private(set) var rules: [Rule] = []
  private let resolver: Resolver
  private let messages: MessageReader
  private var yields: [(rule: String, node: Node, name: String)] = []

  init(_ resolver: Resolver) {
    self.resolver = resolver
    messages = MessageReader(resolver: resolver)
  }

  private var log: DiagnosticLog { resolver.log }

  private static let keys = [
    "id", "title", "severity", "required", "check", "message", "needs", "yields", "why", "help", "guidance",
    "good",
    "bad",
  ]
  private static let sentenceKeys = ["sentence", "severity", "message"]

  /// Reads the rules of one file. `isOwn`: whether the file was requested, not only extended.
  func read(_ node: Node?, isOwn: Bool) {
    for node in log.items(node, "`rules`") {
      if node.mapping != nil {
        read(rule: node, isOwn: isOwn)
      } else {
        log.report("a rule: expected a mapping, found \(node.kindName)", at: node.range)
      }
    }
  }

  /// Checks `yields` once all files are read: the named rules must exist, and no rule may yield to itself.
  func checkReferences() {
    for (_, node, name) in yields where !rules.contains(where: { $0.id == name }) {
      resolver.reportUnknown(.rule, name, at: node.range, among: rules.map(\.id))
    }
    for cycle in Cycles.find(in: rules.map { (name: $0.id, leadsTo: $0.yields) }) {
      let place = yields.first { $0.rule == cycle[0] && $0.name == cycle[1] }?.node.range
      log.report("`\(cycle[0])` yields to itself: \(Cycles.text(cycle))", at: place)
    }
  }

  // MARK: A rule

  /// Reads a rule. Continues after mistakes, to report all of them at once.
  private func read(rule node: Node, isOwn: Bool) {
    let fields = log.fields(node, "a rule", keys: Self.keys, required: ["id"])
    let id = fields["id"].flatMap { log.text($0, "`id`") }
    if let id, let node = fields["id"] { check(id, node) }
    let sentences = sentences(fields, id)
    let judged = sentences.contains { $0 == nil } ? nil : sentences.compactMap { $0?.sentence }
    var rule = Rule(
      id: id ?? "",
      storedTexts: .known(
        RuleTexts(
          title: line(fields["title"], "`title`"), why: line(fields["why"], "`why`"),
          help: line(fields["help"], "`help`"),
          guidance: log.texts(fields["guidance"], "`guidance`").map(\.text))),
      severity: fields["severity"].flatMap(log.severity) ?? .error,
      isRequired: fields["required"].flatMap { log.flag($0, "`required`") } ?? false,
      sentences: sentences.compactMap(\.self),
      message: fields["message"].flatMap { messages.read($0, of: judged) },
      needs: resolver.groups(fields["needs"], "`needs`"), yields: [],
      examples: log.texts(fields["good"], "`good`").map { RuleExample($0.text, at: $0.node, isGood: true) }
        + log.texts(fields["bad"], "`bad`").map { RuleExample($0.text, at: $0.node, isGood: false) },
      range: fields["id"]?.range ?? node.range, isOwn: isOwn)
    for (name, node) in log.texts(fields["yields"], "`yields`") {
      rule.yields.append(name)
      yields.append((rule.id, node, name))
    }
    if id != nil { rules.append(rule) }
  }

  private func check(_ id: String, _ node: Node) {
    if !isID(id) {
      log.report(
        "`\(id)` is not a rule id", at: node.range,
        label: "lower-case words between hyphens: `no-gl-in-background`")
    }
    if let first = rules.first(where: { $0.id == id }) {
      log.reportDuplicate("rule", id, at: node.range, first: first.range)
    }
  }

  private func isID(_ id: String) -> Bool {
    id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }

  /// A text on one line.
  private func line(_ node: Node?, _ what: String) -> String? {
    node.flatMap { log.text($0, what) }?.onOneLine
  }

  // MARK: Sentences

  /// The sentences of a rule; nil for a sentence with a mistake.
  private func sentences(_ fields: [String: Node], _ id: String?) -> [RuleSentence?] {
    guard let check = fields["check"] else {
      if let id, let node = fields["id"] { log.report("the rule `\(id)` has no `check`", at: node.range) }
      return [nil]
    }
    let nodes = check.sequence ?? [check]
    if nodes.isEmpty { log.report("`check`: expected a sentence, found none", at: check.range) }
    return nodes.map(sentence)
  }

  private func sentence(_ node: Node) -> RuleSentence? {
    guard node.mapping != nil else {
      return parse(node, "a sentence").map { RuleSentence(sentence: $0, severity: nil, message: nil) }
    }
    let fields = log.fields(node, "a sentence", keys: Self.sentenceKeys, required: ["sentence"])
    let sentence = fields["sentence"].flatMap { parse($0, "`sentence`") }
    let severity = fields["severity"].flatMap(log.severity)
    let message = fields["message"].flatMap { messages.read($0, of: sentence.map { [$0] }) }
    return sentence.map { RuleSentence(sentence: $0, severity: severity, message: message) }
  }

  private func parse(_ node: Node, _ what: String) -> Sentence? {
    log.text(node, what).flatMap { resolver.parse($0, node) { $0.sentence() } }
  }
}
