import Rulebook
import Trace

/// A sentence with what belongs to it.
final class CompiledSentence: Sendable {
  let number: Int
  let rule: Int
  let index: Int
  let sentence: Sentence
  /// What all that is told of it has in common.
  let sentenceText: SentenceText
  /// How its scope is bounded; asked for at each change of a span, where the scope itself would be copied.
  let scopeKind: ScopeKind
  /// Whether an event begins the scope.
  let hasScopeStart: Bool
  let exception: Guard?
  /// What the exception asks of the rest of the log.
  let questions: [OpenQuestion]
  /// What must be true of each event.
  let demand: Guard?
  /// The time before which nothing counts, and that within which it must.
  let earliest: CompiledLimit?
  let latest: CompiledLimit?
  /// The number of the term that each opening has, where that is all that is asked for.
  let term: Int?
  /// The span of which each opening is an instance of the scope, where nothing is to be remembered of one until it is
  /// asked for: then it is made only when it is (`Openings`).
  let scopeSpan: Int?
  /// The stretch that is its scope, where that is as long as some spans are open.
  let sharedScope: Int?
  /// The gate that is open while its scope is.
  let gate: Int
  /// How long an instance of the scope lasts.
  let scopeLimit: CompiledLimit?
  /// The families of the events that the claim is about: the app must record one, or else the sentence is not observable.
  let watched: [Int]
  /// The events that the claim demands, of which the app must record one; empty if it demands none.
  let demanded: [EventID]
  /// Whether an instance of its scope in which nothing was asked of it has kept it; asked for too often to be looked up in
  /// its claim.
  let holdsVacuously: Bool
  /// Whether what keeps it is that something did not come.
  let holdsByAbsence: Bool
  /// Whether the events that its claim names first are those that it demands.
  let demandsItsEvents: Bool
  /// The spans of which none must be open at a moment, and whether the moment's key is theirs.
  let spansAtMoment: [(span: Int, isBound: Bool)]
  /// The span whose openings are to be open again, and that in which they have closed.
  let reopened: (span: Int, leaving: Int)?
  /// Whether the key of the scope's span is that of the claim's events.
  let bindsScope: Bool
  /// The events that end the scope.
  let scopeEnds: [EventID]

  init(
    number: Int, rule: Int, index: Int, sentence: Sentence, sentenceText: SentenceText, exception: Guard?,
    demand: Guard?, questions: [OpenQuestion],
    earliest: CompiledLimit?, latest: CompiledLimit?, term: Int?, scopeSpan: Int?, sharedScope: Int?,
    gate: Int,
    scopeLimit: CompiledLimit?,
    watched: [Int], demanded: [EventID], bindsScope: Bool, scopeEnds: [EventID]
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

  /// Whether its scope is called the same at every moment of an instance.
  var isOfOneScope: Bool { if case .open(let spans) = sentence.scope { spans.count == 1 } else { true } }

  /// Whether it is kept in its one instance at every moment at which none of `spansAtMoment` is open.
  var asksForRest: Bool { latest == nil && (scopeKind == .session || scopeKind == .open) }

  /// The gate behind which its claim has something to do with an opening of a span that it is about: what closes matters to
  /// one that asks that it is open again only in the time that it names.
  func gate(ofClaimAbout span: Int) -> Int {
    guard let reopened, reopened.span == span, reopened.leaving != span else { return Activation.always }
    return Activation.waiting(number)
  }

  /// What is asked for, in words: the report of few sentences needs them.
  var demandText: String {
    switch sentence.claim {
    case .has: condition
    case .expect(let events, _), .recurs(let events, _), .atLeast(_, let events): events.text
    case .isFollowed(_, let response): response.answer.text
    case .isPreceded(_, let precedence): precedence.cause.text
    case .never, .atMost, .obeys, .noneOpen, .lasts, .isReopened: ""
    }
  }

  /// The condition of a sentence as it was written; what stands between quotes is one word.
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

/// How a sentence's scope is bounded.
enum ScopeKind: Sendable {
  case session
  /// At least one of some spans is open.
  case open
  /// Each opening of one of some spans.
  case during
  /// None of some spans is open.
  case outside
  /// An event begins it.
  case byStart
  /// An event ends it, and only if it comes there was one.
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
  /// Whether what breaks it is that something did not come. Of durations that depends on what was measured.
  var failsByAbsence: Bool {
    switch self {
    case .expect, .isFollowed, .isPreceded, .atLeast, .recurs, .noneOpen, .isReopened, .obeys: true
    case .never, .has, .atMost, .lasts: false
    }
  }

  /// Whether events of that role are what it demands.
  func demands(_ role: Role) -> Bool {
    switch self {
    case .isFollowed: role == .answer
    case .isPreceded: role == .cause
    case .expect, .atLeast, .recurs: role == .event
    case .never, .has, .atMost, .lasts, .noneOpen, .isReopened, .obeys: false
    }
  }

  /// Whether an instance of the scope in which nothing was asked of it has kept it.
  var holdsVacuously: Bool {
    switch self {
    case .never, .atMost: true
    case .expect, .has, .isFollowed, .isPreceded, .atLeast, .recurs, .lasts, .noneOpen, .isReopened, .obeys:
      false
    }
  }

  /// Whether the events that it names first are those that it demands.
  var demandsItsEvents: Bool {
    switch self {
    case .expect, .atLeast, .recurs: true
    default: false
    }
  }

  /// Whether what keeps it is that something did not come.
  var holdsByAbsence: Bool {
    switch self {
    case .never, .atMost, .noneOpen: true
    case .expect, .has, .isFollowed, .isPreceded, .atLeast, .recurs, .lasts, .isReopened, .obeys: false
    }
  }
}

/// As long as one of some spans is open, in one kind of session.
struct CompiledSharedScope: Sendable {
  let spans: [Int]
  let isAcrossSessions: Bool
  /// The sentences whose scope it is; the gate of the first one is that of all.
  var sentences: [Member] = []

  /// One of its sentences, and what its claim says of it, asked for at each end.
  struct Member {
    let sentence: Int
    /// Whether it has something to do at the beginning.
    let judgesScope: Bool
    /// Whether a stretch in which nothing was asked of it has kept it.
    let holdsVacuously: Bool
  }
}

/// How much time there is.
enum CompiledLimit: Sendable {
  case fixed(Int64)
  indirect case value(Guard.Value)
}

/// A derived event and what makes it.
struct CompiledDerivation: Sendable {
  var event: EventID
  var oncePer: Int?
  var forms: [(scope: Int?, exception: Guard?, isInferred: Bool, events: [EventID])]
}

/// One case of a step of a machine. A class, so that handing it on costs one reference.
final class CompiledStep: Sendable {
  let `guard`: Guard?
  /// SmallDictionary enough to be looked through; nil for every state.
  let from: [StateID]?
  let to: StateID?

  init(guard: Guard?, from: [StateID]?, to: StateID?) {
    self.guard = `guard`
    self.from = from
    self.to = to
  }

  func isLegal(from state: StateID) -> Bool { from?.contains(state) != false }
}
