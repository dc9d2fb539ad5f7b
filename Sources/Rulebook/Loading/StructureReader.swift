import Diagnostics
import Trace
import YAML

/// Reads what stands between vocabulary and rules: spans, machines, derived events, sessions and the clock.
///
/// In two steps, because patterns may name spans and states of any file: first all names, then the patterns.
final class StructureReader {
  private let log: DiagnosticLog
  private let names: Names
  private var spanNodes: [(id: SpanID, name: String, fields: [String: Node])] = []
  private var machineNodes: [(id: MachineID, transitions: Node?)] = []
  private var derivedNodes: [(name: String, key: Node, value: Node)] = []
  private var sessionNodes: [Node] = []
  private var clockNodes: [Node] = []
  private var deliveryNodes: [Node] = []
  private var recordingNodes: [Node] = []
  private var declared: [String: SourceRange] = [:]

  init(log: DiagnosticLog, names: Names) {
    self.log = log
    self.names = names
  }

  // MARK: Names

  /// Declares the spans and machines of one file.
  func declare(_ document: [String: Node]) {
    for (name, key, value) in log.entries(document["machines"], "`machines`") {
      declare(machine: name, key, value)
    }
    for (name, key, value) in log.entries(document["spans"], "`spans`") {
      let fields = log.fields(value, "a span", keys: ["from", "until", "key"])
      let nothing = EventPattern(atoms: [])
      let field = fields["key"].flatMap { log.text($0, "`key`") }
      guard
        let id = names.add(
          SpanDeclaration(name: name, kind: .declared(from: nothing, until: nothing, key: field)))
      else {
        log.reportDuplicate("span or state", name, at: key.range, first: declared[name])
        continue
      }
      declared[name] = key.range
      for needed in ["from", "until"] where fields[needed] == nil && value.mapping != nil {
        log.report("the span `\(name)` has no `\(needed)`", at: key.range)
      }
      spanNodes.append((id, name, fields))
    }
    derivedNodes += log.entries(document["derived"], "`derived`")
    if let node = document["sessions"] { sessionNodes.append(node) }
    if let node = document["clock"] { clockNodes.append(node) }
    if let node = document["delivery"] { deliveryNodes.append(node) }
    if let node = document["recording"] { recordingNodes.append(node) }
  }

  private func declare(machine name: String, _ key: Node, _ value: Node) {
    let fields = log.fields(value, "a machine", keys: ["per", "states", "transitions"])
    let per = fields["per"].flatMap { log.text($0, "`per`") } ?? "session"
    var states: [Machine.State] = []
    var refinements: [(state: Int, node: Node)] = []
    guard let statesNode = fields["states"] else {
      log.report("the machine `\(name)` has no `states`", at: key.range)
      return
    }
    let entries = stateEntries(statesNode)
    for (state, key, value) in entries {
      if states.contains(where: { $0.name == state }) {
        log.reportDuplicate("state", state, at: key.range, first: nil)
        continue
      }
      let details =
        value.map { $0.isNull ? [:] : log.fields($0, "a state", keys: ["shows", "refines"]) } ?? [:]
      if let node = details["refines"] { refinements.append((states.count, node)) }
      states.append(
        Machine.State(name: state, shownAs: details["shows"].flatMap { log.text($0, "`shows`") } ?? state))
    }
    for (index, node) in refinements {
      guard let parent = log.text(node, "`refines`") else { continue }
      guard let target = states.firstIndex(where: { $0.name == parent }), target != index else {
        log.reportUnknown("state", parent, at: node.range, among: states.map(\.name))
        continue
      }
      states[index].refines = StateID(target)
      if states[index].shownAs == states[index].name { states[index].shownAs = states[target].shownAs }
    }
    let machine = Machine(name: name, key: per == "session" ? nil : per, states: states, transitions: [:])
    guard let (id, taken) = names.add(machine) else {
      log.reportDuplicate("machine", name, at: key.range, first: declared[name])
      return
    }
    declared[name] = key.range
    for (state, key, _) in entries {
      let span = machine.key == nil ? state : "\(name).\(state)"
      if taken.contains(span) {
        log.reportDuplicate("span or state", span, at: key.range, first: declared[span])
      } else {
        declared[span] = key.range
      }
    }
    machineNodes.append((id, fields["transitions"]))
  }

  /// States are a list of names, or a mapping where some need more than a name.
  private func stateEntries(_ node: Node) -> [(name: String, key: Node, value: Node?)] {
    guard let items = node.sequence else {
      return log.entries(node, "`states`").map { ($0.name, $0.key, $0.value) }
    }
    return items.compactMap { item in log.text(item, "a state").map { ($0, item, nil) } }
  }

  // MARK: Patterns

  /// Reads the patterns of all files.
  func read(into rulebook: inout Rulebook) {
    for (id, name, fields) in spanNodes { readSpan(id, name, fields) }
    for (id, node) in machineNodes { readTransitions(of: id, node) }
    for (name, key, value) in derivedNodes {
      if let event = derived(name, key, value) { rulebook.derived.append(event) }
    }
    checkCircles(rulebook.derived)
    for node in sessionNodes { readSessions(node, into: &rulebook.sessions) }
    for node in clockNodes { readClock(node, into: &rulebook.clock) }
    for node in deliveryNodes { rulebook.delivery = eventField(node, "`delivery`") ?? rulebook.delivery }
    for node in recordingNodes { rulebook.recording = eventField(node, "`recording`") ?? rulebook.recording }
  }

  private func readSpan(_ id: SpanID, _ name: String, _ fields: [String: Node]) {
    guard case .declared(_, _, let key) = names.spans[id.rawValue].kind,
      let from = fields["from"].flatMap(pattern), let until = fields["until"].flatMap(pattern)
    else { return }
    let opening = from.atoms.flatMap(\.events)
    if let key, let node = fields["key"], names.fieldType(key, of: opening) == nil {
      log.reportUnknown("field", key, at: node.range, among: names.fieldNames(of: opening))
    }
    names.replace(id, with: .declared(from: from, until: until, key: key))
  }

  private func readTransitions(of id: MachineID, _ node: Node?) {
    let machine = names.machines[id.rawValue]
    var transitions: [EventID: [Machine.Transition]] = [:]
    for (name, key, value) in log.entries(node, "`transitions`") {
      guard let event = names.vocabulary.id(of: name) else {
        log.reportUnknown("event", name, at: key.range, among: names.eventNames)
        continue
      }
      if let field = machine.key, names.fieldType(field, of: [event]) == nil {
        log.report("`\(name)` has no field `\(field)` to tell the machines apart", at: key.range)
      }
      transitions[event] = (value.sequence ?? [value]).map { transition($0, of: machine, by: event) }
    }
    names.setTransitions(transitions, of: id)
  }

  private func transition(_ node: Node, of machine: Machine, by event: EventID) -> Machine.Transition {
    let fields = log.fields(node, "a transition", keys: ["where", "from", "to"])
    func state(_ name: String, _ node: Node) -> StateID? {
      if let index = machine.states.firstIndex(where: { $0.name == name }) { return StateID(index) }
      log.reportUnknown("state of `\(machine.name)`", name, at: node.range, among: machine.states.map(\.name))
      return nil
    }
    var result = Machine.Transition()
    if let node = fields["where"], let text = log.text(node, "`where`") {
      result.condition = parse(text, node) { parser in parser.condition(on: [event]) }
    }
    if let from = fields["from"] {
      let named = log.texts(from, "`from`").compactMap { state($0.text, $0.node) }
      result.from = Set(
        machine.states.indices.map { StateID($0) }.filter { id in
          named.contains(id) || machine.states[id.rawValue].refines.map(named.contains) == true
        })
    }
    if let node = fields["to"] {
      if let name = log.text(node, "`to`"), name != "none" { result.to = state(name, node) }
    } else if node.mapping != nil {
      log.report(
        "a transition without `to`", at: node.range, label: "a state, or `none` if the instance is gone")
    }
    return result
  }

  private func derived(_ name: String, _ key: Node, _ value: Node) -> DerivedEvent? {
    guard let event = names.vocabulary.id(of: name) else {
      log.reportUnknown("event", name, at: key.range, among: names.eventNames)
      return nil
    }
    var derived = DerivedEvent(event: event, forms: [])
    var forms = [value]
    if value.mapping != nil {
      let fields = log.fields(value, "a derived event", keys: ["once", "forms"])
      if let node = fields["once"], let name = log.text(node, "`once`") {
        derived.oncePer = span(name, node)
      }
      forms = fields["forms"].map { $0.sequence ?? [$0] } ?? []
    } else if let items = value.sequence {
      forms = items
    }
    for node in forms {
      var textNode = node
      var isInferred = false
      if node.mapping != nil {
        let fields = log.fields(node, "a form", keys: ["form", "inferred"])
        isInferred = ["true", "yes"].contains(fields["inferred"]?.scalar ?? "")
        textNode = fields["form"] ?? node
      }
      guard let text = log.text(textNode, "a form"),
        var form = parse(text, textNode, { parser in parser.form() })
      else { continue }
      form.isInferred = isInferred
      derived.forms.append(form)
    }
    return derived
  }

  /// An event that is made of itself, however far round, would be made for ever.
  private func checkCircles(_ derived: [DerivedEvent]) {
    let sources = Dictionary(
      derived.map { ($0.event, Set($0.forms.flatMap { $0.pattern.atoms.flatMap(\.events) })) },
      uniquingKeysWith: { $0.union($1) })
    for (name, key, _) in derivedNodes {
      guard let event = names.vocabulary.id(of: name) else { continue }
      var seen: Set<EventID> = []
      var open = Array(sources[event] ?? [])
      while let next = open.popLast() {
        if next == event {
          log.report("`\(name)` is derived from itself", at: key.range)
          break
        }
        if seen.insert(next).inserted { open += sources[next] ?? [] }
      }
    }
  }

  private func readSessions(_ node: Node, into sessions: inout SessionBoundaries) {
    let fields = log.fields(node, "`sessions`", keys: ["begin", "sameProcess", "ending", "end"])
    sessions.begin += events(fields["begin"], "`begin`")
    sessions.sameProcess.formUnion(events(fields["sameProcess"], "`sameProcess`"))
    sessions.ending.formUnion(events(fields["ending"], "`ending`"))
    sessions.end.formUnion(events(fields["end"], "`end`"))
  }

  private func readClock(_ node: Node, into clock: inout ClockRule) {
    let fields = log.fields(node, "`clock`", keys: ["stopped", "gaps"])
    clock.stopped +=
      fields["stopped"].map { log.texts($0, "`stopped`") }?.compactMap { span($0.text, $0.node) } ?? []
    guard let gaps = fields["gaps"] else { return }
    let details = log.fields(gaps, "`gaps`", keys: ["in", "over"])
    let spans = details["in"].map { log.texts($0, "`in`") }?.compactMap { span($0.text, $0.node) } ?? []
    guard let over = details["over"], let text = log.text(over, "`over`") else { return }
    guard case .duration(let nanoseconds) = Quantity.literal(text) else {
      log.report("expected a duration such as `30s`, found `\(text)`", at: over.range)
      return
    }
    clock.gaps = (spans, nanoseconds)
  }

  private func eventField(_ node: Node, _ what: String) -> EventField? {
    let fields = log.fields(node, what, keys: ["event", "field"])
    guard let event = events(fields["event"], "`event`").first,
      let field = fields["field"].flatMap({ log.text($0, "`field`") })
    else { return nil }
    return EventField(event: event, field: field)
  }

  // MARK: Pieces

  private func events(_ node: Node?, _ what: String) -> [EventID] {
    guard let node else { return [] }
    return log.texts(node, what).compactMap { name, node in
      if let event = names.vocabulary.id(of: name) { return event }
      log.reportUnknown("event", name, at: node.range, among: names.eventNames)
      return nil
    }
  }

  private func span(_ name: String, _ node: Node) -> SpanID? {
    if let span = names.span(named: name) { return span }
    log.reportUnknown("span or state", name, at: node.range, among: names.spanNames)
    return nil
  }

  private func pattern(_ node: Node) -> EventPattern? {
    log.text(node, "an event").flatMap { text in parse(text, node) { $0.pattern() } }
  }

  private func parse<Result>(_ text: String, _ node: Node, _ body: (inout Parser) -> Result?) -> Result? {
    var parser = Parser(text, names: names) { node.range(ofUTF8: $0) }
    let result = body(&parser)
    parser.diagnostics.forEach(log.report)
    return result
  }
}
