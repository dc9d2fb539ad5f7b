import Rulebook
import Trace

/// The events that an app is known to record, because its lines have shown them or the log declares them. The absence of any
/// other event proves nothing (guidance B.0.7).
final class Recording {
  private let program: Program
  private let declarations: Declarations
  private(set) var shown: Shown
  /// The number of different events and patterns that were shown.
  private var growth = 0

  /// What the app's lines have shown.
  struct Shown: Hashable {
    /// The events, by raw value of `EventID`, and their families, by number.
    fileprivate var events: [Bool]
    fileprivate var families: [Bool]
    /// The patterns of `E where C is recorded`, by number.
    fileprivate var patterns: [Bool]
  }

  /// The names of events and families that the log declares as recorded.
  final class Declarations {
    fileprivate var names: Set<String> = []

    /// Adds names of events and families. `end` means the returns of callbacks.
    func add(_ names: some Sequence<String>) { self.names.formUnion(names) }

    /// The number of different names.
    var count: Int { names.count }

    /// Whether the returns of callbacks are declared.
    var declaresReturns: Bool { names.contains("end") }
  }

  init(_ program: Program, _ declarations: Declarations) {
    self.program = program
    self.declarations = declarations
    shown = Shown(
      events: Array(repeating: false, count: program.rulebook.vocabulary.events.count * 2),
      families: Array(repeating: false, count: program.families.count),
      patterns: Array(repeating: false, count: program.shownPatternCount))
  }

  /// A number that grows whenever something new is recorded.
  var generation: Int { growth + declarations.names.count }

  /// Records that the app's lines show an event.
  func note(_ occurrence: Occurrence) {
    let id = Int(occurrence.id.rawValue)
    if shown.events[id] { return }
    shown.events[id] = true
    shown.families[program.familyOfEvent[occurrence.id.index]] = true
    growth += 1
  }

  /// Records that the log has shown an event of a pattern.
  func noteShown(pattern: Int) {
    if shown.patterns[pattern] { return }
    shown.patterns[pattern] = true
    growth += 1
  }

  func shows(pattern: Int) -> Bool { shown.patterns[pattern] }

  /// Whether the app's lines have shown the event itself.
  func has(_ event: EventID) -> Bool { event != .unknown && shown.events[Int(event.rawValue)] }

  /// Whether the log declares the event: by its name, by its family, or as the return of a callback.
  func isDeclared(_ event: EventID) -> Bool {
    if declarations.names.isEmpty { return false }
    let group = event.isEnd ? "end" : program.families[program.familyOfEvent[event.index]]
    return declarations.names.contains(group)
      || declarations.names.contains(program.rulebook.vocabulary.name(of: event))
  }

  /// Whether the event itself was shown or declared. A callback or a return proves nothing about another one, because an app logs
  /// only the callbacks that its author thought of.
  func records(_ event: EventID) -> Bool { has(event) || isDeclared(event) }

  /// Whether the log would show an event that a claim demands. A callback or a return must be recorded itself, any other event by
  /// its family.
  func wouldShow(_ event: EventID) -> Bool {
    program.isCall[event.index]
      ? records(event) : records(family: program.familyOfEvent[event.index])
  }

  /// Whether an event of the family was shown or declared.
  func records(family: Int) -> Bool {
    let name = program.families[family]
    return shown.families[family] || declarations.names.contains { $0 == name || $0.hasPrefix(name + ".") }
  }
}
