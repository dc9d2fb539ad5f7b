public import Rulebook
import Trace

/// A rulebook compiled for checking. It is made once, and all logs of a run share it.
///
/// The compiled form is an index. For each signal (the entry of an event, its return, the close of a callback), it lists the
/// effects of the signal and the sentences that judge it. So an event touches only the sentences that name it.
public final class Program: Sendable {
  let rulebook: Rulebook
  let limits: Limits
  /// The plan of each signal in the session of one process, indexed by `code(of:isClose:)`.
  let plans: Plans
  /// The plan of each signal in the session of all processes of an app, which judges the sentences across sessions.
  let appSessionPlans: Plans
  /// The steps of all predicates.
  let predicates: PredicateTable
  /// The fast forms of these plans.
  let fastPlans: FastPlans
  let appSessionFastPlans: FastPlans
  /// The sentences of all rules, in the order of the rulebook.
  let sentences: [CompiledSentence]
  /// For each sentence, the spans of `no S is open at M`, if each M at which none of them is open counts as held; empty
  /// otherwise.
  let holdsWhenIdle: RaggedArray<Int>
  let derived: [CompiledDerivation]
  /// For each callback, the callbacks that may be derived from it, with the condition on fields of the line; indexed by
  /// `EventID.index`.
  let derivedCalls: RaggedArray<(callback: EventID, guard: Guard?)>
  /// The number of patterns in questions `E is recorded`, without those that are only the name of an event.
  let shownPatternCount: Int
  /// The number of marks. A mark stores when a pattern last occurred.
  let markCount: Int
  /// For each mark, how long after an occurrence it may be read, in nanoseconds; nil without a limit.
  let retentions: [Int64?]
  /// The marks of conditions `E within T`, which look before and after the entry of a callback.
  let lookaroundMarks: [Int]
  /// The fields whose newest or greatest value is remembered.
  let facts: [FactKey]
  /// The fact of each snapshot. A snapshot is the value of a fact at a moment (`last E.f at M`).
  let snapshots: [Int]
  /// For each span, the sentences that follow its openings for a scope of their own: `outside`, and `during` unless the sentence
  /// is in `onDemandScopesOfSpan`.
  let ownScopesOfSpan: RaggedArray<Int>
  /// The scopes `while S or T`, which sentences with the same spans share, and for each span the scopes that it belongs to.
  let sharedScopes: [CompiledSharedScope]
  let sharedScopesOfSpan: RaggedArray<Int>
  /// For each shared scope, its sentences.
  let sentencesOfSharedScope: RaggedArray<CompiledSharedScope.Member>
  /// For each span, the sentences with the scope `during` this span whose instances are created on demand
  /// (`CompiledSentence.scopeSpan`).
  let onDemandScopesOfSpan: RaggedArray<Int>
  /// For each span, the sentences whose claim is about its openings, and the activation under which each follows them.
  let claimsOfSpan: RaggedArray<(sentence: Int, gate: Int)>
  /// For each span, the composed spans that it is a part of, and whether it is their first part, whose openings they have.
  let composedOf: RaggedArray<(span: Int, isFirst: Bool)>
  /// For each span, whether it is a composed span that is only used to limit how long it lasts. Its openings may be deferred
  /// (`DeferredOpenings`).
  let isDeferrable: [Bool]
  /// Whether any sentence is checked across sessions.
  let isAcrossSessions: Bool
  /// For each state of each machine, its span, and the state that it refines.
  let states: RaggedArray<(span: Int, refines: StateID?)>
  /// For each machine, the steps that callbacks may have taken without a line in the log.
  let unseenSteps: [[UnseenStep]]
  /// For each span, whether it is a state of a machine.
  let isState: [Bool]
  /// The span of each callback that is used as a span, indexed by `EventID.index`.
  let spanOfCallback: [Int?]
  /// Whether the calls of a callback are tracked, indexed by `EventID.index`.
  let tracksCalls: [Bool]
  /// Whether an event or its return may begin, end or extend a call that is tracked, indexed by `EventID.index`.
  let concernsCalls: [Bool]
  /// For each rule, whether it yields to another rule, or another rule yields to it.
  let yields: [Bool]
  /// For each rule, the rules to which it yields, directly or through other rules.
  let yieldsTo: [Set<Int>]
  /// The callback that a notification is paired with, by the notification's constant.
  let callbackOfNotification: [String: EventID]
  let fieldIndex: [String: Int]
  /// The key field of each machine, and of each declared span.
  let keyFieldOfMachine: [Int?]
  let keyFieldOfSpan: [Int?]
  /// The field `via`, which names the source of an event.
  let via: Int?
  /// The fields of each event that have another type than text or list, indexed by `EventID.index`.
  let typedFields: [[(field: Int, type: FieldType)]]
  /// Whether an event is a call that returns, indexed by `EventID.index`.
  let isCall: [Bool]
  /// The family of each event (the first word of its name) as an index of `families`, indexed by `EventID.index`.
  let familyOfEvent: [Int]
  let families: [String]
  /// The role of each event at the begin and the end of sessions, indexed by the raw value of its id.
  let sessionRoles: [SessionRole]
  /// The meaning of events about the log as a whole, indexed by `EventID.index`. These events belong to no session.
  let logEvents: [LogEvent?]
  /// No time is counted while one of these spans is open.
  let stoppingSpans: [Int]
  /// A gap longer than `over`, in nanoseconds, is not counted while one of these spans is open.
  let gaps: (spans: [Int], over: Int64)?

  /// Compiles a rulebook.
  public convenience init(_ rulebook: Rulebook) { self.init(rulebook, Limits()) }

  /// Compiles a rulebook with other limits.
  init(_ rulebook: Rulebook, _ limits: Limits) {
    var compiler = Compiler(rulebook, limits)
    compiler.compile()
    self.rulebook = rulebook
    self.limits = limits
    let conditions = Conditions(compiler)
    var predicates = PredicateCompiler(depth: limits.predicateDepth)
    plans = Plans(compiler.plans(conditions, &predicates, isAcrossSessions: false))
    appSessionPlans = Plans(compiler.plans(conditions, &predicates, isAcrossSessions: true))
    let fast = FastPlanCompiler(compiler, plans, predicates, isAcrossSessions: false)
    let appFast = FastPlanCompiler(compiler, appSessionPlans, fast.predicates, isAcrossSessions: true)
    self.predicates = appFast.predicates.table
    fastPlans = FastPlans(fast, self.predicates)
    appSessionFastPlans = FastPlans(appFast, self.predicates)
    sentences = compiler.sentences
    holdsWhenIdle = RaggedArray(
      compiler.sentences.map { $0.allowsIdleCheck ? $0.spansAtMoment.map(\.span) : [] })
    derived = compiler.derived
    derivedCalls = RaggedArray(compiler.derivedCalls)
    shownPatternCount = compiler.shownPatterns.count
    markCount = compiler.markCount
    retentions = compiler.retentions
    lookaroundMarks = compiler.lookaroundMarks
    facts = compiler.facts
    snapshots = compiler.snapshots
    ownScopesOfSpan = RaggedArray(compiler.ownScopesOfSpan)
    sharedScopes = compiler.sharedScopes
    sentencesOfSharedScope = RaggedArray(compiler.sharedScopes.map(\.sentences))
    sharedScopesOfSpan = RaggedArray(compiler.sharedScopesOfSpan)
    claimsOfSpan = RaggedArray(
      compiler.claimsOfSpan.indices.map { span in
        compiler.claimsOfSpan[span].map { ($0, compiler.sentences[$0].gate(ofClaimAbout: span)) }
      })
    onDemandScopesOfSpan = RaggedArray(compiler.onDemandScopesOfSpan)
    composedOf = RaggedArray(compiler.composedOf)
    isDeferrable = rulebook.spans.indices.map(compiler.isDeferrable)
    isAcrossSessions = sentences.contains(where: \.sentence.isAcrossSessions)
    states = RaggedArray(
      zip(rulebook.machines, compiler.spanOfState).map { machine, spans in
        zip(spans, machine.states).map { ($0, $1.refines) }
      })
    unseenSteps = rulebook.machines.map { UnseenStep.all(of: $0, rulebook) }
    isState = rulebook.spans.map { if case .state = $0.kind { true } else { false } }
    spanOfCallback = compiler.spanOfCallback
    tracksCalls = compiler.tracksCalls
    var concernsCalls = compiler.tracksCalls
    if let delivery = rulebook.delivery { concernsCalls[delivery.event.index] = true }
    self.concernsCalls = concernsCalls
    let silent = Set(rulebook.rules.flatMap { $0.yields.isEmpty ? [] : $0.yields + [$0.id] })
    yields = rulebook.rules.map { silent.contains($0.id) }
    yieldsTo = Self.closure(ofYields: rulebook.rules)
    callbackOfNotification = compiler.callbackOfNotification
    fieldIndex = compiler.fieldIndex
    keyFieldOfMachine = compiler.keyFieldOfMachine
    keyFieldOfSpan = compiler.keyFieldOfSpan
    via = compiler.fieldIndex["via"]
    typedFields = rulebook.vocabulary.events.map { [fieldIndex = compiler.fieldIndex] event in
      event.fields.compactMap { name, type in
        type == .text || type == .list ? nil : fieldIndex[name].map { ($0, type) }
      }.sorted { $0.field < $1.field }
    }
    isCall = rulebook.vocabulary.events.map(\.returns)
    familyOfEvent = compiler.familyOfEvent
    families = compiler.families
    sessionRoles = compiler.sessionRoles
    logEvents = rulebook.vocabulary.events.indices.map { LogEvent(EventID(entryOf: $0), rulebook) }
    stoppingSpans = rulebook.clock.stopped.map(\.rawValue)
    gaps = rulebook.clock.gaps.map { ($0.spans.map(\.rawValue), $0.over) }
  }

  /// Returns the events that may be the return of a callback: its own return, and the returns of the events it is derived from.
  func returns(of callback: EventID) -> [EventID] {
    [callback.end] + derived.filter { $0.event == callback }.flatMap { $0.forms.flatMap(\.events).map(\.end) }
  }

  /// Whether a call of a callback is over when an event occurs, even if its return is not logged. The end of the process and a
  /// step of a machine that the callback moves end it. If the callback moves no machine, a step of any machine of the session and
  /// the next call of the callback end it.
  func ends(_ event: EventID, callsOf callback: EventID) -> Bool {
    if sessionRoles[Int(event.rawValue)].isEnd { return true }
    let stepping = plans[Int(event.rawValue)].machines
    let moved = plans[Int(callback.rawValue)].machines
    return moved.isEmpty
      ? callback == event || stepping.contains { keyFieldOfMachine[$0] == nil }
      : moved.contains(where: stepping.contains)
  }

  /// Returns the key of the machine that a callback moves, by which its calls for different instances are distinguished.
  func callbackKey(_ occurrence: Occurrence, for callback: EventID? = nil) -> Key {
    for machine in plans[Int((callback ?? occurrence.id).entry.rawValue)].machines {
      guard let field = keyFieldOfMachine[machine] else { continue }
      return occurrence.retainedLine.key(field) ?? occurrence.instance ?? .empty
    }
    return .empty
  }

  /// Returns the callback whose notification an event delivers; nil if it delivers none.
  func deliveredCallback(_ occurrence: Occurrence) -> EventID? {
    guard let delivery = rulebook.delivery, delivery.event == occurrence.id.entry else { return nil }
    let name = fieldIndex[delivery.field].flatMap(occurrence.retainedLine.value)
    return name.flatMap { callbackOfNotification[$0] }
  }

  func isCallback(_ span: SpanID) -> Bool {
    if case .callback = rulebook.spans[span.rawValue].kind { true } else { false }
  }

  /// Returns the key field of a span; nil if it has none.
  func keyField(of span: Int) -> Int? {
    switch rulebook.spans[span].kind {
    case .declared(_, _, let key): key.flatMap { fieldIndex[$0] }
    case .state(let machine, _): rulebook.machines[machine.rawValue].key.flatMap { fieldIndex[$0] }
    case .composed(let first, _): keyField(of: first.rawValue)
    case .callback: nil
    }
  }

  /// Returns the code of a signal: the raw value of the event, or for the close of a callback a number above those of all events.
  func code(of event: EventID, isClose: Bool) -> Int {
    isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
  }
}

extension Rulebook {
  /// Whether an event is not about the life of the app: it reports a fact, or declares what the log records.
  func isMetadata(_ event: EventID) -> Bool { facts.contains(event) || recording?.event == event }
}

/// The role of an event at the begin and the end of sessions.
struct SessionRole: Sendable {
  /// The position of a launch event in the order of one launch; nil for other events.
  var stage: Int?
  /// A launch event that never begins another session in a process with a number.
  var isOfSameProcess = false
  /// After this event, any launch event begins another session.
  var isEnding = false
  /// The process ends with this event.
  var isEnd = false
  /// The event moves a machine, so the launch is over.
  var isStep = false
}
