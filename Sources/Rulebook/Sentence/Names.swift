import Diagnostics
import Trace

/// The names that a sentence may use, while a rulebook is read.
final class Names {
  var vocabulary = Vocabulary()
  private(set) var spans: [SpanDeclaration] = []
  private(set) var machines: [Machine] = []
  private var spanIDs: [String: SpanID] = [:]
  private var machineIDs: [String: MachineID] = [:]

  /// Fields that every event has, whether the vocabulary declares them or not.
  static let commonFields: [String: FieldType] = ["thread": .text, "via": .text]

  // MARK: Events

  /// The events of a name, or of a family (`app.*`, entries only); nil where there is none.
  func events(named name: String) -> [EventID]? {
    if name.hasSuffix(".*") {
      let family = name.dropLast()
      let members = vocabulary.ids.filter { !$0.isEnd && vocabulary.name(of: $0).hasPrefix(family) }
      return members.isEmpty ? nil : members
    }
    return vocabulary.id(of: name).map { [$0] }
  }

  /// Every name that `events(named:)` knows.
  var eventNames: [String] {
    let names = vocabulary.ids.map(vocabulary.name(of:))
    let families = Set(names.compactMap { $0.split(separator: ".").first.map { "\($0).*" } })
    return names + families.sorted()
  }

  /// The type of a field that at least one of the events has.
  func fieldType(_ field: String, of events: [EventID]) -> FieldType? {
    for event in events {
      if let type = vocabulary.declaration(of: event)?.fields[field] { return type }
    }
    return Self.commonFields[field]
  }

  func fieldNames(of events: [EventID]) -> [String] {
    let declared = events.flatMap { vocabulary.declaration(of: $0)?.fields.keys.map(\.self) ?? [] }
    return Set(declared + Self.commonFields.keys).sorted()
  }

  // MARK: Spans

  /// The span of a name. A callback's name stands for its span, which is made when it is first asked for.
  func span(named name: String) -> SpanID? {
    if let id = spanIDs[name] { return id }
    guard let event = vocabulary.id(of: name), !event.isEnd,
      vocabulary.declaration(of: event)?.returns == true
    else { return nil }
    return add(SpanDeclaration(name: name, kind: .callback(event)))
  }

  /// Every name that `span(named:)` knows.
  var spanNames: [String] {
    spanIDs.keys + vocabulary.events.filter(\.returns).map(\.name)
  }

  /// Adds a span; nil where the name is taken.
  @discardableResult func add(_ span: SpanDeclaration) -> SpanID? {
    guard spanIDs[span.name] == nil else { return nil }
    let id = SpanID(spans.count)
    spans.append(span)
    spanIDs[span.name] = id
    return id
  }

  /// The field that tells one opening of a span from another.
  func key(of id: SpanID) -> String? {
    switch spans[id.rawValue].kind {
    case .declared(_, _, let key): key
    case .state(let machine, _): machines[machine.rawValue].key
    case .callback: nil
    }
  }

  func replace(_ id: SpanID, with kind: SpanDeclaration.Kind) { spans[id.rawValue].kind = kind }

  /// The events that open a span; none for a state, which any transition may enter.
  func openingEvents(of id: SpanID) -> [EventID] {
    switch spans[id.rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): machines[machine.rawValue].transitions.keys.sorted()
    }
  }

  // MARK: Machines

  func machine(named name: String) -> MachineID? { machineIDs[name] }

  var machineNames: [String] { machines.map(\.name) }

  /// Adds a machine and a span for each of its states: `machine.state`, and `state` alone where the
  /// machine is one a session. Nil where the name is taken; the states whose bare names are taken are handed back.
  func add(_ machine: Machine) -> (id: MachineID, taken: [String])? {
    guard machineIDs[machine.name] == nil else { return nil }
    let id = MachineID(machines.count)
    machines.append(machine)
    machineIDs[machine.name] = id
    var taken: [String] = []
    for (index, state) in machine.states.enumerated() {
      let kind = SpanDeclaration.Kind.state(id, StateID(index))
      let name = machine.key == nil ? state.name : "\(machine.name).\(state.name)"
      guard let span = add(SpanDeclaration(name: name, kind: kind)) else {
        taken.append(name)
        continue
      }
      if machine.key == nil { spanIDs["\(machine.name).\(state.name)"] = span }
    }
    return (id, taken)
  }

  func setTransitions(_ transitions: [EventID: [Machine.Transition]], of id: MachineID) {
    machines[id.rawValue].transitions = transitions
  }
}
