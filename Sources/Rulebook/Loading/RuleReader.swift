import Diagnostics
import Trace
import YAML

/// Reads `rules:`.
final class RuleReader {
  private(set) var rules: [Rule] = []
  private let log: DiagnosticLog
  private let names: Names
  private var yields: [(rule: String, node: Node, name: String)] = []

  init(log: DiagnosticLog, names: Names) {
    self.log = log
    self.names = names
  }

  private static let keys = [
    "id", "severity", "check", "message", "needs", "yields", "why", "help", "guidance", "good", "bad",
  ]
  private static let sentenceKeys = ["sentence", "severity", "message"]

  /// Reads the rules of one file.
  func read(_ node: Node?) {
    for node in log.items(node, "`rules`") {
      guard node.mapping != nil else {
        log.report("a rule: expected a mapping, found \(node.kindName)", at: node.range)
        continue
      }
      read(rule: log.fields(node, "a rule", keys: Self.keys), at: node)
    }
  }

  /// Once all files are read: rules that others name must exist.
  func checkReferences() {
    for (rule, node, name) in yields {
      if name == rule {
        log.report("`\(rule)` yields to itself", at: node.range)
      } else if !rules.contains(where: { $0.id == name }) {
        log.reportUnknown("rule", name, at: node.range, among: rules.map(\.id))
      }
    }
  }

  private func read(rule fields: [String: Node], at node: Node) {
    let start = SourceRange(node.range.source, node.range.bytes.lowerBound..<node.range.bytes.lowerBound)
    guard let idNode = fields["id"], let id = log.text(idNode, "`id`") else {
      if fields["id"] == nil { log.report("a rule without `id`", at: start) }
      return
    }
    if !isID(id) {
      log.report(
        "`\(id)` is no rule id", at: idNode.range,
        label: "lower-case words between hyphens: `no-gl-in-background`")
    }
    if let first = rules.first(where: { $0.id == id }) {
      log.reportDuplicate("rule", id, at: idNode.range, first: first.range)
    }
    guard let check = fields["check"] else {
      log.report("the rule `\(id)` has no `check`", at: idNode.range)
      return
    }
    let sentences = (check.sequence ?? [check]).compactMap(sentence)
    let judged = Set(sentences.flatMap { judgedEvents(of: $0.sentence) })
    var rule = Rule(
      id: id, severity: severity(fields["severity"]) ?? .error, sentences: sentences,
      message: message(fields["message"], judging: judged), needs: [], yields: [],
      why: fields["why"].flatMap { log.text($0, "`why`") }.map(oneLine),
      help: fields["help"].flatMap { log.text($0, "`help`") }.map(oneLine),
      guidance: texts(fields["guidance"], "`guidance`").map(\.text),
      good: texts(fields["good"], "`good`").map(\.text),
      bad: texts(fields["bad"], "`bad`").map(\.text), range: idNode.range)
    for (name, node) in texts(fields["needs"], "`needs`") {
      if let event = names.vocabulary.id(of: name) {
        rule.needs.append(event)
      } else {
        log.reportUnknown("event", name, at: node.range, among: names.eventNames)
      }
    }
    for (name, node) in texts(fields["yields"], "`yields`") {
      rule.yields.append(name)
      yields.append((id, node, name))
    }
    rules.append(rule)
  }

  private func sentence(_ node: Node) -> RuleSentence? {
    guard node.mapping != nil else {
      return log.text(node, "`check`").flatMap { parse($0, node) }
        .map { RuleSentence(sentence: $0, severity: nil, message: nil) }
    }
    let fields = log.fields(node, "a sentence", keys: Self.sentenceKeys)
    guard let textNode = fields["sentence"] else {
      log.report("a sentence without `sentence`", at: node.range)
      return nil
    }
    guard let sentence = log.text(textNode, "`sentence`").flatMap({ parse($0, textNode) }) else { return nil }
    return RuleSentence(
      sentence: sentence, severity: severity(fields["severity"]),
      message: message(fields["message"], judging: Set(judgedEvents(of: sentence))))
  }

  private func parse(_ text: String, _ node: Node) -> Sentence? {
    var parser = Parser(text, names: names) { node.range(ofUTF8: $0) }
    let sentence = parser.sentence()
    parser.diagnostics.forEach(log.report)
    return sentence
  }

  private func judgedEvents(of sentence: Sentence) -> [EventID] {
    switch sentence.claim {
    case .never(let events), .obeys(let events, _): events.atoms.flatMap(\.events)
    case .noneOpen(let spans, _): spans.flatMap { names.openingEvents(of: $0.id) }
    case .lasts(let span, _, _): names.openingEvents(of: span)
    }
  }

  private func severity(_ node: Node?) -> Severity? {
    guard let node, let text = log.text(node, "`severity`") else { return nil }
    if let severity = Severity(rawValue: text) { return severity }
    log.report(
      "unknown severity `\(text)`", at: node.range,
      label: Suggestion.didYouMean(text, among: Severity.allCases.map(\.rawValue)) ?? "error, warning or note"
    )
    return nil
  }

  private func message(_ node: Node?, judging events: Set<EventID>) -> MessageTemplate? {
    guard let node, let text = log.text(node, "`message`") else { return nil }
    var pieces: [MessageTemplate.Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        let offset = text.utf8.distance(from: text.startIndex, to: open)
        log.report("`{` without `}`", at: node.range(ofUTF8: offset..<(offset + 1)))
        return nil
      }
      let name = String(rest[rest.index(after: open)..<close])
      switch name {
      case "event": pieces.append(.event)
      case "duration": pieces.append(.duration)
      default:
        if names.fieldType(name, of: events.sorted()) == nil {
          let offset = text.utf8.distance(from: text.startIndex, to: open) + 1
          log.reportUnknown(
            "field", name, at: node.range(ofUTF8: offset..<(offset + name.utf8.count)),
            among: names.fieldNames(of: events.sorted()) + ["event", "duration"])
        }
        pieces.append(.field(name))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return MessageTemplate(pieces: pieces)
  }

  private func texts(_ node: Node?, _ what: String) -> [(text: String, node: Node)] {
    node.map { log.texts($0, what) } ?? []
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func isID(_ id: String) -> Bool {
    id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}
