import Diagnostics
import Trace
import YAML

/// Reads `machines:`, first the names and states, then the transitions.
final class MachineReader {
  private let resolver: Resolver
  private var declared: [(id: MachineID, key: Node, fields: [String: Node])] = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  private var log: DiagnosticLog { resolver.log }
  private var symbols: SymbolTable { resolver.symbols }

  private static let keys = ["per", "states", "transitions"]

  // MARK: Names

  /// Declares the machines of one file.
  func declare(_ node: Node?) {
    for (name, key, value) in log.entries(node, "`machines`") {
      let fields = log.fields(
        value, "a machine", keys: Self.keys, required: ["states", "transitions"],
        of: "the machine `\(name)`", at: key.range)
      guard resolver.canDeclare("machine", name, at: key.range) else { continue }
      if areStatesUnread(value, fields["states"]) { symbols.markIncomplete([.span]) }
      let per = fields["per"].flatMap { log.text($0, "`per`") } ?? "session"
      let (states, places) = states(fields["states"])
      let machine = Machine(
        name: name, key: per == "session" ? nil : per, states: states, transitions: [:])
      guard let id = symbols.add(machine) else {
        let first = declared.first { symbols.machines[$0.id.rawValue].name == name }
        log.reportDuplicate("machine", name, at: key.range, first: first?.key.range)
        continue
      }
      declared.append((id, key, fields))
      for (index, place) in places.enumerated() {
        if let taken = symbols.addSpan(of: StateID(index), of: id, at: place) {
          log.reportDuplicate("span or state", taken, at: place, first: symbols.place(ofSpan: taken))
        }
      }
    }
  }

  /// Whether the states of the machine could not be read: the key `states` is misspelt, or its value is a text.
  private func areStatesUnread(_ machine: Node, _ states: Node?) -> Bool {
    if let states { return states.scalar != nil && !states.isNull }
    return machine.mapping?.contains { !Self.keys.contains($0.key.scalar ?? "") } == true
  }

  /// Reads the states: a list of names, or a mapping if states have details.
  private func states(_ node: Node?) -> (states: [Machine.State], places: [SourceRange]) {
    guard let node else { return ([], []) }
    let entries: [(name: String, key: Node, value: Node?)] =
      node.sequence == nil
      ? log.entries(node, "`states`").map { ($0.name, $0.key, $0.value) }
      : log.texts(node, "a state").map { ($0.text, $0.node, nil) }
    if entries.isEmpty, node.isNull || node.mapping != nil || node.sequence != nil {
      log.report("the machine has no states", at: node.range)
    }
    var states: [Machine.State] = []
    var places: [SourceRange] = []
    var details: [[String: Node]] = []
    for (name, key, value) in entries {
      guard resolver.canDeclare("state", name, at: key.range) else { continue }
      if name == "none" {
        log.report(
          "`none` cannot be the name of a state", at: key.range,
          label: "`none` is reserved: it ends the instance")
      } else if let first = states.firstIndex(where: { $0.name == name }) {
        log.reportDuplicate("state", name, at: key.range, first: places[first])
      } else {
        states.append(Machine.State(name: name, shownAs: name))
        places.append(key.range)
        details.append(value.map { log.fields($0, "a state", keys: ["shows", "refines"]) } ?? [:])
      }
    }
    refine(&states, details)
    return (states, places)
  }

  /// Reads `refines` and `shows`. A state without `shows` has the shown name of the state that it refines.
  private func refine(_ states: inout [Machine.State], _ details: [[String: Node]]) {
    for (index, node) in details.map({ $0["refines"] }).enumerated() {
      guard let node, let name = log.text(node, "`refines`") else { continue }
      states[index].refines = state(name, node, of: states)
    }
    let relation = states.indices.map { index in
      (name: index, leadsTo: states[index].refines.map { [$0.rawValue] } ?? [])
    }
    for cycle in Cycles.find(in: relation) {
      guard let first = cycle.first, let node = details[first]["refines"] else { continue }
      log.report(
        "the state `\(states[first].name)` refines itself: \(Cycles.text(cycle.map { states[$0].name }))",
        at: node.range)
      states[first].refines = nil
    }
    let shows = details.map { $0["shows"].flatMap { log.text($0, "`shows`") } }
    for index in states.indices {
      let lineage = Machine.lineage(of: StateID(index), in: states)
      states[index].shownAs =
        lineage.lazy.compactMap { shows[$0.rawValue] }.first ?? lineage.last.map { states[$0.rawValue].name }
        ?? states[index].name
    }
  }

  private func state(_ name: String, _ node: Node, of states: [Machine.State]) -> StateID? {
    if let index = states.firstIndex(where: { $0.name == name }) { return StateID(index) }
    if !states.isEmpty {
      resolver.reportUnknown(.state, name, at: node.range, among: states.map(\.name))
    }
    return nil
  }

  // MARK: Transitions

  /// Reads the transitions of all files.
  func read() {
    for (id, _, fields) in declared {
      readTransitions(of: symbols.machines[id.rawValue], id, fields)
    }
  }

  private func readTransitions(of machine: Machine, _ id: MachineID, _ fields: [String: Node]) {
    var transitions: [EventID: [Machine.Transition]] = [:]
    var places: [EventID: SourceRange] = [:]
    var keyless: [(name: String, key: Node)] = []
    for (name, key, value) in log.entries(fields["transitions"], "`transitions`") {
      guard let event = resolver.event(name, key) else { continue }
      if let field = machine.key, symbols.fieldType(field, of: [event]) == nil { keyless.append((name, key)) }
      let cases = value.sequence ?? [value]
      if cases.isEmpty { log.report("`\(name)` leads to no state", at: value.range) }
      transitions[event] = cases.map { transition($0, of: machine, by: event, at: key) }
      places[event] = key.range
    }
    if let field = machine.key, let per = fields["per"] {
      // If no event has the field, its name is misspelt: report that once, not for each event.
      if keyless.count == transitions.count, !keyless.isEmpty {
        resolver.reportUnknown(field: field, of: transitions.keys.sorted(), or: ["session"], at: per.range)
      } else {
        for (name, key) in keyless {
          log.report("`\(name)` has no field `\(field)` that distinguishes the machines", at: key.range)
        }
      }
    }
    symbols.setTransitions(transitions, of: id, at: places)
  }

  private func transition(
    _ node: Node, of machine: Machine, by event: EventID, at key: Node
  ) -> Machine.Transition {
    let fields = log.fields(node, "a transition", keys: ["where", "from", "to"])
    var result = Machine.Transition()
    if let node = fields["where"], let text = log.text(node, "`where`") {
      result.condition = resolver.parse(text, node) { parser in parser.condition(on: [event]) }
    }
    if let from = fields["from"] {
      let named = Set(log.texts(from, "`from`").compactMap { state($0.text, $0.node, of: machine.states) })
      result.from = Set(
        machine.states.indices.map { StateID($0) }
          .filter { !named.isDisjoint(with: machine.lineage(of: $0)) })
    }
    if let node = fields["to"] {
      if let name = log.text(node, "`to`"), name != "none" {
        result.to = state(name, node, of: machine.states)
      }
    } else if node.mapping != nil || node.isNull {
      log.report(
        "a transition has no `to`", at: node.isNull ? key.range : node.range,
        label: "a state, or `none` if the instance is gone")
    }
    return result
  }
}
