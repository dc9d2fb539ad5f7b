import Diagnostics
import Trace

extension Validation {
  /// Reports spans that are closed only by events that also open them.
  var spansClosedAtOnce: [Diagnostic] {
    rulebook.spans.compactMap { span in
      guard case .declared(let from, let until, _) = span.kind, let first = until.atoms.first,
        until.atoms.allSatisfy({ closing in from.atoms.contains { $0.occurs(with: closing) } })
      else { return nil }
      return Diagnostic(
        "nothing closes the span `\(span.name)`", at: first.range, label: "this opens it, too",
        help: "to limit the time between events, write `E recurs every 5s`")
    }
  }

  /// Reports `no S is open at E` if E closes S. A span that a line closes is not open at the line.
  func neverOpenAtMoment(_ sentence: Sentence) -> [Diagnostic] {
    guard case .noneOpen(let spans, let moment) = sentence.claim, moment.delay == nil else { return [] }
    return spans.compactMap { span in
      guard moment.pattern.atoms.allSatisfy({ closes(span.id, $0) }) else { return nil }
      return Diagnostic(
        "`\(span.name)` is never open at `\(moment.pattern.text)`", at: span.range,
        label: "it closes there, so the rule never fails")
    }
  }

  /// Reports `closed while L is reopened by the close of E` if the entry of E closes L, because L is never open then.
  func neverReopened(_ sentence: Sentence) -> [Diagnostic] {
    guard case .isReopened(_, closedWhile: let leaving, by: let moment) = sentence.claim,
      moment.atoms.allSatisfy({ $0.isClose && closes(leaving.id, $0.entry) })
    else { return [] }
    return [
      Diagnostic(
        "`\(leaving.name)` is never open at `\(moment.text)`", at: leaving.range,
        label: "it closes when the callback is called, so the rule never fails")
    ]
  }

  /// Whether every occurrence of an event closes all openings of a span.
  private func closes(_ id: SpanID, _ atom: EventPattern.Atom) -> Bool {
    rulebook.parts(of: id).contains { part in
      switch rulebook.spans[part.rawValue].kind {
      case .declared(_, let until, let key):
        let closesAll = key.map { key in
          atom.events.allSatisfy { rulebook.vocabulary.declaration(of: $0)?.fields[key] == nil }
        }
        return closesAll != false && until.atoms.contains { $0.occurs(with: atom) }
      case .state(let machine, let state):
        return atom.events.allSatisfy { leaves(state, of: rulebook.machines[machine.rawValue], $0) }
          && !atom.isClose
      case .callback, .composed: return false
      }
    }
  }

  /// Whether an event always leads out of a state of a machine without a key.
  private func leaves(_ state: StateID, of machine: Machine, _ event: EventID) -> Bool {
    guard machine.key == nil, let cases = machine.transitions[event] else { return false }
    return cases.contains { $0.condition == nil }
      && cases.allSatisfy { step in step.to.map { !machine.lineage(of: $0).contains(state) } ?? true }
  }
}

extension EventPattern.Atom {
  /// The entry of the callback whose close the atom matches.
  fileprivate var entry: EventPattern.Atom {
    var entry = self
    entry.isClose = false
    return entry
  }

  /// Whether this atom matches every event that another one matches.
  fileprivate func occurs(with other: EventPattern.Atom) -> Bool {
    isClose == other.isClose && other.events.allSatisfy(events.contains)
      && (condition == nil || condition == other.condition)
  }
}
