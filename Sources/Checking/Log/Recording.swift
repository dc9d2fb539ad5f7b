import Rulebook
import Trace

/// What the lines of one process have shown so far that they record: silence about anything else proves nothing
/// (guidance B.0.7).
final class Recording {
  private let program: Program
  private let declarations: Declarations
  private var seen: [Bool]
  private var seenFamily: [Bool]
  /// By their numbers, the patterns that the log has shown.
  private var shownPatterns: [Bool]
  private var growth = 0

  /// What the log says itself that it records.
  final class Declarations {
    fileprivate var names: Set<String> = []

    /// Adds names and families of events; `end` stands for the returns of callbacks.
    func add(_ names: some Sequence<String>) { self.names.formUnion(names) }

    /// How many names there are.
    var count: Int { names.count }

    /// The returns of callbacks are said to be recorded.
    var declaresReturns: Bool { names.contains("end") }
  }

  init(_ program: Program, _ declarations: Declarations) {
    self.program = program
    self.declarations = declarations
    seen = Array(repeating: false, count: program.rulebook.vocabulary.events.count * 2)
    seenFamily = Array(repeating: false, count: program.families.count)
    shownPatterns = Array(repeating: false, count: program.shownPatternCount)
  }

  /// Grows when anything new is recorded.
  var generation: Int { growth + declarations.names.count }

  func note(_ occurrence: Occurrence) {
    let id = Int(occurrence.id.rawValue)
    if seen[id] { return }
    seen[id] = true
    seenFamily[program.familyOfEvent[occurrence.id.index]] = true
    growth += 1
  }

  /// Remembers that the log shows an event of a pattern.
  func noteShown(pattern: Int) {
    if shownPatterns[pattern] { return }
    shownPatterns[pattern] = true
    growth += 1
  }

  func shows(pattern: Int) -> Bool { shownPatterns[pattern] }

  /// The event itself was seen.
  func has(_ event: EventID) -> Bool { event != .unknown && seen[Int(event.rawValue)] }

  /// The log says that it records the event: by its name, by its family, or as the return of a callback.
  func isDeclared(_ event: EventID) -> Bool {
    if declarations.names.isEmpty { return false }
    let group = event.isEnd ? "end" : program.families[program.familyOfEvent[event.index]]
    return declarations.names.contains(group)
      || declarations.names.contains(program.rulebook.vocabulary.name(of: event))
  }

  /// The event is recorded: the log has shown this very event, or declares it. One callback, or one return, says nothing
  /// of any other: an app logs the callbacks that its author thought of.
  func records(_ event: EventID) -> Bool { has(event) || isDeclared(event) }

  /// Whether the log would show an event that a claim demands: a callback or a return by itself, any other event by
  /// its family.
  func wouldShow(_ event: EventID) -> Bool {
    program.isCall[event.index]
      ? records(event) : records(family: program.familyOfEvent[event.index])
  }

  /// Something of the family is recorded.
  func records(family: Int) -> Bool {
    let name = program.families[family]
    return seenFamily[family] || declarations.names.contains { $0 == name || $0.hasPrefix(name + ".") }
  }
}
