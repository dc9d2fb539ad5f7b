import Diagnostics
import Rulebook
import Trace

// The proof of a violation: its message, its reported line and the related lines.

extension Monitor {
  /// What a violation of the sentence says, and of a line beside the reported one if it speaks of one.
  final func statement(
    _ message: String, label: String, beside: String = "", _ role: Violation.Role = .trigger
  ) -> Violation.Statement {
    Violation.Statement(
      compiled.sentenceText.rule, compiled.sentenceText.severity, message, label: label, beside: beside, role)
  }

  final func proof(
    of breach: borrowing Breach, _ statement: Violation.Statement, beside line: Occurrence?,
    in instance: ScopeInstance, at signal: Session.Signal
  ) -> Violation.Proof {
    log.work.proofs += 1
    let witness = session.witness(of: signal.line)
    // Most often it is one of the offence and one of the scope.
    guard !breach.hasOthers, signal.runningCall == nil, compiled.scopeKind != .open,
      compiled.scopeKind != .during
    else {
      return Violation.Proof(
        statement, witness: witness,
        related: related(to: breach, statement, beside: line, in: instance, at: signal),
        state: session.stateNotes(before: signal.asked), notes: breach.notes)
    }
    var (other, start): (Witness?, Witness?)
    if let line, line.line != witness.line { other = session.witness(of: line) }
    if compiled.hasScopeStart {
      start = instance.withStart {
        let line = $0.line
        return line == witness.line || line == other?.line ? nil : session.witness(of: $0)
      }
    }
    return Violation.Proof(
      statement, witness: witness, line: other, start: start, details(of: breach, at: signal))
  }

  private func details(of breach: borrowing Breach, at signal: Session.Signal) -> Violation.Proof.Details? {
    if !session.hasMachines, !breach.hasMore { return nil }
    let (state, notes) = (session.stateNotes(before: signal.asked), breach.notes)
    return state.isEmpty && notes.isEmpty ? nil : Violation.Proof.Details(state: state, notes: notes)
  }

  /// The label of the entry of a callback.
  final func callLabel(_ entry: Occurrence) -> String {
    guard let source = entry.source else { return "\(name(entry)) is called here" }
    return "\(program.rulebook.vocabulary.name(of: source)) implies \(name(entry)) here"
  }

  /// The other lines that take part, in order, each once: those of the offence, where a callback closes its entry, and
  /// those that opened the scope.
  private func related(
    to breach: borrowing Breach, _ statement: Violation.Statement, beside line: Occurrence?,
    in instance: ScopeInstance, at signal: Session.Signal
  ) -> [Violation.Related] {
    var lines = breach.others
    if let line { lines.insert((line, statement.beside, statement.role), at: 0) }
    if let entry = signal.runningCall?.entry {
      lines.append((entry, callLabel(entry), .trigger))
    }
    switch compiled.scopeKind {
    case .session, .outside: break
    case .byStart, .byEnd:
      if compiled.hasScopeStart { lines.append((instance.start, Violation.Related.start, .trigger)) }
    case .open, .during:
      // What begins at the moment at which it is over is none of it.
      for (span, opening, moment, _) in instance.parts
      where opening.order < signal.order
        && (moment < signal.moment || instance.order >= signal.moment || signal.isAskedAgain)
      {
        let span = program.rulebook.spans[span]
        let isState = if case .state = span.kind { true } else { false }
        lines.append((opening.opening, "\(span.name) begins here", isState ? .state : .trigger))
      }
    }
    var related = lines.compactMap { relation($0, at: signal) }
    guard related.count > 1 else { return related }
    // What was said of a line first stands: the order of those of one line stays.
    related.sort { $0.witness.line < $1.witness.line }
    var last: Int?
    related.drop { other in
      defer { last = other.witness.line }
      return other.witness.line == last
    }
    return related
  }

  private func relation(_ line: Breach.Line, at signal: Session.Signal) -> Violation.Related? {
    if line.occurrence.line == signal.line.line { return nil }
    return Violation.Related(
      witness: session.witness(of: line.occurrence), label: line.label, role: line.role)
  }

  /// Where the claim holds: `while background`; empty for the whole session.
  final func scopeText(_ instance: ScopeInstance) -> String {
    switch compiled.scopeKind {
    case .open, .during:
      instance.parts.last.map { spanText.text(of: $0.span, "while \(name(ofSpan: $0.span))") } ?? ""
    case .session, .outside, .byStart, .byEnd: wholeScope
    }
  }

  /// The span by which that is told; nil where it is the same for all instances of the scope.
  final func scopeSpan(_ instance: ScopeInstance) -> Int? {
    switch compiled.scopeKind {
    case .open, .during: instance.parts.last?.span
    case .session, .outside, .byStart, .byEnd: nil
    }
  }

  private final func name(ofSpan span: Int) -> String { program.rulebook.spans[span].name }

  /// The name of an event, with its key if it has one.
  final func name(_ occurrence: Occurrence, key: Key? = nil) -> String { name(of: occurrence.id, key: key) }
  final func name(of event: EventID, key: Key? = nil) -> String {
    let name = program.rulebook.vocabulary.name(of: event)
    return key.map { "\(name) \($0.text.replacing("\u{1F}", with: " "))" } ?? name
  }
}
