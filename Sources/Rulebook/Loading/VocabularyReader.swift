import Diagnostics
import Trace
import YAML

/// Reads `vocabulary:`, the events with their fields and spellings.
final class VocabularyReader {
  private let log: DiagnosticLog
  private let symbols: SymbolTable
  /// The event of each spelling, and the location of the spelling.
  private var spellings: [String: (event: String, place: SourceRange)] = [:]
  private var templates: [(event: String, template: LineTemplate, place: SourceRange)] = []
  /// The values that templates give to fields.
  private var constants: [(event: String, field: String, value: Node)] = []
  /// The names of other events in templates.
  private var otherEvents: [(name: String, node: Node)] = []
  /// The second events of lines. Their fields must be declared.
  private var seconds: [(LineTemplate.Next, Node)] = []
  /// The fields of each event that are used in templates but not declared yet. They are texts, unless a type follows.
  private var untyped: [String: Set<String>] = [:]
  private var suspiciousNames = SuspiciousNames()

  init(_ resolver: Resolver) {
    log = resolver.log
    symbols = resolver.symbols
  }

  private static let keys = [
    "callback", "notification", "line", "from", "tags", "except", "platform", "returns", "fields",
  ]
  private static let lineKeys = [
    "message", "from", "platform", "fields", "about", "state", "return", "spelling", "after", "then",
    "repeats", "bare", "except",
  ]

  /// Declares the events of one file. Adds to an event that another file has declared.
  func read(_ node: Node?) {
    for (name, key, value) in log.entries(node, "`vocabulary`") {
      guard EventName.isValid(name) else {
        log.report(
          "`\(name)` is not an event name", at: key.range,
          label: "words of letters and digits between dots: `timer.start`")
        symbols.markInvalid(name)
        continue
      }
      var event =
        symbols.vocabulary.id(of: name).flatMap { $0.isEnd ? nil : symbols.vocabulary.declaration(of: $0) }
        ?? EventDeclaration(name: name)
      let mistakes = log.diagnostics.count
      read(value, into: &event)
      suspiciousNames.add(event, at: key.range)
      if log.diagnostics.count > mistakes { symbols.markInvalid(name) }
      checkEnd(of: event, key)
      symbols.declare(event)
    }
  }

  private func read(_ node: Node, into event: inout EventDeclaration) {
    let fields = log.fields(node, "an event", keys: Self.keys)
    if fields["callback"] != nil { event.returns = true }
    event.callbacks += spellings(fields["callback"], "`callback`", of: event.name, CallbackName.swift)
    event.notifications += spellings(
      fields["notification"], "`notification`", of: event.name, NotificationName.constant)
    if let returns = fields["returns"].flatMap({ log.flag($0, "`returns`") }) { event.returns = returns }
    for (name, key, value) in log.entries(fields["fields"], "`fields`") {
      read(field: name, key, value, into: &event)
    }
    event.senders += senders(fields["from"])
    event.tags += senders(fields["tags"])
    event.otherClasses += senders(fields["except"])
    event.platform = log.platform(fields["platform"]) ?? event.platform
    for line in fields["line"].map({ $0.sequence ?? [$0] }) ?? [] { read(line: line, into: &event) }
  }

  /// Reads a template, or a mapping with one or more templates and their details.
  private func read(line node: Node, into event: inout EventDeclaration) {
    guard node.mapping != nil else {
      if let text = log.text(node, "`line`") { read(template: text, node, into: &event) { _ in } }
      return
    }
    let fields = log.fields(node, "a line", keys: Self.lineKeys, required: ["message"])
    let senders = senders(fields["from"])
    let platform = log.platform(fields["platform"])
    let belongsToStartingProcess = fields["about"]?.scalar == "next"
    let belongsToUnnamedProcess = fields["about"]?.scalar == "unknown"
    let belongsToOtherProcess =
      belongsToStartingProcess || belongsToUnnamedProcess
      || fields["about"].flatMap { log.flag($0, "`about`") } ?? false
    let isState = fields["state"].flatMap { log.flag($0, "`state`") } ?? false
    let isReturn = fields["return"].flatMap { log.flag($0, "`return`") } ?? false
    if isReturn, !event.returns, let place = fields["return"]?.range {
      log.report("`\(event.name)` has no return", at: place, label: "`returns: true` says that it has one")
    }
    let needsReportContext = fields["spelling"].flatMap { log.flag($0, "`spelling`") } ?? false
    let mayRepeat = fields["repeats"].flatMap { log.flag($0, "`repeats`") } ?? false
    let mayBeBare = fields["bare"].flatMap { log.flag($0, "`bare`") } ?? false
    let exclusions = log.texts(fields["except"], "`except`").map(\.0)
    var meaningAfter: [String: String] = [:]
    for (before, key, value) in log.entries(fields["after"], "`after`") {
      guard let meaning = log.text(value, "the meaning of `\(event.name)`") else { continue }
      meaningAfter[before] = meaning
      otherEvents += [(before, key), (meaning, value)]
    }
    let next = fields["then"].flatMap { readNext($0, of: event) }
    var constants: [String: String] = [:]
    let entries = log.entries(fields["fields"], "`fields`").filter {
      canName(field: $0.name, at: $0.key.range)
    }
    for (name, key, value) in entries {
      guard let text = log.text(value, "the field `\(name)`") else { continue }
      constants[name] = text
      suspiciousNames.add(field: name, of: event.name, at: key.range, in: entries.map(\.name))
      self.constants.append((event.name, name, value))
      addUntyped(name, to: &event)
    }
    for (text, node) in log.texts(fields["message"], "`message`") {
      read(template: text, node, into: &event) { template in
        for place in template.places {
          guard let (_, key, _) = entries.first(where: { $0.name == place.field }) else { continue }
          log.report(
            "`\(place.field)` is a part of the message already", at: key.range,
            related: [Diagnostic.Related(node.range(ofUTF8: place.range), "which holds its value")])
        }
        template.senders = senders
        template.platform = platform
        template.constants = constants
        template.belongsToOtherProcess = belongsToOtherProcess
        template.belongsToStartingProcess = belongsToStartingProcess
        template.isState = isState
        template.isReturn = isReturn
        template.needsReportContext = needsReportContext
        template.meaningAfter = meaningAfter
        template.next = next
        template.mayRepeat = mayRepeat
        template.mayBeBare = mayBeBare
        template.exclusions = exclusions
        if belongsToOtherProcess, !belongsToUnnamedProcess { checkSubject(of: template, node) }
      }
    }
  }

  /// Reads the second event of a line in canonical form: `process.exit reason=crash`. All lines of an event must have
  /// the same one.
  private func readNext(_ node: Node, of event: EventDeclaration) -> LineTemplate.Next? {
    guard let text = log.text(node, "`then`") else { return nil }
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first else { return nil }
    var constants: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        log.report("expected `field=value`, found `\(word)`", at: node.range)
        return nil
      }
      constants[parts[0]] = parts[1]
    }
    otherEvents.append((name, node))
    let next = LineTemplate.Next(event: name, constants: constants)
    seconds.append((next, node))
    if let other = event.templates.lazy.compactMap(\.next).first, other != next {
      log.report(
        "the lines of `\(event.name)` also report `\(other.event)` with other fields", at: node.range)
    }
    return next
  }

  private func senders(_ node: Node?) -> [String] {
    log.texts(node, "`from`").map { text, node in
      if text.dropFirst().dropLast().contains("*") {
        log.report("`*` is allowed at the end of a name only", at: node.range)
      }
      return text
    }
  }

  /// Adds a field whose type may be declared later, even in another file.
  private func addUntyped(_ field: String, to event: inout EventDeclaration) {
    guard event.fields[field] == nil else { return }
    event.fields[field] = .text
    untyped[event.name, default: []].insert(field)
  }

  /// Reads the spellings of an event; reports those of another event. `form` normalizes equivalent spellings.
  private func spellings(
    _ node: Node?, _ what: String, of event: String, _ form: (String) -> String
  ) -> [String] {
    log.texts(node, what).map { text, node in
      claim(text, form(text), node, for: event)
      return text
    }
  }

  /// Registers a spelling for an event. False, with a diagnostic, if another event has the spelling.
  @discardableResult private func claim(
    _ spelling: String, _ form: String, _ node: Node, for event: String
  ) -> Bool {
    guard let (other, place) = spellings[form], other != event else {
      spellings[form] = (event, node.range)
      return true
    }
    log.report(
      "`\(spelling)` means `\(other)` already", at: node.range,
      related: [Diagnostic.Related(place, "the first one")])
    return false
  }

  /// Checks templates once all files are read: overlaps, unknown events, unknown fields and invalid values.
  func checkTemplates() {
    checkOverlaps()
    for (name, node) in otherEvents where symbols.vocabulary.id(of: name) == nil {
      log.report(
        "no event `\(name)`", at: node.range,
        label: Suggestion.didYouMean(name, among: symbols.vocabulary.events.map(\.name)))
    }
    for (next, node) in seconds {
      guard let id = symbols.vocabulary.id(of: next.event),
        let declared = symbols.vocabulary.declaration(of: id)?.fields
      else { continue }
      for field in next.constants.keys.sorted() where declared[field] == nil {
        log.report(
          "`\(next.event)` has no field `\(field)`", at: node.range,
          label: Suggestion.didYouMean(field, among: declared.keys.sorted()))
      }
    }
    for (event, field, value) in constants {
      guard let id = symbols.vocabulary.id(of: event), let text = value.scalar,
        let type = symbols.vocabulary.declaration(of: id)?.fields[field], !type.reads(text)
      else { continue }
      log.report(
        "the field `\(field)` is a \(type.rawValue), but `\(text)` is not", at: value.range,
        label: type.example.map { "such as `\($0)`" })
    }
  }

  /// Returns the user's names that are probably misspelt.
  func suspiciousNames(used events: Set<EventID>) -> [Diagnostic] {
    suspiciousNames.diagnostics(untyped: untyped, used: events, in: symbols.vocabulary)
  }

  /// Reports events whose templates match the same message, because the second event would never be recognized.
  private func checkOverlaps() {
    for (index, (event, template, place)) in templates.enumerated() {
      let first = templates[..<index].first {
        $0.event != event && !($0.place.source.isBundled && place.source.isBundled)
          && TemplateOverlap.exists($0.template, template)
      }
      guard let first else { continue }
      log.report(
        "a message can be `\(first.event)` and `\(event)`", at: place, label: "this template matches it",
        related: [Diagnostic.Related(first.place, "and this one")])
    }
  }

  private func read(field name: String, _ key: Node, _ value: Node, into event: inout EventDeclaration) {
    guard canName(field: name, at: key.range) else { return }
    guard let type = value.scalar.flatMap(FieldType.init) else {
      let types = FieldType.allCases.map(\.rawValue)
      let found = value.isNull || value.scalar == nil ? value.kindName : "`\(value.scalar ?? "")`"
      log.report(
        "the field `\(name)`: expected a type, found \(found)", at: value.range,
        label: value.scalar.flatMap { Suggestion.didYouMean($0, among: types) }
          ?? types.joined(separator: ", "))
      event.fields[name] = event.fields[name] ?? .text
      return
    }
    let isTyped = untyped[event.name]?.remove(name) == nil
    if let before = event.fields[name], before != type, isTyped {
      log.report("the field `\(name)` is already declared as a \(before.rawValue)", at: key.range)
    }
    event.fields[name] = type
  }

  private func canName(field name: String, at range: SourceRange) -> Bool {
    if Words.canName(name), !name.contains(".") { return true }
    log.report(
      "`\(name)` cannot be the name of a field", at: range,
      label: Words.reserved.contains(name)
        ? "it is a word of the rule language" : "a letter, then letters, digits, `-` and `_`")
    return false
  }

  private func read(
    template text: String, _ node: Node, into event: inout EventDeclaration,
    _ condition: (inout LineTemplate) -> Void
  ) {
    do {
      var template = try LineTemplate(text)
      condition(&template)
      template.platform = template.platform ?? event.platform
      for place in template.places {
        let range = node.range(ofUTF8: place.range)
        guard canName(field: place.field, at: range) else { continue }
        suspiciousNames.add(field: place.field, of: event.name, at: range, in: template.places.map(\.field))
        addUntyped(place.field, to: &event)
      }
      event.templates.append(template)
      let form = ([text, template.platform?.rawValue ?? ""] + template.senders).joined(separator: "\n")
      if claim(text, form, node, for: event.name) { templates.append((event.name, template, node.range)) }
    } catch {
      log.report(error.message, at: node.range(ofUTF8: error.range))
    }
  }

  /// Checks that a line about another process has a hole for its name or ID.
  private func checkSubject(of template: LineTemplate, _ node: Node) {
    guard !template.places.contains(where: { ["pid", "process"].contains($0.field) })
    else { return }
    log.report(
      "a line about another process must name it", at: node.range,
      label: "expected `{pid}`, `{process}` or both")
  }

  // MARK: Names

  /// Checks that the name of the return of an event (`.end`) is not the name of another event.
  private func checkEnd(of event: EventDeclaration, _ key: Node) {
    if symbols.vocabulary.id(of: event.name)?.isEnd == true {
      log.report("`\(event.name)` is the return of an event already", at: key.range)
    } else if event.returns, let other = symbols.vocabulary.id(of: event.name + ".end"), !other.isEnd {
      log.report("`\(event.name).end` is an event already, and the return of this one", at: key.range)
    }
  }
}
