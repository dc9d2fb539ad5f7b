import Rulebook
import Trace

/// One sentence in one session: it follows the instances of the sentence's scope and, in a subclass for each claim,
/// what the claim needs to remember in each.
///
/// A signal is judged first and then opens and closes scopes: what closes an instance is inside, what opens it is not.
class Monitor {
  unowned let session: Session
  let number: Int
  let compiled: CompiledSentence
  /// The instances of the scope that are open.
  private(set) var instances: [Instance] = []

  /// What the claim remembers of each instance.
  class var memory: Instance.Type { Instance.self }

  required init(_ number: Int, in session: Session) {
    self.session = session
    self.number = number
    compiled = session.program.sentences[number]
  }

  // MARK: What a claim does

  /// Takes a signal that the claim names, in the instances in which it lies.
  func judge(_ role: Role, _ signal: Session.Signal, _ key: String?, in instances: [Instance]) {}
  /// Takes the opening or closing of a span that the claim names.
  func judge(_ change: Session.Change) {}
  /// An instance has opened.
  func opened(_ instance: Instance) {}
  /// An instance closes at a signal.
  func closes(_ instance: Instance, at signal: Session.Signal) { leave(instance) }
  /// An instance is left by the end of its session: counts what is known by then.
  func leave(_ instance: Instance, isEndOfLog: Bool) { leave(instance) }
  /// The time of a deadline has passed.
  func expired(_ deadline: Deadline, at signal: Session.Signal) {}
  /// The process is gone, by the last line of the session.
  func processEnds(at signal: Session.Signal) {}
  /// The instance has ended, in whatever way.
  func leave(_ instance: Instance) {}

  /// The monitor of a sentence.
  static func monitor(of number: Int, in session: Session) -> Monitor {
    let type: Monitor.Type =
      switch session.program.sentences[number].sentence.claim {
      case .never: Absence.self
      case .expect: Existence.self
      case .has: Universality.self
      case .isFollowed: Response.self
      case .isPreceded: Precedence.self
      case .atMost: AtMost.self
      case .atLeast: AtLeast.self
      case .recurs: Recurrence.self
      case .noneOpen: OpenAtMoment.self
      case .lasts(let span, _, _): session.program.isCallback(span.id) ? CallDuration.self : SpanDuration.self
      case .isReopened: Restoration.self
      case .obeys: Order.self
      }
    return type.init(number, in: session)
  }

  // MARK: Scopes

  /// The session begins.
  final func begin(at occurrence: Occurrence) {
    switch compiled.sentence.scope {
    case nil, .before, .outside: open(nil, from: occurrence, order: session.log.nextOrder())
    case .open, .during, .after, .following, .between: break
    }
  }

  /// A stretch of time begins anew.
  private func restart(at signal: Session.Signal, for limit: CompiledLimit) {
    if let instance = instances.first { close(instance, at: signal) }
    guard signal.line.sighting.time != nil, session.length(limit, judging: signal.judged) != nil else {
      return
    }
    let instance = open(signal.judged, from: signal.line, order: signal.order)
    instance.end = session.deadline(
      self, from: signal.line, judging: signal.judged, limit, of: .scope(instance))
  }

  /// The time of a deadline has passed: one of the scope, or one of the claim.
  final func pass(_ deadline: Deadline, at signal: Session.Signal) {
    if case .scope(let instance) = deadline.isOf {
      close(instance, at: signal)
    } else {
      expired(deadline, at: signal)
    }
  }

  /// Takes a signal that a pattern of the sentence fits.
  final func take(_ role: Role, _ signal: Session.Signal, key: String?, scopeKey: String?) {
    switch role {
    case .scopeStart:
      if let limit = compiled.scopeLimit { return restart(at: signal, for: limit) }
      if instances.isEmpty { open(signal.judged, from: signal.line, order: signal.order) }
    case .scopeEnd:
      guard let instance = instances.first, instance.order < signal.order else { return }
      close(instance, at: signal)
    default:
      if instances.isEmpty { return }
      if case .before = compiled.sentence.scope, !session.isBeginningKnown { return }
      if compiled.scopeLimit != nil, !signal.line.isComparable(with: instances[0].start) { return }
      if let scopeKey, compiled.bindsScope {
        judge(role, signal, key, in: instances.filter { $0.key == nil || $0.key == scopeKey })
      } else {
        judge(role, signal, key, in: instances)
      }
    }
  }

  /// A span of the scope has opened or closed.
  final func follow(_ change: Session.Change) {
    let signal = change.by
    switch compiled.sentence.scope {
    case .open:
      if change.isInForce {
        if instances.isEmpty { open(change.opening.opening, from: signal.line, order: change.order) }
        instances[0].openings[change.opening.order] = (change.span, change.opening)
      } else if change.kind == .closed, let instance = instances.first,
        instance.openings[change.opening.order] != nil
      {
        if instance.openings.count == 1 { close(instance, at: signal) }
        instance.openings[change.opening.order] = nil
      }
    case .during:
      if change.isInForce {
        let key = compiled.bindsScope ? change.opening.key : nil
        let instance = open(change.opening.opening, from: signal.line, order: change.order, key: key)
        instance.openings[change.opening.order] = (change.span, change.opening)
      } else if change.kind == .closed,
        let instance = instances.first(where: {
          $0.openings[change.opening.order]?.opening === change.opening
        })
      {
        close(instance, at: signal)
      }
    case .outside:
      if case .opened = change.kind {
        openCount += 1
        if openCount == 1, let instance = instances.first { close(instance, at: signal) }
      } else if change.kind == .closed {
        openCount -= 1
        if openCount == 0 { open(signal.judged, from: signal.line, order: change.order) }
      }
    case nil, .after, .following, .before, .between: break
    }
  }

  /// How many of the spans outside of which the scope lies are open.
  private var openCount = 0

  @discardableResult
  private func open(_ opening: Occurrence?, from start: Occurrence, order: Int, key: String? = nil)
    -> Instance
  {
    let instance = Self.memory.init(opening, from: start, order: order, key: key)
    // A stretch may begin again and again; the first event alone ends `before` it for good.
    if case .before = compiled.sentence.scope, isOver { return instance }
    instances.append(instance)
    opened(instance)
    return instance
  }

  private var isOver = false

  private func close(_ instance: Instance, at signal: Session.Signal) {
    instance.end.map { session.deadlines.cancel($0) }
    instance.end = nil
    closes(instance, at: signal)
    instances.removeAll { $0 === instance }
    if case .before = compiled.sentence.scope {
      isOver = true
      guard session.isBeginningKnown else {
        for candidate in instance.pending { session.log.dismiss(candidate) }
        instance.fate = .void
        return
      }
    }
    instance.fate = .closed
    for candidate in instance.pending { session.log.resolveWait(of: candidate) }
    session.log.counts[number].held += instance.heldIfEnded
  }

  /// The session is over; called after its instances were left.
  func end(isEndOfLog: Bool) {}

  /// The session is over: by its log, or because the process is gone.
  final func leaveAll(isEndOfLog: Bool) {
    for instance in instances {
      if isConditional {
        let isPossible =
          isEndOfLog && isBeginningKnown(of: instance)
          && compiled.scopeEnds.contains(where: session.recording.has)
        for candidate in instance.pending {
          isPossible ? session.log.makeInconclusive(candidate) : session.log.dismiss(candidate)
        }
      } else {
        instance.end.map { session.deadlines.cancel($0) }
        leave(instance, isEndOfLog: isEndOfLog)
      }
    }
    instances = []
    end(isEndOfLog: isEndOfLog)
  }

  /// Whether what is found stands only if the scope's end comes.
  final var isConditional: Bool {
    switch compiled.sentence.scope {
    case .before, .between: true
    default: false
    }
  }

  /// Whether nothing of the instance came before the log.
  final func isBeginningKnown(of instance: Instance) -> Bool {
    instance.opening != nil || session.isBeginningKnown
  }

  // MARK: Verdicts

  /// What is asked for may still come, unless the sentence then asks for nothing.
  final func leaveOpen(_ judged: Occurrence, in instance: Instance) {
    if isConditional, instance.fate != .closed { return }
    if !isExcepted(judged, at: session.endSignal(of: judged)) { session.log.counts[number].inconclusive += 1 }
  }

  final func hold(_ instance: Instance) {
    switch instance.fate {
    case .open where isConditional: instance.heldIfEnded += 1
    case .open, .closed: session.log.counts[number].held += 1
    case .void: break
    }
  }
}

/// One stretch of a session in which a sentence's claim must hold.
class Instance {
  /// What opened it; nil where it began with the session.
  let opening: Occurrence?
  /// From where its time counts.
  let start: Occurrence
  /// When it opened, in the log's order.
  let order: Int
  /// The key that the sentence binds to it.
  let key: String?
  /// The openings of the scope's spans that it consists of, by the order of their opening.
  final var openings: [Int: (span: Int, opening: OpenSpan)] = [:]
  /// When it closes by itself.
  final var end: Deadline?
  /// How often the claim was broken in it.
  final var offences = 0
  final var fate = Fate.open
  /// How often the claim has held, where that counts only if the scope's end comes.
  final var heldIfEnded = 0
  /// Candidates that stand only if the scope's end comes.
  final var pending: [Candidate] = []
  /// The violations that were told in it, by what they say.
  final var told: [String: Violation.ID] = [:]

  enum Fate {
    case open
    case closed
    /// It ended, and it is not known where it began: nothing is said of it.
    case void
  }

  required init(_ opening: Occurrence?, from start: Occurrence, order: Int, key: String?) {
    self.opening = opening
    self.start = start
    self.order = order
    self.key = key
  }
}
