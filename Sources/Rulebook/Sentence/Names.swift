import Diagnostics
import Trace

/// The names that a sentence may use, while a rulebook is read.
final class Names {
  var vocabulary = Vocabulary()
  /// Whether all files could be read; else a name that is not known may be declared in one that could not.
  var isComplete = true
  private(set) var spans: [SpanDeclaration] = []
  private(set) var machines: [Machine] = []
  private var spanIDs: [String: SpanID] = [:]
  private var places: [String: SourceRange] = [:]
  private var machineIDs: [String: MachineID] = [:]

  /// Fields that every event has, whether the vocabulary declares them or not.
  static let commonFields = [String: FieldType](
    uniqueKeysWithValues: Vocabulary.commonFields.map { ($0, .text) })

  // MARK: Events

  /// The events of a name, of a family (`app.*`, entries only) or all (`*`, likewise); nil where there is none.
  func events(named name: String) -> [EventID]? {
    if name == "*" { return vocabulary.ids.filter { !$0.isEnd } }
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

  /// An event that has the field with another type than the first one that has it.
  func conflict(of field: String, in events: [EventID]) -> (event: String, type: FieldType)? {
    guard let type = fieldType(field, of: events) else { return nil }
    for event in events {
      if let other = vocabulary.declaration(of: event)?.fields[field], other != type {
        return (vocabulary.name(of: event), other)
      }
    }
    return nil
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
    return append(SpanDeclaration(name: name, kind: .callback(event)))
  }

  /// The span that is open as long as two are, which is made when it is first asked for.
  func span(_ first: SpanID, while second: SpanID) -> SpanID {
    let name = "\(spans[first.rawValue].name) while \(spans[second.rawValue].name)"
    return spanIDs[name] ?? append(SpanDeclaration(name: name, kind: .composed(first, while: second)))
  }

  /// Every name that a sentence can use for a span.
  var spanNames: [String] {
    spanIDs.keys.filter(Words.canName) + vocabulary.events.filter(\.returns).map(\.name)
  }

  /// Where the name of a span or state was declared.
  func place(ofSpan name: String) -> SourceRange? { places[name] }

  /// Adds a span; nil where the name is taken.
  @discardableResult func add(_ span: SpanDeclaration, at place: SourceRange? = nil) -> SpanID? {
    guard spanIDs[span.name] == nil else { return nil }
    places[span.name] = place
    return append(span)
  }

  private func append(_ span: SpanDeclaration) -> SpanID {
    let id = SpanID(spans.count)
    spans.append(span)
    spanIDs[span.name] = id
    return id
  }

  /// The field that tells one opening of a span from another.
  func key(of id: SpanID) -> String? {
    switch spans[first(of: id).rawValue].kind {
    case .declared(_, _, let key): key
    case .state(let machine, _): machines[machine.rawValue].key
    case .callback, .composed: nil
    }
  }

  /// The span whose openings a composed one has; another span is its own first.
  private func first(of id: SpanID) -> SpanID {
    var id = id
    while case .composed(let first, _) = spans[id.rawValue].kind { id = first }
    return id
  }

  func replace(_ id: SpanID, with kind: SpanDeclaration.Kind) { spans[id.rawValue].kind = kind }

  /// The events that open a span; for a state, those that move its machine.
  func openingEvents(of id: SpanID) -> [EventID] {
    switch spans[first(of: id).rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): machines[machine.rawValue].transitions.keys.sorted()
    case .composed: []
    }
  }

  /// The events that a claim judges: those whose fields its exception and its message may speak of.
  func judgedEvents(of claim: Claim, in scope: Scope?) -> [EventID] {
    switch claim {
    case .never(let events), .obeys(let events, _), .has(let events, _), .isFollowed(let events, _),
      .isPreceded(let events, _), .atMost(_, let events, _):
      events.atoms.flatMap(\.events)
    case .noneOpen(let spans, _): spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, _, _): openingEvents(of: span.id)
    case .isReopened(let span, _, _): closingEvents(of: span.id)
    case .expect, .atLeast, .recurs: openingEvents(of: scope)
    }
  }

  /// The events that open an instance of a scope; none where it begins with the session or where spans close.
  func openingEvents(of scope: Scope?) -> [EventID] {
    switch scope {
    case nil, .before, .outside: []
    case .open(let spans), .during(let spans): spans.flatMap { openingEvents(of: $0.id) }
    case .after(let start, _), .between(let start, _), .following(let start, _): start.atoms.flatMap(\.events)
    }
  }

  /// The events that close a span; for a state, those that move its machine; for a composed span, those of either.
  private func closingEvents(of id: SpanID) -> [EventID] {
    var events: [EventID] = []
    var pending = [id]
    while let id = pending.popLast() {
      switch spans[id.rawValue].kind {
      case .declared(_, let until, _): events += until.atoms.flatMap(\.events)
      case .callback, .state: events += openingEvents(of: id)
      case .composed(let first, let second): pending += [first, second]
      }
    }
    return events
  }

  // MARK: Machines

  func machine(named name: String) -> MachineID? { machineIDs[name] }

  var machineNames: [String] { machines.map(\.name) }

  /// Adds a machine, which has no transitions yet; nil where the name is taken.
  func add(_ machine: Machine) -> MachineID? {
    guard machineIDs[machine.name] == nil else { return nil }
    let id = MachineID(machines.count)
    machines.append(machine)
    machineIDs[machine.name] = id
    return id
  }

  /// Makes a span of a state: `machine.state`, and `state` alone where the machine is one a session. Hands back
  /// the name that is taken, if there is one.
  func addSpan(of state: StateID, of id: MachineID, at place: SourceRange) -> String? {
    let machine = machines[id.rawValue]
    let bare = machine.states[state.rawValue].name
    let qualified = "\(machine.name).\(bare)"
    if spanIDs[qualified] != nil { return qualified }
    let name = machine.key == nil ? bare : qualified
    guard let span = add(SpanDeclaration(name: name, kind: .state(id, state)), at: place) else { return name }
    spanIDs[qualified] = span
    places[qualified] = place
    return nil
  }

  func setTransitions(_ transitions: [EventID: [Machine.Transition]], of id: MachineID) {
    machines[id.rawValue].transitions = transitions
  }
}
