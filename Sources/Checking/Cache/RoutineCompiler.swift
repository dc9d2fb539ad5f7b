import Rulebook
import Trace

/// Finds out what the events of a program do where no sentence has to be asked.
struct RoutineCompiler {
  private let compiler: Compiler
  private let reactions: [Reaction]
  /// For each span the sentences of that kind of session whose claim is about its openings.
  private let claimsOfSpan: [[Int]]
  /// And those of whose scope its openings are the instances.
  private let openingsOfSpan: [[Int]]
  /// Whether an event tells of something else than the life of the app, or is the delivery of a notification, by
  /// `EventID.index`.
  private var isApart: [Bool]
  /// Whether time stands still in a span, or a gap in it is none.
  private var isOfClock: [Bool]
  private(set) var routines: [Routine] = []
  private(set) var gates: [Int32] = []
  private(set) var askings: [Routine.Asking] = []
  private(set) var deeds: [Routine.Deed] = []
  private(set) var terms: [(number: Int, sentence: Int)] = []
  private(set) var kept: [Int] = []
  private(set) var tests: TestTable
  private(set) var fieldTests: FieldTests
  private(set) var readily: [Bool]
  /// The spans that the event opens and closes.
  private var changed: [Int] = []
  /// What a condition is compiled to, so that one of a whole family is compiled once.
  private var known: [Asked: Test?] = [:]

  /// A condition, and which spans the event changes of which it is asked.
  private struct Asked: Hashable {
    var condition: Guard
    var changed: [Int]
  }

  var starts: [[Int]] { compiler.starts }

  /// With the reactions of one kind of session.
  init(_ compiler: Compiler, _ reactions: [Reaction], isAcrossSessions: Bool) {
    self.compiler = compiler
    self.reactions = reactions
    tests = TestTable(depth: compiler.limits.testDepth)
    fieldTests = FieldTests(mostFields: compiler.limits.readFields)
    func own(_ sentences: [Int]) -> [Int] {
      sentences.filter { compiler.sentences[$0].sentence.isAcrossSessions == isAcrossSessions }
    }
    claimsOfSpan = compiler.claimsOfSpan.map(own)
    openingsOfSpan = compiler.openingsOfSpan.map(own)
    let rulebook = compiler.rulebook
    let events = rulebook.vocabulary.events
    isApart = Array(repeating: false, count: events.count)
    for event in rulebook.facts { isApart[event.index] = true }
    for event in [rulebook.recording?.event, rulebook.delivery?.event] {
      if let event { isApart[event.index] = true }
    }
    isOfClock = Array(repeating: false, count: rulebook.spans.count)
    for span in rulebook.clock.stopped + (rulebook.clock.gaps?.spans ?? []) {
      isOfClock[span.rawValue] = true
    }
    readily = Self.readily(compiler, reactions)
    routines.reserveCapacity(events.count * 2)
    known.reserveCapacity(events.count)
    for index in events.indices {
      let entry = EventID(entryOf: index)
      routines.append(routine(of: entry))
      routines.append(routine(of: entry.end))
    }
    func those(_ kinds: Routine.Act.Kind...) -> Set<Int> {
      Set(deeds.lazy.map(\.act).filter { kinds.contains($0.kind) }.map { Int($0.index) })
    }
    tests.settle(
      changing: those(.open, .close), setting: those(.mark).union(routines.lazy.map { Int($0.mainMark) }),
      clearing: those(.clear))
  }

  /// Which sentences' monitors may take an event by themselves: those that are asked about events of one kind alone, in one
  /// way, which nothing binds to others.
  private static func readily(_ compiler: Compiler, _ reactions: [Reaction]) -> [Bool] {
    var ways = Array(repeating: 0, count: compiler.sentences.count)
    for judging in reactions.lazy.flatMap(\.monitors) where judging.role == .event {
      ways[judging.sentence] += judging.keys.isEmpty && judging.scopeKey == nil && !judging.looksAhead ? 1 : 2
    }
    return compiler.sentences.map { sentence in
      guard ways[sentence.number] == 1, sentence.scopeSpan == nil, sentence.scopeKind != .during else {
        return false
      }
      return switch sentence.sentence.claim {
      case .never, .isFollowed, .recurs: true
      default: false
      }
    }
  }

  private mutating func routine(of event: EventID) -> Routine {
    var routine = Routine()
    let reaction = reactions[Int(event.rawValue)]
    guard !isStructural(event), let forms = plainForms(of: reaction) else {
      routine.isStructural = true
      return routine
    }
    let (firstAsking, firstDeed) = (askings.count, deeds.count)
    changed = reaction.opens.map(\.span) + reaction.closes.map(\.span)
    addFieldTests(reaction.conditions, &routine)
    addAskings(reaction, isDerived: false)
    addRestorations(reaction)
    addFollowed(reaction, &routine)
    addChanges(reaction.closes, .close, &routine)
    addChanges(reaction.opens, .open, &routine)
    addMarks(reaction, isDerived: false, &routine)
    for form in forms {
      addAskings(form, isDerived: true)
      addMarks(form, isDerived: true, &routine)
    }
    routine.askings = Int32(firstAsking)..<Int32(askings.count)
    routine.deeds = Int32(firstDeed)..<Int32(deeds.count)
    if routine.deeds.count > compiler.limits.deeds { routine.isStructural = true }
    for asking in askings[firstAsking...] {
      for test in [asking.test, asking.demand?.test, asking.demand?.exception] {
        if let test { routine.fields |= tests.fields(of: test) }
      }
    }
    for deed in deeds[firstDeed...] { routine.fields |= tests.fields(of: deed.test) }
    return routine
  }

  /// Compiles the conditions of a signal on its fields.
  private mutating func addFieldTests(_ conditions: [Guard], _ routine: inout Routine) {
    fieldTests.begin()
    for number in conditions.indices {
      guard let test = test(conditions[number], isDerived: false), let fields = tests.onlyFields(of: test)
      else { continue }
      fieldTests.add(conditions[number], test, as: number, reading: fields)
    }
    (routine.fieldTests, routine.readFields) = fieldTests.places
  }

  private func isStructural(_ event: EventID) -> Bool {
    let reaction = reactions[Int(event.rawValue)]
    let boundary = compiler.boundaries[Int(event.rawValue)]
    return !reaction.machines.isEmpty || !reaction.snapshots.isEmpty || !reaction.facts.isEmpty
      || isApart[event.index]
      || compiler.hasWindow[event.index] && !event.isEnd
      || boundary.stage != nil || boundary.isEnding || boundary.isEnd || boundary.isStep
  }

  /// Whether the openings and closings of a span have to be told to a sentence or to a span that is composed of it.
  private func isFollowed(_ span: Int) -> Bool {
    !compiler.composedOf[span].isEmpty || isOfClock[span] || !compiler.scopesOfSpan[span].isEmpty
      || claimsOfSpan[span].contains {
        compiler.sentences[$0].term == nil
          && compiler.sentences[$0].gate(ofClaimAbout: span) == Gate.always
      }
  }

  private mutating func addRestorations(_ reaction: Reaction) {
    for span in reaction.closes.lazy.map(\.span) {
      for sentence in claimsOfSpan[span] where compiler.sentences[sentence].term == nil {
        gates.append(Int32(Gate.waiting(sentence)))
        askings.append(Routine.Asking(test: .always))
      }
      // What was asked of an opening has to be forgotten with it.
      for sentence in openingsOfSpan[span] {
        gates.append(Int32(Gate.waiting(sentence)))
        askings.append(Routine.Asking(test: tests.test(isAsked: span, for: compiler.declaredKey(of: span))))
      }
    }
  }

  /// An event is routine as long as it changes no span that others follow.
  private mutating func addFollowed(_ reaction: Reaction, _ routine: inout Routine) {
    for change in reaction.closes where isFollowed(change.span) {
      let test = tests.test(
        change.guard, whileOpen: change.span, for: compiler.declaredKey(of: change.span), changed: changed)
      addExclusion(test, &routine)
    }
    for change in reaction.opens where isFollowed(change.span) {
      addExclusion(change.guard == nil ? nil : test(change.guard, isDerived: false), &routine)
    }
  }

  /// The event is not routine where a test is true; it never is where there is none.
  private mutating func addExclusion(_ test: Test?, _ routine: inout Routine) {
    guard let test else { return routine.isStructural = true }
    gates.append(Int32(Gate.always))
    askings.append(Routine.Asking(test: test))
  }

  /// What the events do that follow from an event; nil where that depends on more than the event, or is more than to ask
  /// and to remember.
  private func plainForms(of reaction: Reaction) -> [Reaction]? {
    var forms: [Reaction] = []
    for (number, place, condition) in reaction.forms {
      let derivation = compiler.derived[number]
      let form = derivation.forms[place]
      let derived = reactions[Int(derivation.event.rawValue)]
      guard condition == nil, !form.isInferred, form.scope == nil, form.exception == nil,
        derivation.oncePer == nil, !isStructural(derivation.event), derived.opens.isEmpty,
        derived.closes.isEmpty, derived.forms.isEmpty
      else { return nil }
      forms.append(derived)
    }
    return compiler.mayShareMoment([reaction] + forms) ? forms : nil
  }

  private mutating func addAskings(_ reaction: Reaction, isDerived: Bool) {
    for judging in reaction.monitors {
      gates.append(Int32(Gate.of(judging, compiler.sentences[judging.sentence])))
      askings.append(
        Routine.Asking(
          test: test(judging, isDerived: isDerived),
          demand: demand(of: judging, among: reaction.monitors, isDerived: isDerived),
          readily: isDerived ? nil : readily(judging),
          isDoubted: judging.mayBeDoubted(in: compiler.sentences[judging.sentence])))
    }
  }

  /// What becomes of an event that a monitor takes by itself.
  private func readily(_ judging: Reactions.Judging) -> Routine.Act? {
    guard readily[judging.sentence] else { return nil }
    switch judging.role {
    case .event: return Routine.Act(kind: .take, index: Int32(judging.sentence))
    case .answer where judging.keys.isEmpty && judging.scopeKey == nil:
      return Routine.Act(kind: .doubt, index: Int32(judging.sentence))
    default: return nil
    }
  }

  /// What keeps a sentence that asks something of every event of a session; nil too where it is asked in several ways,
  /// for it is asked but once.
  private mutating func demand(
    of judging: Reactions.Judging, among all: [Reactions.Judging], isDerived: Bool
  ) -> Routine.Demand? {
    let sentence = compiler.sentences[judging.sentence]
    guard let demand = sentence.demand, judging.role == .event, !sentence.hasScope,
      all.count(where: { $0.sentence == judging.sentence }) == 1,
      let test = test(demand, isDerived: isDerived)
    else { return nil }
    let exception = sentence.exception.flatMap { self.test($0, isDerived: isDerived) }
    return Routine.Demand(sentence: judging.sentence, test: test, exception: exception)
  }

  private mutating func addChanges(
    _ changes: [Reaction.Change], _ kind: Routine.Act.Kind, _ routine: inout Routine
  ) {
    for change in changes where !isFollowed(change.span) {
      let span = change.span
      guard let test = test(change.guard, isDerived: false) else {
        routine.isStructural = true
        continue
      }
      let first = Int32(terms.count)
      for sentence in claimsOfSpan[span] {
        if let term = compiler.sentences[sentence].term { terms.append((term, sentence)) }
      }
      let firstKept = Int32(kept.count)
      kept += openingsOfSpan[span].filter { compiler.sentences[$0].sentence.claim.isKeptBySilence }
      if !test.steps.isEmpty { routine.isFixed = false }
      let act = Routine.Act(
        kind: kind, more: first < terms.count || firstKept < kept.count ? Int32(deeds.count) : -1,
        index: Int32(span), key: compiler.declaredKey(of: span).map { Int32($0) } ?? -1)
      deeds.append(
        Routine.Deed(
          act: act, test: test, terms: first..<Int32(terms.count), kept: firstKept..<Int32(kept.count)))
    }
  }

  private mutating func addMarks(_ reaction: Reaction, isDerived: Bool, _ routine: inout Routine) {
    for mark in reaction.marks {
      if isOfMain(mark) {
        // What is derived from an event of the main thread is one, too.
        if isDerived, routine.mainMark == mark.index { continue }
        if !isDerived, routine.mainMark < 0 {
          routine.mainMark = Int32(mark.index)
          continue
        }
      }
      guard let test = test(mark.guard, isDerived: isDerived) else {
        routine.isStructural = true
        continue
      }
      guard mark.keys.count < 2, !compiler.isTold[mark.index] else {
        addExclusion(mark.guard == nil ? nil : test, &routine)
        continue
      }
      if compiler.nearMarks.contains(mark.index) { routine.marksNearCalls = true }
      if !test.steps.isEmpty { routine.isFixed = false }
      let act = Routine.Act(
        kind: mark.clears ? .clear : .mark, index: Int32(mark.index),
        key: mark.keys.first.map { Int32($0) } ?? -1, horizon: compiler.horizons[mark.index] ?? .max)
      deeds.append(Routine.Deed(act: act, test: test))
    }
  }

  private func isOfMain(_ mark: Reactions.Mark) -> Bool {
    mark.guard == .compare(.thread, .equal, .literal(.text("main"))) && mark.keys.isEmpty && !mark.clears
      && !compiler.isTold[mark.index] && !compiler.nearMarks.contains(mark.index)
  }

  /// Whether a sentence is asked about an event.
  private mutating func test(_ judging: Reactions.Judging, isDerived: Bool) -> Test? {
    let sentence = compiler.sentences[judging.sentence]
    // What an exception waits for may come when the scope is over.
    guard let span = sentence.scopeSpan, judging.role != .comes, judging.role != .shown else {
      return test(judging.guard, isDerived: isDerived)
    }
    return tests.test(
      judging.guard, whileOpen: span, for: sentence.bindsScope ? judging.scopeKey : nil, changed: changed)
  }

  private mutating func test(_ condition: Guard?, isDerived: Bool) -> Test? {
    guard let condition else { return .always }
    var test = unnumbered(Asked(condition: condition, changed: changed))
    if !isDerived { test?.number = fieldTests.number(of: condition) }
    return test
  }

  private mutating func unnumbered(_ asked: Asked) -> Test? {
    if let test = known[asked] { return test }
    let test = tests.test(asked.condition, changed: asked.changed)
    known[asked] = .some(test)
    return test
  }
}
