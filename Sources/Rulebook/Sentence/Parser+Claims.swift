import Diagnostics
import Trace

/// Scopes and claims: what a sentence says, and where.
extension Parser {
  private static let scopes = ["while", "outside", "after", "between"]
  private static let claims = ["never", "no", "each"]

  mutating func scope() throws(Abandoned) -> Scope? {
    let scope: Scope
    if take("while") {
      scope = .open(try spans())
    } else if take("outside") {
      scope = .outside(try spans())
    } else if take("after") {
      let start = try eventPattern()
      scope = .after(start, until: goesOn("until") ? try eventPattern() : nil)
    } else if take("between") {
      let start = try eventPattern()
      try require("and")
      scope = .between(start, try eventPattern())
    } else {
      return nil
    }
    guard take(",") else { throw expected(words: [","], after: " after the scope") }
    return scope
  }

  mutating func claim(hasScope: Bool) throws(Abandoned) -> Claim {
    if take("never") { return .never(try eventPattern()) }
    if take("no") { return try noneOpen() }
    guard take("each") else { throw expected(words: (hasScope ? [] : Self.scopes) + Self.claims) }
    switch verbAfterName.text {
    case "lasts": return try lasts()
    case "obeys", "or", "where": return try obeys()
    default:
      if peek().text == "the" { return try obeys() }
      _ = try name("a span or an event")
      _ = try key()
      throw expected(words: ["lasts", "obeys"])
    }
  }

  private mutating func noneOpen() throws(Abandoned) -> Claim {
    let spans = try spans()
    try require("is")
    try require("open")
    try require("at")
    return .noneOpen(spans, at: Claim.Moment(pattern: try eventPattern(), delay: 0))
  }

  private mutating func lasts() throws(Abandoned) -> Claim {
    let span = try span()
    try require("lasts")
    guard take("at") else { throw expected(words: ["at most", "at least"]) }
    let isMost = take("most")
    if !isMost { try require("most", "least") }
    let length = try duration()
    guard let span else { throw Abandoned() }
    return .lasts(span, isMost ? .atMost : .atLeast, .fixed(length))
  }

  private mutating func obeys() throws(Abandoned) -> Claim {
    let events = try eventPattern()
    try require("obeys")
    let name = try name("a machine")
    guard let machine = names.machine(named: name.text) else {
      reportUnknown("machine", name, among: names.machineNames)
      throw Abandoned()
    }
    return .obeys(steps(events, of: machine), machine)
  }

  /// The events of the pattern that move the machine: only those can obey it. Of a family that is some, of a
  /// single event it must be that one.
  private mutating func steps(_ events: EventPattern, of id: MachineID) -> EventPattern {
    let machine = names.machines[id.rawValue]
    var steps = events
    for index in steps.atoms.indices {
      let atom = steps.atoms[index]
      steps.atoms[index].events.removeAll { machine.transitions[$0] == nil }
      if steps.atoms[index].events.isEmpty, !atom.events.isEmpty {
        diagnostics.append(
          Diagnostic("`\(atom.name)` is no step of the machine `\(machine.name)`", at: atom.range))
      }
    }
    return steps
  }
}
