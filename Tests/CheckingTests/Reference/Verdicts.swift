import Diagnostics
import Rulebook
import Trace

extension Reference {
  /// A violation by its lines in the log.
  struct Finding {
    let line: Int
    var related: Set<Int>
    /// The line at which it is certain.
    var decided: Int
    /// The number of lines that repeat it.
    var repeats: Int
    /// The possible messages. If several sentences find it at one line, the language page does not define whose message
    /// is used. Empty if the page does not define the judged event.
    var messages: Set<String>
  }

  /// The result of a rule on a log.
  struct RuleResult {
    var findings: [Finding]
    var held: Int
    var inconclusive: Int
    /// The same as `Verdict.rawValue` of the module Checking.
    var verdict: String
  }

  /// A violation before folding and merging.
  fileprivate struct Violation {
    let outcome: Outcome
    let history: Int
    let sentence: Int
    let line: Int
    /// The line at which it was certain.
    let certainBy: Int
    let related: Set<Int>
    let message: String
    /// Whether the language page defines the whole message.
    let isSaid: Bool
    /// The number of later violations that repeat it.
    var repeats = 0

    var isOfOpening: Bool { if case .opening = outcome.subject { true } else { false } }
    /// Whether it is not folded before the end of its scope, because it is about an opening or may still be excepted.
    var isAlone: Bool { isOfOpening || outcome.provenBy != nil || outcome.mayBeExcepted }
    var merge: Merge {
      let isOfHistory =
        switch outcome.subject {
        case .opening, .trigger: true
        case .gap, nil: false
        }
      return Merge(
        line: line, history: isOfHistory ? history : nil, subject: outcome.subject,
        message: isOfOpening ? nil : message)
    }
  }

  /// The key for folding violations.
  private enum Sameness: Hashable {
    case opening(history: Int, Subject)
    case text(history: Int, sentence: Int, Instance?, String, Key?)
  }

  /// An instance of a sentence's scope.
  private struct Stage: Hashable {
    let history: Int
    let sentence: Int
    let instance: Instance?
  }

  /// The key for merging violations of one line.
  fileprivate struct Merge: Hashable {
    let line: Int
    let history: Int?
    let subject: Subject?
    let message: String?
  }
}

extension Reference.Log {
  /// The result of each rule on the log.
  func results() -> [Reference.RuleResult] {
    let (lives, apps) = histories()
    told.histories = lives + apps
    // A history refers to the log. A million cases would take all memory.
    defer { told.histories = [] }
    let judged = judgingLines()
    return rulebook.rules.map { result(of: $0, lives + apps, lives: lives.count, judged: judged) }
  }

  /// The result of a rule, with the line at which each line is judged.
  private func result(
    of rule: Rule, _ histories: [Reference.History], lives: Int, judged: [Int]
  ) -> Reference.RuleResult {
    var violations: [Reference.Violation] = []
    var counts: [Reference.Outcome.Kind: Int] = [:]
    for (number, spoken) in rule.sentences.enumerated() {
      let sentence = spoken.sentence
      let isObservable = isObservable(sentence, of: rule)
      for index in histories.indices where (index >= lives) == sentence.isAcrossSessions {
        let history = histories[index]
        let canBeBroken =
          demanded(by: sentence.claim).map { demanded in demanded.contains { wouldShow($0, in: history.app) }
          } ?? true
        let isObserved = rule.needs.allSatisfy { group in
          group.contains { isRecorded($0, in: history.app, upTo: lines.count - 1) }
        }
        for outcome in Reference.Judge(history: history, sentence: sentence).outcomes() {
          if !canBeBroken || !isObserved, outcome.kind == .violated { continue }
          if !isObservable, outcome.kind == .held { continue }
          counts[outcome.kind, default: 0] += 1
          guard outcome.kind == .violated || outcome.kind == .pending else { continue }
          let release = release(of: outcome, sentence.claim, rule, history)
          let scopeEnd = outcome.needsEnd ? outcome.instance?.close.map { history.signals[$0].line } : nil
          let end = [scopeEnd, outcome.certainBy].compactMap(\.self).max().map { history.lines[$0] }
          let late =
            release.flatMap { demanded(by: sentence.claim)?.contains(lines[$0].event) == true ? [$0] : nil }
            ?? []
          violations.append(
            Reference.Violation(
              outcome: outcome, history: index, sentence: number,
              line: history.line(outcome.place.line).number,
              certainBy: max(
                history.lines[outcome.place.line], release ?? 0, end ?? 0, outcome.provenBy ?? 0),
              related: Set((outcome.related + late).map { lines[$0].number }),
              message: message(spoken.message ?? rule.message, outcome, history),
              isSaid: outcome.judged != nil))
        }
      }
    }
    let told = folded(violations.filter { $0.outcome.kind == .violated }, rule)
    let findings = merged(told, judged)
    let pending = violations.filter { $0.outcome.kind == .pending }
    let undecided = folded(pending.filter { !$0.isAlone }, rule) + pending.filter(\.isAlone)
    let (held, inconclusive) = (
      counts[.held, default: 0],
      counts[.inconclusive, default: 0] + counts[.unmeasured, default: 0]
        + Set(undecided.map(\.merge)).subtracting(told.map(\.merge)).count
    )
    let verdict =
      !findings.isEmpty
      ? "violated"
      : inconclusive > 0
        ? "inconclusive"
        : held > 0
          ? "held"
          : rule.sentences.contains { isObservable($0.sentence, of: rule) }
            && counts[.unknown, default: 0] == 0 ? "notTriggered" : "notObservable"
    return Reference.RuleResult(findings: findings, held: held, inconclusive: inconclusive, verdict: verdict)
  }

  // MARK: What is one violation

  /// The first violation of each folded group.
  private func folded(_ violations: [Reference.Violation], _ rule: Rule) -> [Reference.Violation] {
    var first: [Reference.Violation] = []
    var seen: [Reference.Sameness: Int] = [:]
    var texts: [Reference.Stage: Int] = [:]
    func isBefore(_ a: Reference.Violation, _ b: Reference.Violation) -> Bool {
      (a.certainBy, a.line, a.outcome.isAskedAgain ? 1 : 0)
        < (b.certainBy, b.line, b.outcome.isAskedAgain ? 1 : 0)
    }
    for violation in violations.sorted(by: isBefore) {
      guard let sameness = sameness(violation, rule) else {
        first.append(violation)
        continue
      }
      if let known = seen[sameness] {
        // At one line, the related lines of both are reported, unless the repeat only waits for the end of the scope.
        guard first[known].line == violation.line, first[known].certainBy == violation.certainBy,
          violation.isOfOpening || !violation.outcome.needsEnd || violation.outcome.isAskedAtEnd
            || violation.outcome.mayBeExcepted
        else {
          first[known].repeats += 1
          continue
        }
      }
      let isNew = seen[sameness] == nil
      if isNew, case .text = sameness {
        let stage = Reference.Stage(
          history: violation.history, sentence: violation.sentence, instance: violation.outcome.instance)
        texts[stage, default: 0] += 1
        // Beyond the limit, each text is reported singly.
        if texts[stage, default: 0] > limits.foldedTexts {
          first.append(violation)
          continue
        }
      }
      if isNew { seen[sameness] = first.count }
      first.append(violation)
    }
    return first
  }

  /// Merges the violations of one line.
  private func merged(_ violations: [Reference.Violation], _ judged: [Int]) -> [Reference.Finding] {
    return Dictionary(grouping: violations, by: \.merge).map { merge, violations in
      // A violation that is certain at a later line only adds its repeats.
      func line(_ violation: Reference.Violation) -> Int { min(violation.certainBy, judged.count - 1) }
      let certain = violations.map(line).min() ?? 0
      let first = violations.filter { line($0) == certain }
      return Reference.Finding(
        line: merge.line, related: first.reduce(into: []) { $0.formUnion($1.related) },
        decided: lines[judged[certain]].number, repeats: violations.reduce(0) { $0 + $1.repeats },
        messages: first.allSatisfy(\.isSaid) ? Set(first.map(\.message)) : [])
    }
  }

  private func sameness(_ violation: Reference.Violation, _ rule: Rule) -> Reference.Sameness? {
    switch rule.sentences[violation.sentence].sentence.claim {
    case .noneOpen: violation.outcome.subject.map { .opening(history: violation.history, $0) }
    case .never, .has, .isPreceded, .atMost:
      .text(
        history: violation.history, sentence: violation.sentence, violation.outcome.instance,
        violation.message,
        violation.outcome.key)
    default: nil
    }
  }

  private func message(
    _ template: MessageTemplate?, _ outcome: Reference.Outcome, _ history: Reference.History
  ) -> String {
    let pieces = template?.pieces ?? []
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): outcome.judged.flatMap { history.signals[$0].fields[field] } ?? "(no \(field))"
      case .event: outcome.judged.map { rulebook.vocabulary.name(of: history.signals[$0].event) } ?? ""
      case .duration: outcome.duration.map { Quantity.text(nanoseconds: $0) } ?? "too long"
      case .count: outcome.count.map(String.init) ?? "too many"
      }
    }.joined()
  }

  // MARK: What is recorded

  /// The first line that shows that the demanded events are recorded, if the violation had to wait for this.
  private func release(
    of outcome: Reference.Outcome, _ claim: Claim, _ rule: Rule, _ history: Reference.History
  ) -> Int? {
    let shown = demanded(by: claim).map { demanded in
      lines.indices.first { line in demanded.contains { wouldShow($0, in: history.app, by: line) } }
    }
    let recorded = rule.needs.map { group in
      lines.indices.first { line in group.contains { isRecorded($0, in: history.app, upTo: line) } }
    }
    let first = ([shown ?? nil] + recorded).compactMap(\.self).max()
    let end = outcome.needsEnd ? outcome.instance?.close.map { history.signals[$0].line } : nil
    return first.flatMap { $0 > history.lines[max(outcome.place.line, end ?? 0)] ? $0 : nil }
  }

  private func records(anyOf events: [EventID], in app: Int?) -> Bool {
    events.contains { records($0, in: app) }
  }

  /// The events that a claim demands; nil if it demands none.
  private func demanded(by claim: Claim) -> [EventID]? {
    switch claim {
    case .expect(let events, _), .atLeast(_, let events), .recurs(let events, _):
      events.atoms.flatMap(\.events)
    case .isFollowed(_, let response): response.answer.atoms.flatMap(\.events)
    case .isPreceded(_, let precedence): precedence.cause.atoms.flatMap(\.events)
    case .never, .has, .atMost, .noneOpen, .lasts, .isReopened, .obeys: nil
    }
  }

  private func openingEvents(of id: SpanID) -> [EventID] {
    switch rulebook.spans[id.rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): rulebook.machines[machine.rawValue].transitions.keys.sorted()
    case .composed(let first, _): openingEvents(of: first)
    }
  }

  /// The events that a claim is about; nil if it only demands events.
  private func watched(by claim: Claim) -> [EventID]? {
    switch claim {
    case .expect, .atLeast, .recurs: nil
    case .never(let events), .has(let events, _), .isFollowed(let events, _), .isPreceded(let events, _),
      .atMost(_, let events, _), .obeys(let events, _):
      events.atoms.flatMap(\.events)
    case .noneOpen(let spans, _): spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, _, _), .isReopened(let span, _, _): openingEvents(of: span.id)
    }
  }

  /// Whether an app records the events that a sentence is about.
  private func isObservable(_ sentence: Sentence, of rule: Rule) -> Bool {
    let claim = sentence.claim
    return apps.contains { app in
      rule.needs.allSatisfy { group in
        group.contains { isRecorded($0, in: app, upTo: lines.count - 1) }
      }
        && (watched(by: claim).map { records(anyOf: $0, in: app) } ?? true)
        && recordsReturns(measuredBy: claim, in: app)
        && demanded(by: claim).map { demanded in demanded.contains { wouldShow($0, in: app) } } ?? true
    }
  }

  /// The length of a callback needs recorded returns.
  private func recordsReturns(measuredBy claim: Claim, in app: Int?) -> Bool {
    guard case .lasts(let span, _, _) = claim,
      case .callback(let event) = rulebook.spans[span.id.rawValue].kind
    else { return true }
    let sources = rulebook.derived.filter { $0.event == event }.flatMap(\.forms).flatMap(\.pattern.atoms)
    return ([event] + sources.flatMap(\.events)).contains { recordsReturns(of: $0, in: app) }
  }
}
