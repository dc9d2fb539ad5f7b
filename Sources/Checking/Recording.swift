import Rulebook
import Trace

/// What a log has shown so far that it records: silence about anything else proves nothing (guidance B.0.7).
struct Recording {
  private let program: Program
  private var seen: [Bool]
  private var seenFamily: [Bool]
  /// Families of which the log has shown a callback in canonical form: a recorder hooks all of a family.
  private var canonicalFamily: [Bool]
  private var declared: Set<String> = []
  private(set) var showsReturns = false
  private(set) var showsDeliveries = false
  /// Counts up when anything new is recorded.
  private(set) var generation = 0

  init(_ program: Program) {
    self.program = program
    seen = Array(repeating: false, count: program.rulebook.vocabulary.events.count * 2)
    seenFamily = Array(repeating: false, count: program.families.count)
    canonicalFamily = seenFamily
  }

  mutating func note(_ occurrence: Occurrence) {
    let id = Int(occurrence.id.rawValue)
    let family = program.familyOfEvent[occurrence.id.index]
    if !seen[id] {
      seen[id] = true
      seenFamily[family] = true
      generation += 1
      if occurrence.id.isEnd { showsReturns = true }
    }
    if occurrence.isCanonical, !canonicalFamily[family], program.isCallback[occurrence.id.index] {
      canonicalFamily[family] = true
      generation += 1
    }
  }

  /// A notification that is paired with a callback was delivered.
  mutating func noteDelivery() { showsDeliveries = true }

  /// The log says which families it records; `end` stands for the returns of callbacks.
  mutating func declare(_ families: [String]) {
    for family in families where declared.insert(family).inserted {
      generation += 1
      if family == "end" { showsReturns = true }
    }
  }

  /// The event itself was seen.
  func has(_ event: EventID) -> Bool { event != .unknown && seen[Int(event.rawValue)] }

  /// The log says that it records the event: by its name, by its family, or as the return of a callback.
  func isDeclared(_ event: EventID) -> Bool {
    if declared.isEmpty { return false }
    return declared.contains(program.rulebook.vocabulary.name(of: event))
      || (event.isEnd
        ? declared.contains("end") : declared.contains(program.families[program.familyOfEvent[event.index]]))
  }

  /// The event is recorded: seen, declared, or of a family whose callbacks are written in canonical form.
  func records(_ event: EventID) -> Bool {
    has(event) || canonicalFamily[program.familyOfEvent[event.index]] || isDeclared(event)
  }

  /// Something of the family is recorded.
  func records(family: Int) -> Bool {
    seenFamily[family] || declared.contains(program.families[family])
      || declared.contains { $0.hasPrefix(program.families[family] + ".") }
  }
}
