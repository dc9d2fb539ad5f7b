import Rulebook
import Trace

/// Lists small changes of a log that may keep a violated rule. For example, an event closes what is still open, or an event that the
/// rule asks for occurs. Or the event that must not occur there comes earlier, or not at all. The caller has to try each change.
struct EditFinder {
  let rulebook: Rulebook
  let violation: Violation
  /// The event of the reported line; nil if it cannot be changed.
  let event: ReportedEvent?

  /// The number of events that are tried for one pattern.
  private static let mostEvents = 4

  /// The changes, the most helpful first.
  var edits: [Edit] {
    guard rulebook.rules.indices.contains(violation.proof.rule.number) else { return [] }
    let sentences = rulebook.rules[violation.proof.rule.number].sentences.map(\.sentence)
    let added = sentences.flatMap { ended($0.scope, $0.claim) + addedEvents(for: $0.claim) }
    // For other claims, the reported line is only where something is missed. Leaving it out would explain nothing.
    let isItself = sentences.contains { isAboutReportedLine($0.claim) }
    let moved = isItself ? starts.map { Edit.move(line, before: $0) } : []
    let changed = sentences.flatMap { fieldEdits(for: $0.claim) }
    let removed = isItself ? [Edit.remove(violation.witness.event, at: line)] : []
    return (added + moved + changed + removed).withoutRepeats
  }

  private func isAboutReportedLine(_ claim: Claim) -> Bool {
    switch claim {
    case .never, .has, .atMost, .isPreceded, .obeys: true
    case .noneOpen, .expect, .isFollowed, .atLeast, .recurs, .lasts, .isReopened: false
    }
  }

  // MARK: Lines

  var line: Int { violation.witness.line }
  private var earlier: [Violation.Related] { violation.related.filter { $0.witness.line < line } }
  /// The line of the event that the violation is about, if it is not the reported line.
  private var subject: Int? {
    (earlier.first { $0.role == .opened } ?? earlier.first { $0.role == .trigger })?.witness.line
  }
  /// The line that has to be passed before the change counts.
  private var start: Int { subject ?? earlier.map(\.witness.line).max() ?? line - 1 }
  /// The lines at which the states or scopes began in which the violation happened, the newest first.
  private var starts: [Int] { earlier.filter { $0.role != .opened }.map(\.witness.line).sorted(by: >) }
  /// The first line after `start` that the violation depends on.
  private var end: Int { earlier.map(\.witness.line).filter { $0 > start }.min() ?? line }

  // MARK: Scopes

  /// The end of the scope, if it came before the reported line.
  private func ended(_ scope: Scope?, _ claim: Claim) -> [Edit] {
    let start = starts.first ?? line - 1
    switch scope {
    // A callback in the wrong state shows that the callback before it is missing. Any other event itself is wrong.
    case .after(_, let end?) where isAboutCallbacks(claim):
      return events(end).map { .insert($0, after: start, before: line) }
    case .open(let spans) where isAboutCallbacks(claim):
      return spans.flatMap { closings(of: $0.id) }.map { .insert($0, after: start, before: line) }
    case .before, .between:
      return violation.decidedLine > line ? [.move(violation.decidedLine, before: line)] : []
    case .after, .following, .open, .during, .outside, nil: return []
    }
  }

  private func isAboutCallbacks(_ claim: Claim) -> Bool {
    guard case .never(let events) = claim else { return false }
    return events.atoms.flatMap(\.events).allSatisfy { event in
      rulebook.vocabulary.declaration(of: event)?.returns == true
    }
  }

  // MARK: Added events

  private func addedEvents(for claim: Claim) -> [Edit] {
    switch claim {
    case .noneOpen(let spans, _):
      spans.flatMap { closings(of: $0.id) }.flatMap { event in
        [Edit.insert(event, after: start, before: line), .insert(event, after: start, before: end)]
      }
    case .lasts(let span, .atMost, let limit):
      hastened(closings(of: span.id), within: limit)
        + closings(of: span.id).map { .insert($0, after: start, before: line) }
    case .isReopened(let span, _, _):
      openings(of: span.id).map {
        .insert($0, after: earlier.map(\.witness.line).max() ?? line - 1, before: line)
      }
    case .isFollowed(_, let response):
      hastened(events(response.answer), within: response.latest)
        + events(response.answer).map { .insert($0, after: start, before: line) }
    case .expect(let events, _), .atLeast(_, let events), .recurs(let events, _):
      self.events(events).map { .insert($0, after: start, before: line) }
    case .isPreceded(_, let precedence):
      events(precedence.cause).flatMap { event in
        starts.map { Edit.insert(event, after: $0, before: line) }
          + [.insert(event, after: line - 1, before: line)]
      }
    case .obeys(_, let machine):
      steps(of: machine).map { .insert($0, after: starts.first ?? line - 1, before: line) }
    case .never, .has, .atMost, .lasts: []
    }
  }

  /// The reported line, if it is one of these events and came too late after the line that it was measured from.
  private func hastened(_ events: [String], within limit: Limit?) -> [Edit] {
    guard case .fixed(let limit) = limit,
      events.contains(where: { $0.split(separator: " ").first.map(String.init) == violation.witness.event }),
      let first = violation.related.first(where: { $0.witness.line == start }),
      let passed = violation.witness.time(since: first.witness), passed > limit
    else { return [] }
    return [.hasten(line, after: start, by: passed - limit)]
  }

  private func closings(of span: SpanID) -> [String] {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(_, let until, let key): events(until, keyedBy: key)
    case .callback(let event): [rulebook.vocabulary.name(of: event.end)]
    case .composed(let first, let other): closings(of: first) + closings(of: other)
    case .state(let machine, let state): steps(of: machine) { $0 != state }
    }
  }

  private func openings(of span: SpanID) -> [String] {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(let from, _, let key): events(from, keyedBy: key)
    case .callback(let event): [rulebook.vocabulary.name(of: event)]
    case .composed(let first, _): openings(of: first)
    case .state(let machine, let state): steps(of: machine) { $0 == state }
    }
  }

  /// The events that move a machine to a state.
  private func steps(of machine: MachineID, to isMeant: (StateID) -> Bool = { _ in true }) -> [String] {
    let machine = rulebook.machines[machine.rawValue]
    // The end of the process, or another one, would explain everything.
    let others = rulebook.sessions.end.union(rulebook.sessions.ending).union(rulebook.sessions.begin)
    let events = machine.transitions.filter { event, steps in
      !others.contains(event) && steps.contains { $0.to.map(isMeant) ?? false }
    }.keys.sorted()
    return events.map { text($0, keys: machine.key.map { [$0] } ?? [], nil) }
  }

  private func events(_ pattern: EventPattern, keyedBy key: String? = nil) -> [String] {
    let texts = pattern.atoms.flatMap { atom in
      atom.events.prefix(Self.mostEvents).flatMap(logged).map { event in
        text(atom.isClose ? event.end : event, keys: atom.keys + (key.map { [$0] } ?? []), atom.condition)
      }
    }
    return Array(texts.withoutRepeats.prefix(Self.mostEvents))
  }

  /// The event itself, or those from which it is derived if no line can log it.
  private func logged(_ event: EventID) -> [EventID] {
    let forms = rulebook.derived.filter { $0.event == event }.flatMap(\.forms)
    guard !forms.isEmpty, rulebook.vocabulary.declaration(of: event)?.hasSpelling == false else {
      return [event]
    }
    return forms.flatMap { $0.pattern.atoms.flatMap(\.events) }
  }

  /// An event in canonical form, with the values that the pattern asks for.
  private func text(_ event: EventID, keys: [String], _ condition: Condition?) -> String {
    var fields = violation.proof.subject.fields.filter { keys.contains($0.name) }.map { ($0.name, $0.value) }
    for (name, value) in condition.map(values) ?? [] where !fields.contains(where: { $0.0 == name }) {
      fields.append((name, value))
    }
    return fields.reduce(rulebook.vocabulary.name(of: event)) { text, field in
      text + " " + ReportedEvent.text(field.0, field.1)
    }
  }

  /// The values that a condition demands of fields, as far as it names them.
  private func values(_ condition: Condition) -> [(String, String)] {
    switch condition {
    case .and(let one, let other): values(one) + values(other)
    case .or(let one, _): values(one)
    case .compare(.field(let field, _), .equal, .literal(let literal)): [(field, literal.logged)]
    case .oneOf(.field(let field, _), let literals): literals.first.map { [(field, $0.logged)] } ?? []
    default: []
    }
  }
}

extension Literal {
  /// The value as a log would write it.
  var logged: String {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() ? "\(Int64(number))" : "\(number)"
    case .duration(let nanoseconds): "\(Double(nanoseconds) / 1_000_000_000)s"
    case .size(let bytes): "\(bytes)"
    }
  }
}
