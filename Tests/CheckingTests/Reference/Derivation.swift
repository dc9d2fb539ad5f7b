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
      for call in calls where signals[call].line != source.line {
        if isOver(call, by: derived.event, at: source.line) {
          close(call, at: source.line, moment: source.moment ?? now)
        }
      }
      log.derived.note(derived.event, at: lines[source.line])
      apply(
        Reference.Signal(
          event: derived.event, closes: nil, line: source.line, fields: fields, moment: source.moment ?? now))
    }
  }

  /// Whether a call has returned before a line because too much time has passed. A derived call ends with the call from
  /// which it is derived.
  func isOverByTime(_ call: Int, at index: Int, _ closing: Reference.Closing) -> Bool {
    let source = lines[signals[call].line]
    if signals[call].moment == nil { return closing.byTime.contains(source) }
    switch fate(source) {
    case .returns, .runs: return false
    case .misses, .unawaited, nil:
      return log.timeBetween(source, lines[index]).map { $0 >= 1_000_000_000 } ?? false
    }
  }

  /// Whether a call has returned before the event of a line because this event cannot occur while the call runs.
  func isOver(_ call: Int, before index: Int, _ closing: Reference.Closing) -> Bool {
    let source = signals[call].line
    if signals[call].moment == nil { return closing.before.contains(lines[source]) }
    let lives = [source, index].map { log.lifeOfLine[lines[$0]] }
    return lives[0] != lives[1] && line(source).pid == line(index).pid
      || isOver(call, by: line(index).event, at: index)
  }

  private func isOver(_ call: Int, by event: EventID, at index: Int) -> Bool {
    let lives = [signals[call].line, index].map { log.lifeOfLine[lines[$0]] }
    return lives[0] == lives[1] && Reference.Callback(signals[call], rulebook).isOver(by: event)
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
