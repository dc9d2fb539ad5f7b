import Rulebook
import Trace

/// A sentence in compiled form.
final class CompiledSentence: Sendable {
  let number: Int
  let rule: Int
  let index: Int
  let sentence: Sentence
  /// The texts that all violations of the sentence share.
  let sentenceText: SentenceText
  /// The kind of the scope. It is read at each change of a span, and reading `sentence.scope` would copy the scope.
  let scopeKind: ScopeKind
  /// Whether the scope begins with an event.
  let hasScopeStart: Bool
  let exception: Guard?
  /// The open questions of the exception, which the rest of the log answers.
  let questions: [OpenQuestion]
  /// The condition of `each E has C`.
  let demand: Guard?
  /// The minimum time before an answer, and the limit or the delay of the claim.
  let earliest: CompiledLimit?
  let latest: CompiledLimit?
  /// The number of the duration timer of `each S lasts at most T`, if T is fixed and the sentence has no scope. Nil for other
  /// sentences, or if there are too many timers.
  let term: Int?
  /// The span of a scope `during S` whose instances are created on demand. Nothing is stored for an opening until a signal is
  /// judged in it (`Monitor+Openings`).
  let scopeSpan: Int?
  /// The number of the shared scope, if the scope is `while S or T`.
  let sharedScope: Int?
  /// The activation that is set while the scope is open.
  let gate: Int
  /// The duration of an instance of the scope `for T after E`.
  let scopeLimit: CompiledLimit?
  /// The families of the events that the claim is about. If the app records none of them, the sentence is not observable.
  let watched: [Int]
  /// The events that the claim demands, of which the app must record one; empty if it demands none.
  let demanded: [EventID]
  /// Whether a scope instance in which nothing was judged counts as held. It is copied from the claim, because it is read often.
  let holdsVacuously: Bool
  /// Whether the claim is kept by the absence of events. If lines were lost, the result is then unknown.
  let holdsByAbsence: Bool
  /// Whether the events that the claim names first are the demanded events.
  let demandsItsEvents: Bool
  /// The spans of `no S is open at M`, and whether only openings with the key of the moment count.
  let spansAtMoment: [(span: Int, isBound: Bool)]
  /// The spans S and L of `each S closed while L is reopened by M`.
  let reopened: (span: Int, leaving: Int)?
  /// Whether the key of the scope's span must be the key of the claim's events (`during S(id)`).
  let bindsScope: Bool
  /// The events that end a scope in which findings only count if it ends (`before`, `between`); empty for other scopes.
  let scopeEnds: [EventID]
  /// The key fields of the claim and the scope, which form the subject of a violation.
  let subjectFields: [SubjectField]

  init(
    number: Int, rule: Int, index: Int, sentence: Sentence, sentenceText: SentenceText, exception: Guard?,
    demand: Guard?, questions: [OpenQuestion],
    earliest: CompiledLimit?, latest: CompiledLimit?, term: Int?, scopeSpan: Int?, sharedScope: Int?,
    gate: Int,
    scopeLimit: CompiledLimit?,
    watched: [Int], demanded: [EventID], bindsScope: Bool, scopeEnds: [EventID],
    subjectFields: [SubjectField]
  ) {
    self.number = number
    self.rule = rule
    self.index = index
    self.sentence = sentence
    self.sentenceText = sentenceText
    scopeKind = ScopeKind(sentence.scope)
    hasScopeStart =
      switch sentence.scope {
      case .after, .following, .between: true
      case nil, .before, .outside, .open, .during: false
      }
    self.exception = exception
    self.demand = demand
    self.questions = questions
    self.earliest = earliest
    self.latest = latest
    self.term = term
    self.scopeSpan = scopeSpan
    self.sharedScope = sharedScope
    self.gate = gate
    self.scopeLimit = scopeLimit
    self.watched = watched
    self.demanded = demanded
    self.bindsScope = bindsScope
    self.scopeEnds = scopeEnds
    self.subjectFields = subjectFields
    let claim = sentence.claim
    holdsVacuously = claim.holdsVacuously
    holdsByAbsence = claim.holdsByAbsence
    demandsItsEvents = claim.demandsItsEvents
    spansAtMoment =
      if case .noneOpen(let spans, _) = claim { spans.map { ($0.id.rawValue, $0.isBound) } } else { [] }
    reopened =
      if case .isReopened(let span, let leaving, _) = claim { (span.id.rawValue, leaving.id.rawValue) } else {
        nil
      }
  }

  var hasScope: Bool { sentence.scope != nil }

  /// Whether the text for the scope is the same at every moment of an instance. It is not for `while S or T`.
  var hasFixedScopeText: Bool { if case .open(let spans) = sentence.scope { spans.count == 1 } else { true } }

  /// Whether a moment without an open span of `spansAtMoment` counts as held at once: the claim has no delay, and the scope is
  /// the whole session or `while S`.
  var allowsIdleCheck: Bool { latest == nil && (scopeKind == .session || scopeKind == .open) }

  /// Returns the activation under which the claim follows the openings of a span. The closes of S in `each S closed while L is
  /// reopened by M` only matter while L is open.
  func gate(ofClaimAbout span: Int) -> Int {
    guard let reopened, reopened.span == span, reopened.leaving != span else { return Activation.always }
    return Activation.waiting(number)
  }

  /// The demanded events or the demanded condition as text. It is computed on demand, because few sentences are reported.
  var demandText: String {
    switch sentence.claim {
    case .has: condition
    case .expect(let events, _), .recurs(let events, _), .atLeast(_, let events): events.text
    case .isFollowed(_, let response): response.answer.text
    case .isPreceded(_, let precedence): precedence.cause.text
    case .never, .atMost, .obeys, .noneOpen, .lasts, .isReopened: ""
    }
  }

  /// The text after `has` as it was written. Text in quotes is not split at spaces.
  private var condition: String {
    var quote: UInt8?
    let words = sentence.text.utf8.split { byte in
      if quote != nil {
        if byte == quote { quote = nil }
        return false
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      return byte == UInt8(ascii: " ")
    }.map { Substring($0) }
    let begin = words.firstIndex(of: "has").map { $0 + 1 } ?? 0
    return words[begin..<(words.lastIndex(of: "unless") ?? words.endIndex)].joined(separator: " ")
  }
}

/// The kind of a scope.
enum ScopeKind: Sendable {
  case session
  /// `while S or T`: at least one of the spans is open.
  case open
  /// `during S or T`: one opening of one of the spans.
  case during
  /// `outside S or T`: none of the spans is open.
  case outside
  /// `after E` and `for T after E`: an event begins the scope.
  case byStart
  /// `before F` and `between E and F`: an event ends the scope, and findings only count if it occurs.
  case byEnd

  init(_ scope: Scope?) {
    self =
      switch scope {
      case nil: .session
      case .open: .open
      case .during: .during
      case .outside: .outside
      case .after, .following: .byStart
      case .before, .between: .byEnd
      }
  }
}

extension Claim {
  /// Whether the absence of an event breaks the claim. For `lasts`, this depends on what was measured (`Breach.isSilence`).
  var failsByAbsence: Bool {
    switch self {
    case .expect, .isFollowed, .isPreceded, .atLeast, .recurs, .noneOpen, .isReopened, .obeys: true
    case .never, .has, .atMost, .lasts: false
    }
  }

  /// Whether the claim demands the events of a role.
  func demands(_ role: Role) -> Bool {
    switch self {
    case .isFollowed: role == .answer
    case .isPreceded: role == .cause
    case .expect, .atLeast, .recurs: role == .event
    case .never, .has, .atMost, .lasts, .noneOpen, .isReopened, .obeys: false
    }
  }

  /// Whether a scope instance in which nothing was judged counts as held.
  var holdsVacuously: Bool {
    switch self {
    case .never, .atMost: true
    case .expect, .has, .isFollowed, .isPreceded, .atLeast, .recurs, .lasts, .noneOpen, .isReopened, .obeys:
      false
    }
  }

  /// Whether the events that the claim names first are the demanded events.
  var demandsItsEvents: Bool {
    switch self {
    case .expect, .atLeast, .recurs: true
    default: false
    }
  }

  /// Whether the claim is kept by the absence of events.
  var holdsByAbsence: Bool {
    switch self {
    case .never, .atMost, .noneOpen: true
    case .expect, .has, .isFollowed, .isPreceded, .atLeast, .recurs, .lasts, .isReopened, .obeys: false
    }
  }
}

/// A scope `while S or T` in one kind of session. All sentences with the same spans share it.
struct CompiledSharedScope: Sendable {
  let spans: [Int]
  let isAcrossSessions: Bool
  /// The sentences with this scope. The activation of the first sentence is used for all.
  var sentences: [Member] = []

  /// A sentence with this scope, and the properties of its claim that are read when the scope begins or ends.
  struct Member {
    let sentence: Int
    /// Whether the claim judges each instance as a whole, so its monitor needs to know when one begins.
    let judgesScope: Bool
    /// Whether an instance in which nothing was judged counts as held.
    let holdsVacuously: Bool
  }
}

/// A time limit: nanoseconds, or a value that is read when the time begins.
enum CompiledLimit: Sendable {
  case fixed(Int64)
  indirect case value(Guard.Value)
}

/// A derived event and its forms. `oncePer` is the span of `once: SPAN`.
struct CompiledDerivation: Sendable {
  var event: EventID
  var oncePer: Int?
  var forms: [(scope: Int?, exception: Guard?, isInferred: Bool, events: [EventID])]
}

/// One case of a machine's step. A class, because passing it then costs one retain.
final class CompiledStep: Sendable {
  let `guard`: Guard?
  /// The states from which the case is legal; nil for every state. They are few, so a linear search is enough.
  let from: [StateID]?
  let to: StateID?

  init(guard: Guard?, from: [StateID]?, to: StateID?) {
    self.guard = `guard`
    self.from = from
    self.to = to
  }

  func isLegal(from state: StateID) -> Bool { from?.contains(state) != false }
}
