/// The spans that the parts of a sentence refer to.
extension Sentence {
  var spans: [SpanReference] {
    (scope?.spans ?? []) + claim.spans + (exception?.spans ?? [])
  }
}

extension Scope {
  var spans: [SpanReference] {
    switch self {
    case .open(let spans), .during(let spans), .outside(let spans): spans
    case .after(let start, let end): start.spans + (end?.spans ?? [])
    case .following(let start, let limit): start.spans + limit.spans
    case .before(let end): end.spans
    case .between(let start, let end): start.spans + end.spans
    }
  }
}

extension Claim {
  fileprivate var spans: [SpanReference] {
    switch self {
    case .never(let events), .atMost(_, let events, _), .atLeast(_, let events), .obeys(let events, _):
      events.spans
    case .expect(let events, let limit): events.spans + (limit?.spans ?? [])
    case .has(let events, let condition): events.spans + condition.spans
    case .isFollowed(let events, let response):
      events.spans + response.answer.spans + (response.stop?.spans ?? [])
        + [response.earliest, response.latest].flatMap { $0?.spans ?? [] }
    case .isPreceded(let events, let precedence):
      events.spans + precedence.cause.spans + (precedence.since?.spans ?? [])
        + (precedence.latest?.spans ?? [])
    case .recurs(let events, let limit): events.spans + limit.spans
    case .noneOpen(let spans, let moment): spans + moment.pattern.spans + (moment.delay?.spans ?? [])
    case .lasts(let span, _, let limit): [span] + limit.spans
    case .isReopened(let span, let leaving, let moment): [span, leaving] + moment.spans
    }
  }
}

extension Limit {
  fileprivate var spans: [SpanReference] { if case .value(let operand) = self { operand.spans } else { [] } }
}

extension EventPattern {
  var spans: [SpanReference] { atoms.flatMap { $0.condition?.spans ?? [] } }
}

extension Condition {
  var spans: [SpanReference] {
    switch self {
    case .and(let a, let b), .or(let a, let b): a.spans + b.spans
    case .not(let inner): inner.spans
    case .isOpen(let span): [span]
    case .withinTheLast(let events, _, _), .within(let events, _), .isRecorded(let events): events.spans
    case .since(let events, let start), .comesBefore(let events, let start): events.spans + start.spans
    case .compare, .oneOf, .contains, .isMember, .isPresent: operands.flatMap(\.spans)
    }
  }
}

extension Operand {
  fileprivate var spans: [SpanReference] {
    switch self {
    case .last(_, _, _, let moment): moment?.spans ?? []
    case .highest(_, _, _, let start): start?.spans ?? []
    case .field, .literal: []
    }
  }
}
