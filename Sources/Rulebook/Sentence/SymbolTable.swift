import Diagnostics
import Trace

/// The symbol table: the names declared so far while a rulebook is loaded.
final class SymbolTable {
  /// The vocabulary, spans and machines declared so far.
  private(set) var rulebook = Rulebook(name: "")
  /// The kinds of names that unreadable parts may declare. Unknown names of these kinds are not reported.
  private(set) var incompleteKinds: Set<NameKind> = []
  /// The names whose declaration has a mistake.
  private(set) var invalidNames: Set<String> = []
  private var spanIDs: [String: SpanID] = [:]
  private(set) var locations = DeclarationLocations()
  private var machineIDs: [String: MachineID] = [:]
  /// A cache of the events of families, which is cleared when an event is declared.
  private var families: [String: [EventID]] = [:]

  /// The fields that every event has without a declaration.
  static let commonFields = [String: FieldType](
    uniqueKeysWithValues: Vocabulary.commonFields.map { ($0, .text) })

  var vocabulary: Vocabulary { rulebook.vocabulary }
  var spans: [SpanDeclaration] { rulebook.spans }
  var machines: [Machine] { rulebook.machines }

  // MARK: Unreadable parts

  /// Whether events may be declared in a part that could not be read, so that it is not known which events a name means.
  var areEventsIncomplete: Bool { incompleteKinds.contains(.event) }

  func markIncomplete(_ kinds: some Sequence<NameKind>) { incompleteKinds.formUnion(kinds) }

  func markInvalid(_ name: String) { invalidNames.insert(name) }

  // MARK: Events

  func declare(_ event: EventDeclaration) {
    rulebook.vocabulary.declare(event)
    families = [:]
  }

  /// The event with a name, or the events of a family (`app.*`, `*` for all), without returns; nil if the name is
  /// unknown.
  func events(named name: String) -> [EventID]? {
    guard name.utf8.last == UInt8(ascii: "*") else { return vocabulary.id(of: name).map { [$0] } }
    if let known = families[name] { return known }
    guard name == "*" || name.hasSuffix(".*") else { return nil }
    let beginning = name.dropLast()
    let members = vocabulary.ids.filter { !$0.isEnd && vocabulary.name(of: $0).hasPrefix(beginning) }
    guard !members.isEmpty || name == "*" else { return nil }
    families[name] = members
    return members
  }

  /// The type of a field in the first of the events that has it; nil if none has it.
  func fieldType(_ field: String, of events: [EventID]) -> FieldType? {
    for event in events {
      if let type = vocabulary.declaration(of: event)?.fields[field] { return type }
    }
    return Self.commonFields[field]
  }

  /// An event in which the field has another type than in the first event that has it.
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

  /// The span with a name. The name of a callback is also the name of its span, which is created at its first use.
  func span(named name: String) -> SpanID? {
    if let id = spanIDs[name] { return id }
    guard let event = vocabulary.id(of: name), !event.isEnd,
      vocabulary.declaration(of: event)?.returns == true
    else { return nil }
    return append(SpanDeclaration(name: name, kind: .callback(event)))
  }

  /// The composed span that is open while both spans are, which is created at its first use.
  func span(_ first: SpanID, while second: SpanID) -> SpanID {
    let name = "\(spans[first.rawValue].name) while \(spans[second.rawValue].name)"
    return spanIDs[name] ?? append(SpanDeclaration(name: name, kind: .composed(first, while: second)))
  }

  /// The names that a sentence can use for spans.
  var spanNames: [String] {
    spanIDs.keys.filter(Words.canName) + vocabulary.events.filter(\.returns).map(\.name)
  }

  /// The location of the declaration of a span or state.
  func place(ofSpan name: String) -> SourceRange? { spanIDs[name].flatMap { locations.spans[$0] } }

  /// Adds a span; nil if the name is already used.
  @discardableResult func add(_ span: SpanDeclaration, at place: SourceRange? = nil) -> SpanID? {
    guard spanIDs[span.name] == nil else { return nil }
    let id = append(span)
    locations.spans[id] = place
    return id
  }

  private func append(_ span: SpanDeclaration) -> SpanID {
    let id = SpanID(spans.count)
    rulebook.spans.append(span)
    spanIDs[span.name] = id
    return id
  }

  func replace(_ id: SpanID, with kind: SpanDeclaration.Kind) { rulebook.spans[id.rawValue].kind = kind }

  // MARK: Machines

  func machine(named name: String) -> MachineID? { machineIDs[name] }

  /// Adds a machine without transitions; nil if the name is already used.
  func add(_ machine: Machine) -> MachineID? {
    guard machineIDs[machine.name] == nil else { return nil }
    let id = MachineID(machines.count)
    rulebook.machines.append(machine)
    machineIDs[machine.name] = id
    return id
  }

  /// Adds the span of a state: `machine.state`, and also `state` if the machine has no key. Returns the name that is
  /// already used, if any.
  func addSpan(of state: StateID, of id: MachineID, at place: SourceRange) -> String? {
    let machine = machines[id.rawValue]
    let bare = machine.states[state.rawValue].name
    let qualified = "\(machine.name).\(bare)"
    if spanIDs[qualified] != nil { return qualified }
    let name = machine.key == nil ? bare : qualified
    guard let span = add(SpanDeclaration(name: name, kind: .state(id, state)), at: place) else { return name }
    spanIDs[qualified] = span
    return nil
  }

  func setTransitions(
    _ transitions: [EventID: [Machine.Transition]], of id: MachineID, at places: [EventID: SourceRange]
  ) {
    locations.transitions[id] = places
    rulebook.machines[id.rawValue].transitions = transitions
  }
}
