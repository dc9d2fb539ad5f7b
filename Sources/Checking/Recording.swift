import Rulebook
import Trace

/// What the lines of one process have shown so far that they record: silence about anything else proves nothing
/// (guidance B.0.7).
final class Recording {
  private let program: Program
  private let declarations: Declarations
  private var seen: [Bool]
  private var seenFamily: [Bool]
  /// Families of which the log has shown a callback's return in canonical form: a recorder writes it, and hooks
  /// all callbacks of the family; what an app's own logger prints is what its author thought of.
  private var recordedFamily: [Bool]
  private(set) var showsReturns = false
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
    recordedFamily = seenFamily
  }

  /// Grows when anything new is recorded.
  var generation: Int { growth + declarations.names.count }

  func note(_ occurrence: Occurrence) {
    let id = Int(occurrence.id.rawValue)
    let family = program.familyOfEvent[occurrence.id.index]
    if !seen[id] {
      seen[id] = true
      seenFamily[family] = true
      growth += 1
    }
    guard occurrence.id.isEnd else { return }
    showsReturns = true
    if program.isCallback[occurrence.id.index], occurrence.isCanonical, !recordedFamily[family] {
      recordedFamily[family] = true
      growth += 1
    }
  }

  /// The event itself was seen.
  func has(_ event: EventID) -> Bool { event != .unknown && seen[Int(event.rawValue)] }

  /// Returns of callbacks are recorded, or declared to be.
  var awaitsReturns: Bool { showsReturns || declarations.declaresReturns }

  /// The log says that it records the event: by its name, by its family, or as the return of a callback.
  func isDeclared(_ event: EventID) -> Bool {
    if declarations.names.isEmpty { return false }
    let group = event.isEnd ? "end" : program.families[program.familyOfEvent[event.index]]
    return declarations.names.contains(group)
      || declarations.names.contains(program.rulebook.vocabulary.name(of: event))
  }

  /// The event is recorded: seen, declared, or a callback of a family of which a recorder writes all.
  func records(_ event: EventID) -> Bool {
    has(event) || isDeclared(event)
      || program.isCallback[event.index] && recordedFamily[program.familyOfEvent[event.index]]
  }

  /// Something of the family is recorded.
  func records(family: Int) -> Bool {
    let name = program.families[family]
    return seenFamily[family] || declarations.names.contains { $0 == name || $0.hasPrefix(name + ".") }
  }
}
