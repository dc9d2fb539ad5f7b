import Rulebook
import Trace

/// Derived events.
extension Reference.History {
  /// Derives the event if the signal matches one of its forms. A guessed event is left out, because it cannot violate a
  /// rule.
  func derive(_ index: Int, from now: Int) {
    let derived = rulebook.derived[index]
    let place = at(now)
    for form in derived.forms where !form.isInferred && match(form.pattern, place) != nil {
      if let scope = form.scope, !openings[scope.rawValue].contains(where: { contains(now, $0) }) { continue }
      if let exception = form.exception, holds(exception, judged: now, place) == true { continue }
      if let span = derived.oncePer {
        guard let opening = openings[span.rawValue].lastIndex(where: { contains(now, $0) }),
          derivedIn[index, default: []].insert(opening).inserted
        else { continue }
      }
      let source = signals[now]
      var fields = source.fields
      fields["via"] = fields["via"] ?? String(rulebook.vocabulary.name(of: source.event).prefix { $0 != "." })
      closeCalls(before: derived.event, at: source.line, moment: source.moment ?? now) { _ in true }
      log.derived.note(derived.event, at: lines[source.line])
      apply(
        Reference.Signal(
          event: derived.event, closes: nil, line: source.line, fields: fields, moment: source.moment ?? now))
    }
  }

  /// Before a line, closes the calls of derived callbacks that cannot still be running.
  func closeDerived(at index: Int) {
    func isDerived(_ call: Int) -> Bool { signals[call].moment != nil }
    for call in calls where isDerived(call) && !returns(lines[signals[call].line]) {
      let passed = log.timeBetween(lines[signals[call].line], lines[index])
      if passed.map({ $0 >= 1_000_000_000 }) == true { close(call, at: index) }
    }
    closeCalls(before: line(index).event, at: index, where: isDerived)
  }

  /// Before an event, closes the calls that it ends.
  private func closeCalls(
    before event: EventID, at index: Int, moment: Int? = nil, where isMeant: (Int) -> Bool
  ) {
    for call in calls where isMeant(call) && signals[call].line != index {
      let lives = [signals[call].line, index].map { log.lifeOfLine[lines[$0]] }
      if lives[0] == lives[1], Reference.Callback(signals[call], rulebook).isOver(by: event) {
        close(call, at: index, moment: moment)
      }
    }
  }

  /// Whether the span is open when the signal occurs, which may close it.
  private func contains(_ now: Int, _ opening: Opening) -> Bool {
    let moment = signals[now].moment ?? now
    return opening.open < moment && opening.close.map { $0 >= moment } ?? true
  }
}

extension Reference {
  /// The events that were derived at each line of a log.
  final class Derivations {
    private var events: [Int: Set<EventID>] = [:]

    func note(_ event: EventID, at line: Int) { events[line, default: []].insert(event) }

    func at(_ line: Int) -> Set<EventID> { events[line, default: []] }
  }
}

extension Reference.Log {
  /// The events of a line: its own event, and those that were derived from it.
  func events(at index: Int) -> Set<EventID> { derived.at(index).union([lines[index].event]) }
}
