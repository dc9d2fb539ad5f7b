import Rulebook
import Trace

/// The spans, marks, facts, snapshots and sentences that one kind of session uses, by number (liveness analysis). A class, so
/// that passing it to each plan copies nothing.
final class Liveness {
  private(set) var spans: [Bool]
  private(set) var marks: [Bool]
  private(set) var facts: [Bool]
  private(set) var snapshots: [Bool]
  private(set) var sentences: [Bool]
  /// For each mark, whether reports show the line of its newest occurrence.
  let showsLine: [Bool]
  private let compiler: Compiler
  private let conditions: Conditions

  init(_ compiler: Compiler, _ conditions: Conditions, isAcrossSessions: Bool) {
    self.compiler = compiler
    self.conditions = conditions
    spans = Array(repeating: false, count: compiler.rulebook.spans.count)
    marks = Array(repeating: false, count: compiler.markCount)
    showsLine = compiler.showsLine
    // Facts that outlive sessions belong to the app, and only the sessions of its processes set them.
    facts = compiler.facts.map { $0.isLasting && !isAcrossSessions }
    snapshots = Array(repeating: false, count: compiler.snapshots.count)
    sentences = compiler.sentences.map { $0.sentence.isAcrossSessions == isAcrossSessions }
    for number in sentences.indices where sentences[number] {
      need(compiler.sentences[number])
      for condition in conditions.ofSentence[number] { need(condition) }
    }
    for condition in conditions.ofAny { need(condition) }
    for derivation in compiler.derived {
      derivation.oncePer.map { need(span: $0) }
      for form in derivation.forms {
        form.scope.map { need(span: $0) }
        need(form.exception)
      }
    }
    let clock = compiler.rulebook.clock
    for span in clock.stopped + (clock.gaps?.spans ?? []) { need(span: span.rawValue) }
  }

  private func need(_ sentence: CompiledSentence) {
    need(sentence.exception)
    need(sentence.demand)
    for case .value(let value)? in [sentence.earliest, sentence.latest, sentence.scopeLimit] { need(value) }
    switch sentence.sentence.scope {
    case .open(let spans), .outside(let spans), .during(let spans):
      for span in spans { need(span: span.id.rawValue) }
    case .after, .following, .before, .between, nil: break
    }
    switch sentence.sentence.claim {
    case .noneOpen(let spans, _): for span in spans { need(span: span.id.rawValue) }
    case .lasts(let span, _, _): need(span: span.id.rawValue)
    case .isReopened(let span, let leaving, _):
      need(span: span.id.rawValue)
      need(span: leaving.id.rawValue)
    default: break
    }
  }

  /// Records that everything that a condition reads is used.
  private func need(_ condition: Guard?) {
    switch condition {
    case nil, .question: break
    case .and(let a, let b), .or(let a, let b):
      need(a)
      need(b)
    case .not(let a): need(a)
    case .compare(let a, _, let b), .isMember(let a, of: let b):
      need(a)
      need(b)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): need(a)
    case .isOpen(let span, _, _): need(span: span)
    case .withinTheLast(let mark, _, _, _), .within(let mark, _): need(mark: mark)
    case .keyedSince(let mark, let start, _):
      need(mark: mark)
      start.map { need(mark: $0) }
    case .since(let event, let start, _):
      need(mark: event)
      need(mark: start)
    }
  }

  private func need(_ value: Guard.Value) {
    switch value {
    case .fact(let fact, _): facts[fact] = true
    case .snapshot(let snapshot, _):
      snapshots[snapshot] = true
      facts[compiler.snapshots[snapshot]] = true
    case .field, .thread, .via, .literal: break
    }
  }

  private func need(span: Int) {
    if spans[span] { return }
    spans[span] = true
    if case .composed(let first, let other) = compiler.rulebook.spans[span].kind {
      need(span: first.rawValue)
      need(span: other.rawValue)
    }
    for condition in conditions.ofSpan[span] { need(condition) }
  }

  private func need(mark: Int) {
    if marks[mark] { return }
    marks[mark] = true
    for condition in conditions.ofMark[mark] { need(condition) }
  }
}

/// The conditions of a rulebook, grouped by what they guard. Repeats in a row are left out, because a pattern may give hundreds
/// of events the same condition.
struct Conditions {
  /// The conditions under which each span opens or closes.
  private(set) var ofSpan: [[Guard]]
  /// The conditions under which each mark is set or cleared.
  private(set) var ofMark: [[Guard]]
  /// The conditions under which each sentence judges a signal.
  private(set) var ofSentence: [[Guard]]
  /// The conditions that are evaluated regardless of sentences: of derived events, facts, snapshots and steps of machines.
  private(set) var ofAny: [Guard] = []

  init(_ compiler: Compiler) {
    ofSpan = Array(repeating: [], count: compiler.rulebook.spans.count)
    ofMark = Array(repeating: [], count: compiler.markCount)
    ofSentence = Array(repeating: [], count: compiler.sentences.count)
    for index in compiler.plans.indices {
      for (span, condition) in compiler.plans[index].opens { Self.add(condition, to: &ofSpan[span]) }
      for (span, condition) in compiler.plans[index].closes { Self.add(condition, to: &ofSpan[span]) }
      for mark in compiler.plans[index].marks { Self.add(mark.guard, to: &ofMark[mark.index]) }
      for judging in compiler.plans[index].monitors {
        Self.add(judging.guard, to: &ofSentence[judging.sentence])
      }
      for (_, _, condition) in compiler.plans[index].forms { Self.add(condition, to: &ofAny) }
      for fact in compiler.plans[index].facts { Self.add(fact.guard, to: &ofAny) }
      for (_, condition) in compiler.plans[index].snapshots { Self.add(condition, to: &ofAny) }
    }
    for table in compiler.steps {
      for cases in table.values {
        for step in cases { Self.add(step.guard, to: &ofAny) }
      }
    }
  }

  private static func add(_ condition: Guard?, to conditions: inout [Guard]) {
    if let condition, conditions.last != condition { conditions.append(condition) }
  }
}
