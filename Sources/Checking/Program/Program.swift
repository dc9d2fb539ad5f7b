public import Rulebook
import Trace

/// A rulebook compiled for checking: made once, shared by all logs of a run.
///
/// The compiled form is an index: for each signal (an event's entry, its return, the close of a callback)
/// what it opens, closes, moves and is judged by. An event touches only what names it.
public final class Program: Sendable {
  let rulebook: Rulebook
  let limits: Limits
  /// What each signal does in a life of a process, by `code(of:isClose:)`.
  let plans: [Plan]
  /// What it does in the session that stands for all lives of an app.
  let plansAcross: [Plan]
  /// The routines of each of these.
  let fastPlans: FastPlans
  let fastPlansAcross: FastPlans
  /// The sentences of all rules.
  let sentences: [CompiledSentence]
  /// For each of them the spans of which none must be open at a moment, where that is all it asks for.
  let holdsWhenIdle: RaggedArray<Int>
  let derived: [CompiledDerivation]
  /// The callbacks that may be derived from each callback, by `EventID.index`, with a condition on the fields of its line.
  let derivedCalls: RaggedArray<(callback: EventID, guard: Guard?)>
  /// How many patterns there are of which exceptions ask whether the log shows them.
  let shownPatternCount: Int
  /// How many patterns there are whose newest occurrence is remembered.
  let markCount: Int
  /// For each of them how long it is asked for, in nanoseconds.
  let retentions: [Int64?]
  /// The marks that are asked for from either side of a callback's entry.
  let nearMarks: [Int]
  /// Fields whose newest or greatest value is remembered, by index.
  let facts: [FactKey]
  /// How many of these values are remembered as they were at a moment.
  let snapshots: [Int]
  /// For each span the sentences whose scope it is and that share no stretch.
  let ownScopesOfSpan: RaggedArray<Int>
  /// What sentences share that hold while some spans are open, and for each span those of which it is one.
  let sharedScopes: [CompiledSharedScope]
  let sharedScopesOfSpan: RaggedArray<Int>
  /// For each stretch the sentences that share it.
  let sentencesOfSharedScope: RaggedArray<CompiledSharedScope.Member>
  /// For each span the sentences of whose scope its openings are the instances, made when they are asked for.
  let openingsOfSpan: RaggedArray<Int>
  /// For each span the sentences whose claim is about its openings, and the gate behind which each is.
  let claimsOfSpan: RaggedArray<(sentence: Int, gate: Int)>
  /// For each span those that are composed of it, and whether as the one whose openings they are.
  let composedOf: RaggedArray<(span: Int, isFirst: Bool)>
  /// Whether of a composed span only sentences speak that say how long its openings may last.
  let isDeferrable: [Bool]
  /// Whether a sentence speaks of all lives of an app.
  let isAcrossSessions: Bool
  /// Of each state of each machine its span, and the state that it refines.
  let states: RaggedArray<(span: Int, refines: StateID?)>
  /// For each machine the steps that may have been taken unseen.
  let unseenSteps: [[UnseenStep]]
  /// Whether a span is a state.
  let isState: [Bool]
  /// The span of each callback that has one, by `EventID.index`.
  let spanOfCallback: [Int?]
  /// Whether anything asks for the window of a callback, by `EventID.index`.
  let tracksCalls: [Bool]
  /// Whether an event calls, returns or extends a callback that has a window, by `EventID.index`.
  let concernsCalls: [Bool]
  /// Whether a rule is silent where another speaks, or another where it does.
  let yields: [Bool]
  /// For each rule the rules to which it yields, directly or through a rule that yields in turn.
  let yieldsTo: [Set<Int>]
  /// The callback that a notification is paired with, by the notification's constant.
  let callbackOfNotification: [String: EventID]
  let fieldIndex: [String: Int]
  /// The field that tells one instance of a machine from another, and one opening of a declared span.
  let keyOfMachine: [Int?]
  let keyOfSpan: [Int?]
  /// The field that says how an event came to be known.
  let via: Int?
  /// The fields of each event that hold more than words, by `EventID.index`.
  let measuredFields: [[(field: Int, type: FieldType)]]
  /// Whether an event is the call of something that returns, by `EventID.index`.
  let isCall: [Bool]
  /// The first word of each event's name as a number, by `EventID.index`.
  let familyOfEvent: [Int]
  let families: [String]
  /// What each event says about where a life begins and ends, by raw value of the id.
  let sessionRoles: [SessionRole]
  /// What an event says of the log as a whole, by `EventID.index`: then it is none of any session.
  let logEvents: [LogEvent?]
  /// No time counts while one of these spans is open.
  let stoppingSpans: [Int]
  /// A gap that is longer counts for nothing while one of these spans is open.
  let gaps: (spans: [Int], over: Int64)?

  /// Compiles a rulebook.
  public convenience init(_ rulebook: Rulebook) { self.init(rulebook, Limits()) }

  /// Compiles a rulebook for tables of those sizes.
  init(_ rulebook: Rulebook, _ limits: Limits) {
    var compiler = Compiler(rulebook, limits)
    compiler.compile()
    self.rulebook = rulebook
    self.limits = limits
    let conditions = Conditions(compiler)
    plans = compiler.plans(conditions, isAcrossSessions: false)
    plansAcross = compiler.plans(conditions, isAcrossSessions: true)
    fastPlans = FastPlans(FastPlanCompiler(compiler, plans, isAcrossSessions: false))
    fastPlansAcross = FastPlans(FastPlanCompiler(compiler, plansAcross, isAcrossSessions: true))
    sentences = compiler.sentences
    holdsWhenIdle = RaggedArray(compiler.sentences.map { $0.asksForRest ? $0.spansAtMoment.map(\.span) : [] })
    derived = compiler.derived
    derivedCalls = RaggedArray(compiler.derivedCalls)
    shownPatternCount = compiler.shownPatterns.count
    markCount = compiler.markCount
    retentions = compiler.retentions
    nearMarks = compiler.nearMarks
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
    openingsOfSpan = RaggedArray(compiler.openingsOfSpan)
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
    keyOfMachine = compiler.keyOfMachine
    keyOfSpan = compiler.keyOfSpan
    via = compiler.fieldIndex["via"]
    measuredFields = rulebook.vocabulary.events.map { [fieldIndex = compiler.fieldIndex] event in
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

  /// Yielding is transitive: a rule that yields to a silenced rule is silent, too, so that one cause gives one violation.
  private static func closure(ofYields rules: [Rule]) -> [Set<Int>] {
    let numbers = Dictionary(
      rules.indices.map { (rules[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    return rules.map { rule in
      var (found, next) = (Set<Int>(), rule.yields)
      while let name = next.popLast() {
        guard let number = numbers[name], found.insert(number).inserted else { continue }
        next += rules[number].yields
      }
      return found
    }
  }

  /// What may tell that a callback returned: its own return, and those of what it is derived from.
  func returns(of callback: EventID) -> [EventID] {
    [callback.end] + derived.filter { $0.event == callback }.flatMap { $0.forms.flatMap(\.events).map(\.end) }
  }

  /// Whether a call of a callback is over at the entry of an event, whatever is recorded: another step of the machine that
  /// it moves, or for one that moves none of a machine of the session, or its next call; and the end of the process.
  func ends(_ event: EventID, callsOf callback: EventID) -> Bool {
    if sessionRoles[Int(event.rawValue)].isEnd { return true }
    let stepping = plans[Int(event.rawValue)].machines
    let moved = plans[Int(callback.rawValue)].machines
    return moved.isEmpty
      ? callback == event || stepping.contains { keyOfMachine[$0] == nil }
      : moved.contains(where: stepping.contains)
  }

  /// The key of the machine that a callback moves, which tells its calls from those of another instance.
  func callbackKey(_ occurrence: Occurrence, for callback: EventID? = nil) -> Key {
    for machine in plans[Int((callback ?? occurrence.id).entry.rawValue)].machines {
      guard let field = keyOfMachine[machine] else { continue }
      return occurrence.retainedLine.key(field) ?? occurrence.instance ?? .empty
    }
    return .empty
  }

  /// The callback whose notification a line says was delivered.
  func deliveredCallback(_ occurrence: Occurrence) -> EventID? {
    guard let delivery = rulebook.delivery, delivery.event == occurrence.id.entry else { return nil }
    let name = fieldIndex[delivery.field].flatMap(occurrence.retainedLine.value)
    return name.flatMap { callbackOfNotification[$0] }
  }

  func isCallback(_ span: SpanID) -> Bool {
    if case .callback = rulebook.spans[span.rawValue].kind { true } else { false }
  }

  /// The field that tells one opening of a span from another.
  func keyField(of span: Int) -> Int? {
    switch rulebook.spans[span].kind {
    case .declared(_, _, let key): key.flatMap { fieldIndex[$0] }
    case .state(let machine, _): rulebook.machines[machine.rawValue].key.flatMap { fieldIndex[$0] }
    case .composed(let first, _): keyField(of: first.rawValue)
    case .callback: nil
    }
  }

  /// The number of a signal: that of the event, or past all events that of a callback's close.
  func code(of event: EventID, isClose: Bool) -> Int {
    isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
  }
}

extension Rulebook {
  /// Whether an event tells of something else than the life of the app: a fact, or what the log records.
  func isAside(_ event: EventID) -> Bool { facts.contains(event) || recording?.event == event }
}

/// What an event says about where a life begins and ends.
struct SessionRole: Sendable {
  /// The place of a launch event among those of one launch.
  var stage: Int?
  /// A launch event that belongs to the life that runs, if the process is known to be the same.
  var isOfSameProcess = false
  /// After it, any launch event begins another life.
  var isEnding = false
  /// The process is gone.
  var isEnd = false
  /// It moves a machine: the life has got past its launch.
  var isStep = false
}
