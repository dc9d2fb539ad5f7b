import Diagnostics
import Rulebook
import Trace

// The proof of a violation: its message, its reported line and its related lines.

extension Monitor {
  /// Creates the texts of a violation of the sentence. `beside` is the label of a related line that the message is also about.
  final func statement(
    _ message: String, label: String, beside: String = "", _ role: Violation.Role = .trigger
  ) -> Violation.Statement {
    Violation.Statement(
      compiled.sentenceText.rule, compiled.sentenceText.severity, message, label: label, beside: beside, role)
  }

  /// Builds the proof of a breach at a signal; the breach is about the judged event. `line` is the related line to which `statement.beside` belongs.
  final func proof(
    of breach: borrowing Breach, about judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Violation.Proof {
    log.work.proofs += 1
    let witness = session.witness(of: signal.line)
    let subject = subject(of: judged, in: instance)
    // Usually there are at most two related lines: `line`, and the line that opened the scope. They need no list.
    guard !breach.hasOthers, signal.runningCall == nil, compiled.scopeKind != .open,
      compiled.scopeKind != .during
    else {
      return Violation.Proof(
        statement, witness: witness,
        related: related(to: breach, statement, beside: line, in: instance, at: signal),
        state: session.stateNotes(before: signal.asked), notes: breach.notes, subject: subject)
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
      statement, witness: witness, line: other, start: start, details(of: breach, at: signal),
      subject: subject)
  }

  /// Returns the states of machines and the notes of a proof; nil if there are none.
  private func details(of breach: borrowing Breach, at signal: Session.Signal) -> Violation.Proof.Details? {
    if !session.hasMachines, !breach.hasMore { return nil }
    let (state, notes) = (session.stateNotes(before: signal.asked), breach.notes)
    return state.isEmpty && notes.isEmpty ? nil : Violation.Proof.Details(state: state, notes: notes)
  }

  /// Returns the label for the line of a callback's entry.
  final func callLabel(_ entry: Occurrence) -> String {
    guard let source = entry.source else { return "\(name(entry)) is called here" }
    return "\(program.rulebook.vocabulary.name(of: source)) implies \(name(entry)) here"
  }

  /// Returns the related lines in their order, each once: those of the breach, the entry of a callback that closes at the signal,
  /// and those that opened the scope.
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
      // An opening from the moment at which the instance ends is not part of the instance.
      for (span, opening, moment, _) in instance.parts
      where opening.order < signal.order
        && (moment < signal.moment || instance.order >= signal.moment || signal.isRepeatedCheck)
      {
        let span = program.rulebook.spans[span]
        let isState = if case .state = span.kind { true } else { false }
        lines.append((opening.opening, "\(span.name) begins here", isState ? .state : .trigger))
      }
    }
    var related = lines.compactMap { relation($0, at: signal) }
    guard related.count > 1 else { return related }
    // If a line has several labels, the first one is used. The sort keeps the order of entries of one line.
    related.sort { $0.witness.line < $1.witness.line }
    var last: Int?
    related.drop { other in
      defer { last = other.witness.line }
      return other.witness.line == last
    }
    return related
  }

  /// Returns the related line; nil for the reported line itself.
  private func relation(_ line: Breach.Line, at signal: Session.Signal) -> Violation.Related? {
    if line.occurrence.line == signal.line.line { return nil }
    return Violation.Related(
      witness: session.witness(of: line.occurrence), label: line.label, role: line.role)
  }

  /// Returns the text of the scope: `while background`; empty for the whole session.
  final func scopeText(_ instance: ScopeInstance) -> String {
    switch compiled.scopeKind {
    case .open, .during:
      instance.parts.last.map { spanText.text(of: $0.span, "while \(name(ofSpan: $0.span))") } ?? ""
    case .session, .outside, .byStart, .byEnd: fixedScopeText
    }
  }

  /// Returns the span that `scopeText` names; nil if the text is the same for all instances of the scope.
  final func scopeSpan(_ instance: ScopeInstance) -> Int? {
    switch compiled.scopeKind {
    case .open, .during: instance.parts.last?.span
    case .session, .outside, .byStart, .byEnd: nil
    }
  }

  private final func name(ofSpan span: Int) -> String { program.rulebook.spans[span].name }

  /// Returns the name of an event, followed by the key if one is given.
  final func name(_ occurrence: Occurrence, key: Key? = nil) -> String { name(of: occurrence.id, key: key) }
  final func name(of event: EventID, key: Key? = nil) -> String {
    let name = program.rulebook.vocabulary.name(of: event)
    return key.map { "\(name) \($0.text.replacing("\u{1F}", with: " "))" } ?? name
  }
}
