import Rulebook
import Trace

/// What the sentences of one kind of session, and the session itself, ever ask for.
final class Needs {
  private(set) var spans: Set<Int> = []
  private(set) var marks: Set<Int> = []
  private(set) var facts: Set<Int> = []
  private(set) var snapshots: Set<Int> = []
  private(set) var sentences: Set<Int> = []
  private let compiler: Compiler
  /// The conditions under which each span opens and closes, and each mark is set.
  private var ofSpan: [Int: [Guard]] = [:]
  private var ofMark: [Int: [Guard]] = [:]

  init(_ compiler: Compiler, isAcrossSessions: Bool) {
    self.compiler = compiler
    for reaction in compiler.reactions {
      for (span, condition) in reaction.opens + reaction.closes {
        if let condition { ofSpan[span, default: []].append(condition) }
      }
      for mark in reaction.marks {
        if let condition = mark.guard { ofMark[mark.index, default: []].append(condition) }
      }
    }
    for (number, sentence) in compiler.sentences.enumerated()
    where sentence.sentence.isAcrossSessions == isAcrossSessions {
      sentences.insert(number)
      need(sentence)
    }
    for reaction in compiler.reactions {
      for judging in reaction.monitors
      where sentences.contains(judging.sentence) {
        need(judging.guard)
      }
      for (_, _, condition) in reaction.forms { need(condition) }
      for fact in reaction.facts { need(fact.guard) }
      for (_, condition) in reaction.snapshots { need(condition) }
    }
    for step in compiler.steps.flatMap(\.values).joined() { need(step.guard) }
    for derivation in compiler.derived {
      derivation.oncePer.map { need(span: $0) }
      for form in derivation.forms {
        form.scope.map { need(span: $0) }
        need(form.exception)
      }
    }
    let clock = compiler.rulebook.clock
    for span in clock.stopped + (clock.gaps?.spans ?? []) { need(span: span.rawValue) }
    // A value that lasts is the app's, and told by its own sessions.
    if !isAcrossSessions { facts.formUnion(compiler.facts.indices.filter { compiler.facts[$0].isLasting }) }
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

  private func need(_ condition: Guard?) {
    switch condition {
    case nil, .isRecorded: break
    case .and(let a, let b), .or(let a, let b):
      need(a)
      need(b)
    case .not(let a): need(a)
    case .compare(let a, _, let b), .isMember(let a, of: let b):
      need(a)
      need(b)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): need(a)
    case .isOpen(let span, _, _): need(span: span)
    case .withinTheLast(let mark, _, _), .within(let mark, _), .standsSince(let mark, _): need(mark: mark)
    case .since(let event, let start, _):
      need(mark: event)
      need(mark: start)
    }
  }

  private func need(_ value: Guard.Value) {
    switch value {
    case .fact(let fact, _): facts.insert(fact)
    case .snapshot(let snapshot, _):
      snapshots.insert(snapshot)
      facts.insert(compiler.snapshots[snapshot])
    case .field, .thread, .via, .literal: break
    }
  }

  private func need(span: Int) {
    guard spans.insert(span).inserted else { return }
    if case .composed(let first, let other) = compiler.rulebook.spans[span].kind {
      need(span: first.rawValue)
      need(span: other.rawValue)
    }
    for condition in ofSpan[span] ?? [] { need(condition) }
  }

  private func need(mark: Int) {
    guard marks.insert(mark).inserted else { return }
    for condition in ofMark[mark] ?? [] { need(condition) }
  }
}
