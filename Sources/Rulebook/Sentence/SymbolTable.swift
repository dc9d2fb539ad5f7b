import Diagnostics
import Trace

/// The names that a sentence may use, while a rulebook is read.
final class SymbolTable {
  /// What is read so far: vocabulary, spans and machines.
  private(set) var rulebook = Rulebook(name: "")
  /// What a part that could not be read may declare: a name of these kinds that is not known may be right.
  private(set) var incompleteKinds: Set<NameKind> = []
  /// Names whose declaration has a mistake.
  private(set) var invalidNames: Set<String> = []
  private var spanIDs: [String: SpanID] = [:]
  private(set) var places = Places()
  private var machineIDs: [String: MachineID] = [:]
  /// The events of each family that was asked for, as long as none is declared.
  private var families: [String: [EventID]] = [:]

  /// Fields that every event has, whether the vocabulary declares them or not.
  static let commonFields = [String: FieldType](
    uniqueKeysWithValues: Vocabulary.commonFields.map { ($0, .text) })

  var vocabulary: Vocabulary { rulebook.vocabulary }
  var spans: [SpanDeclaration] { rulebook.spans }
  var machines: [Machine] { rulebook.machines }

  // MARK: What could not be read

  func markIncomplete(_ kinds: some Sequence<NameKind>) { incompleteKinds.formUnion(kinds) }

  func markInvalid(_ name: String) { invalidNames.insert(name) }

  // MARK: Events

  func declare(_ event: EventDeclaration) {
    rulebook.vocabulary.declare(event)
    families = [:]
  }

  /// The events of a name, of a family (`app.*`, entries only) or all (`*`, likewise); nil where there is none.
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
  func place(ofSpan name: String) -> SourceRange? { spanIDs[name].flatMap { places.spans[$0] } }

  /// Adds a span; nil where the name is taken.
  @discardableResult func add(_ span: SpanDeclaration, at place: SourceRange? = nil) -> SpanID? {
    guard spanIDs[span.name] == nil else { return nil }
    let id = append(span)
    places.spans[id] = place
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

  /// Adds a machine, which has no transitions yet; nil where the name is taken.
  func add(_ machine: Machine) -> MachineID? {
    guard machineIDs[machine.name] == nil else { return nil }
    let id = MachineID(machines.count)
    rulebook.machines.append(machine)
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
    return nil
  }

  func setTransitions(
    _ transitions: [EventID: [Machine.Transition]], of id: MachineID, at places: [EventID: SourceRange]
  ) {
    self.places.steps[id] = places
    rulebook.machines[id.rawValue].transitions = transitions
  }
}
