import BasicContainers
import Rulebook
import Trace

// The instances of a sentence's scope: what opens one is not inside, what closes it is.

extension Monitor {
  /// The session begins.
  func begin(at occurrence: Occurrence) {
    switch compiled.sentence.scope {
    case nil, .outside: open(nil, from: occurrence, order: session.log.nextOrder())
    case .open, .during, .after, .following, .before, .between: break
    }
  }

  /// It is known from here on what happened in the session: facts may have been told before its first event.
  func beginningIsKnown(at occurrence: Occurrence) {
    if case .before = compiled.sentence.scope, !isOver {
      open(nil, from: occurrence, order: session.log.nextOrder())
    }
  }

  /// A stretch of time begins anew.
  private func restart(at signal: Session.Signal, for limit: CompiledLimit) {
    if instances.count == 1, restartInPlace(at: signal, for: limit) { return }
    if let instance = instances.first { close(instance, at: signal) }
    guard signal.line.time != nil, session.length(limit, judging: signal.judged) != nil else {
      return
    }
    let instance = begin(at: signal)
    add(instance)
    instance.end = session.deadline(
      self, from: signal.line, judging: signal.judged, limit, of: .scope(instance))
  }

  /// The same where nobody but the monitor knows the instance: it closes and opens as the next one. False where that may be
  /// otherwise, and then nothing has changed.
  private func restartInPlace(at signal: Session.Signal, for limit: CompiledLimit) -> Bool {
    guard isForgetful, case .fixed(let length) = limit, signal.line.time != nil else { return false }
    return instances.with(0) { instance in
      guard !instance.isReferredTo, let end = instance.end,
        session.state.deadlines.renew(end, at: signal.line, after: length)
      else { return false }
      leave(instance)
      finishTold(in: instance)
      instance.begin(at: signal)
      return true
    }
  }

  /// The time of a deadline has passed: one of the scope, or one of the claim.
  func pass(_ deadline: Deadline, at signal: Session.Signal) {
    if case .scope(let instance) = deadline.owner {
      close(instance, at: signal)
    } else {
      expired(deadline, at: signal)
    }
  }

  /// The instances in which a signal lies, of one key if it has one.
  func instances(holding signal: Session.Signal, _ key: Key?) -> [ScopeInstance] {
    if let span = compiled.scopeSpan { return openings(of: span, holding: signal, key) }
    if !isInside(signal) { return [] }
    guard let key else { return instances.all }
    if unkeyed == 0 { return keyed[key] ?? [] }
    return instances.all.filter { $0.key == nil || $0.key == key }
  }

  /// Does something in each of these. Mostly there is one, and no key: then no list is made.
  final func forEachInstance(holding signal: Session.Signal, _ key: Key?, _ body: (ScopeInstance) -> Void) {
    if key != nil || compiled.scopeSpan != nil { return instances(holding: signal, key).forEach(body) }
    if !isInside(signal) { return }
    instances.forEach(body)
  }

  /// Whether a signal lies in the scope, whatever its key is.
  private func isInside(_ signal: Session.Signal) -> Bool {
    if instances.isEmpty { beginSharedScope() }
    if instances.isEmpty { return false }
    return compiled.scopeLimit == nil
      || instances.with(instances.count - 1) { canMeasure(signal, in: $0) } && !isUnmeasured(signal)
  }

  /// Whether an instance can be compared with a signal in time, where time ends it.
  final func canMeasure(_ signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    compiled.scopeLimit == nil || instance.withStart { signal.line.isComparable(with: $0) }
  }

  /// Whether nobody knows if a signal lies in the scope, because time ends that and a silence lies in between.
  final func isUnmeasured(_ signal: Session.Signal) -> Bool {
    guard compiled.scopeLimit != nil, !instances.isEmpty, signal.line.time != nil else { return false }
    return instances.with(instances.count - 1) { instance in
      guard let length = instance.end?.allowed else { return false }
      return instance.withStart {
        signal.line.isComparable(with: $0) && session.isUnmeasured(length, from: $0, to: signal.line)
      }
    }
  }

  /// Makes the instance that the stretch is, if that is open.
  final func beginSharedScope() {
    guard instances.isEmpty, let sharedScope, sharedScope.isOpen, let start = sharedScope.start else {
      return
    }
    let instance = begin(sharedScope.opening, from: start, order: sharedScope.order, key: nil)
    instance.openings = sharedScope.openings
    session.isInSharedScope[number] = true
    add(instance)
  }

  /// The stretch that was entered has ended.
  final func endSharedScope(at signal: Session.Signal) {
    session.isInSharedScope[number] = false
    if let instance = instances.first { close(instance, at: signal) }
  }

  /// Takes a signal that begins or ends the scope, once all of its moment was judged.
  func bound(_ role: Role, _ signal: Session.Signal) {
    if role == .scopeEnd {
      // The first event alone ends what is before it.
      if case .before = compiled.sentence.scope { isOver = true }
      guard let instance = instances.first, instance.order < signal.order else { return }
      close(instance, at: signal)
    } else if let limit = compiled.scopeLimit {
      restart(at: signal, for: limit)
    } else if instances.isEmpty {
      add(begin(at: signal))
    }
  }

  /// A span of the scope has opened or closed.
  func follow(_ change: Session.Change) {
    switch compiled.scopeKind {
    case .during:
      if change.isInForce {
        let opening = session.opening(of: change)
        // One that was opened without the key concerns every key.
        let key = compiled.bindsScope && !opening.key.isEmpty ? opening.key : nil
        let line = session.signal(of: change).line
        open(opening.opening, from: line, order: change.order, key: key).become(opening, of: change.span)
      } else if change.kind == .closed, let instance = instance(of: session.opening(of: change)) {
        close(instance, at: session.signal(of: change))
      }
    case .outside:
      if case .opened = change.kind {
        openCount += 1
        if openCount == 1, let instance = instances.first {
          close(instance, at: session.signal(of: change))
        }
      } else if change.kind == .closed {
        openCount -= 1
        if openCount != 0 { return }
        let signal = session.signal(of: change)
        open(signal.judged, from: signal.line, order: change.order)
      }
    case .session, .open, .byStart, .byEnd: break
    }
  }

  /// The instance that an opening is.
  private func instance(of opening: OpenSpan) -> ScopeInstance? {
    if compiled.bindsScope, !opening.key.isEmpty { return keyed[opening.key]?.first { $0.has(opening) } }
    return instances.first { $0.has(opening) }
  }

  @discardableResult
  private func open(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key? = nil)
    -> ScopeInstance
  {
    let instance = begin(opening, from: start, order: order, key: key)
    add(instance)
    return instance
  }

  private func add(_ instance: consuming ScopeInstance) {
    if let key = instance.key { add(instance, under: key) } else { unkeyed += 1 }
    if !usesSharedScope { session.state.setActivation(number, isOpen: true) }
    opened(instance)
    instances.append(instance)
  }

  private func add(_ instance: ScopeInstance, under key: Key) {
    keyed.update(key, from: []) { $0.append(instance) }
  }

  /// An instance that nothing is known of yet.
  final func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) -> ScopeInstance {
    let instance = pool.make { Self.memory.init(opening, from: start, order: order, key: key) }
    finishTold(in: instance)
    instance.begin(opening, from: start, order: order, key: key)
    return instance
  }

  /// The same with a signal, from its line on.
  private func begin(at signal: Session.Signal) -> ScopeInstance {
    let instance = pool.make {
      Self.memory.init(signal.judged, from: signal.line, order: signal.order, key: nil)
    }
    finishTold(in: instance)
    instance.begin(at: signal)
    return instance
  }

  /// Nothing refers to an instance that is over: no line will say again what was told in it.
  @inline(__always)
  private func finishTold(in instance: ScopeInstance) {
    instance.forgetTold { log.repetitions.release($0) }
  }

  func close(_ instance: ScopeInstance, at signal: Session.Signal) {
    instance.end.map { session.state.deadlines.cancel($0) }
    instance.end = nil
    instance.fate = .closed
    // What was found in it stands, and was found before what its end shows.
    for candidate in instance.pending {
      candidate.endLine = log.judgedLine
      log.resolveWait(of: candidate)
    }
    instance.releaseMonitors()
    log.counts[number].held += instance.heldIfEnded
    if session.later.isBeforeLine, demands(.event) || demands(.answer) {
      session.deferClose(instance, of: self, at: signal)
    } else {
      finish(instance, at: signal)
    }
    remove(instance)
    if compiled.scopeSpan == nil, !usesSharedScope {
      session.state.setActivation(number, isOpen: !instances.isEmpty)
    }
  }

  /// What comes of an instance that has closed.
  final func finish(_ instance: ScopeInstance, at signal: Session.Signal) {
    closes(instance, at: signal)
    if !instance.isReferredTo { finishTold(in: instance) }
  }

  /// Whether an event of that role is one that the claim demands in each instance.
  final func demands(_ role: Role) -> Bool {
    switch compiled.sentence.claim {
    case .expect, .atLeast: role == .event
    case .isFollowed: role == .answer
    default: false
    }
  }

  private func remove(_ instance: ScopeInstance) {
    instances.remove(instance)
    guard let key = instance.key else { return unkeyed -= 1 }
    keyed.update(key, from: []) { $0.removeAll { $0 === instance } }
    if keyed[key]?.isEmpty == true { keyed.remove(key) }
  }

  /// The session is over: by its log, or because the process is gone.
  func endInstances(isEndOfLog: Bool) {
    leaveOpenings()
    beginSharedScope()
    for instance in instances.all {
      if isConditional {
        let isPossible =
          isEndOfLog && isBeginningKnown(of: instance)
          && compiled.scopeEnds.contains(where: session.recording.has)
        for candidate in instance.pending {
          isPossible ? session.log.makeInconclusive(candidate) : session.log.dismiss(candidate)
        }
        instance.releaseMonitors()
      } else {
        instance.end.map { session.state.deadlines.cancel($0) }
        leave(instance, isEndOfLog: isEndOfLog)
      }
      if !instance.isReferredTo { finishTold(in: instance) }
    }
    instances.removeAll()
    keyed = KeyTable()
    unkeyed = 0
    session.state.setActivation(number, isOpen: false)
    end(isEndOfLog: isEndOfLog)
  }

  /// Whether what is found stands only if the scope's end comes.
  var isConditional: Bool { compiled.scopeKind == .byEnd }
}
