import Rulebook
import Trace

// From what a line brought about to candidates, and from candidates to violations.

extension Session {
  /// Judges one signal by every sentence that names it.
  func judge(_ signal: Signal) {
    for (number, role, condition) in program.reactions[signal.code].monitors {
      switch role {
      case .offence where holds(condition, signal): judgeOffence(number, signal)
      case .moment: judgeMoment(number, signal, condition)
      case .step where holds(condition, signal): judgeStep(number, signal)
      case .scopeEnd where holds(condition, signal): endScope(number, signal)
      case .scopeStart where holds(condition, signal): beginScope(number, signal)
      default: break
      }
    }
  }

  /// A candidate with the lines that prove it.
  func candidate(
    _ number: Int, at signal: Signal, order: Int, judged: Occurrence, hit: ScopeHit,
    subject: (opening: OpenSpan, label: String)? = nil, entry: Occurrence? = nil, previous: Occurrence? = nil,
    message: String, label: String, duration: String? = nil, trigger: Int? = nil
  ) -> Candidate {
    let compiled = program.sentences[number]
    let rule = program.rulebook.rules[compiled.rule]
    let spoken = rule.sentences[compiled.index]
    let witness = witness(of: signal.line, order: order)
    var related: [Violation.Related] = []
    var lines: Set<Int> = [witness.line]
    func relate(_ occurrence: Occurrence, _ label: String, _ role: Violation.Role) {
      let other = self.witness(of: occurrence, order: occurrence.order)
      guard lines.insert(other.line).inserted else { return }
      related.append(Violation.Related(witness: other, label: label, role: role))
    }
    func name(_ occurrence: Occurrence) -> String { program.rulebook.vocabulary.name(of: occurrence.id) }
    if let subject { relate(subject.opening.opening, subject.label, .opened) }
    if let entry {
      let source = entry.source.map { " with \(program.rulebook.vocabulary.name(of: $0))" } ?? ""
      relate(entry, "\(name(entry)) is entered here\(source)", .trigger)
    }
    if let previous { relate(previous, "the step before it", .state) }
    for (span, opening) in hit.openings {
      let isState = if case .state = program.rulebook.spans[span].kind { true } else { false }
      relate(opening.opening, "\(program.rulebook.spans[span].name) begins here", isState ? .state : .trigger)
    }
    if let start = hit.start { relate(start, "after this", .trigger) }
    related.sort { $0.witness.line < $1.witness.line }

    let template = spoken.message ?? rule.message
    let violation = Violation(
      ruleID: rule.id, severity: spoken.severity ?? rule.severity,
      message: template.map { render($0, judged, duration) } ?? message,
      witness: witness, label: label, related: related, state: stateNotes(before: order), notes: [],
      decidedLine: witness.line, why: rule.why, help: rule.help, guidance: rule.guidance)
    return Candidate(
      sentence: number, rule: compiled.rule, app: app, violation: violation, subject: subject?.opening,
      trigger: trigger ?? hit.trigger, isInferred: signal.line.isInferred || judged.isInferred)
  }

  /// Takes a candidate into the line's verdict, and lets it wait for the windows that it rests on.
  func add(_ candidate: Candidate, bases: [Window]) {
    var awaited: [Window] = []
    for window in bases where window.phase == .provisional && !awaited.contains(where: { $0 === window }) {
      awaited.append(window)
      candidate.waits += 1
      window.pending.append(candidate)
    }
    candidates.append(candidate)
  }

  /// One cause, one violation: what one rule says twice of one thing at one line is merged, and a rule is silent
  /// where one that it yields to speaks.
  func settleCandidates() {
    guard !candidates.isEmpty else { return }
    var kept: [Candidate] = []
    var places: [Candidate.Identity: Int] = [:]
    // The surest first: what it says is what counts.
    for candidate in candidates.sorted(by: { $0.waits < $1.waits }) {
      if let place = places[candidate.identity] {
        kept[place].take(candidate)
      } else {
        places[candidate.identity] = kept.count
        kept.append(candidate)
      }
    }
    for candidate in kept {
      let rule = program.rulebook.rules[candidate.rule]
      guard !rule.yields.isEmpty else { continue }
      for other in kept
      where other.identity.line == candidate.identity.line && rule.yields.contains(other.violation.ruleID) {
        other.yielding.append(candidate)
        candidate.waits += 1
      }
    }
    for candidate in kept { log.settle(candidate) }
  }

  // MARK: Text

  private func witness(of occurrence: Occurrence, order: Int) -> Witness {
    let sighting = occurrence.sighting
    let bytes = sighting.bytes
    let start = bytes.span.column(ofByte: sighting.name.lowerBound)
    let end = bytes.span.column(ofByte: sighting.name.upperBound)
    return Witness(
      line: sighting.line, column: start, endColumn: end, text: sighting.text(0..<sighting.bytes.count),
      event: program.rulebook.vocabulary.name(of: occurrence.id), time: sighting.timeText.map(sighting.text))
  }

  private func render(_ template: MessageTemplate, _ judged: Occurrence, _ duration: String?) -> String {
    template.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let name): program.fieldIndex[name].flatMap(judged.sighting.value) ?? "(no \(name))"
      case .event: program.rulebook.vocabulary.name(of: judged.id)
      case .duration, .count: duration ?? "too long"
      }
    }.joined()
  }
}
