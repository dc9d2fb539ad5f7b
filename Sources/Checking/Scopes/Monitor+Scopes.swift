import BasicContainers
import Rulebook
import Trace

// Opening and closing the instances of a sentence's scope. The signal that opens an instance is outside of it, the signal that
// closes it is inside.

extension Monitor {
  /// Opens the instance of a scope that begins with the session.
  func begin(at occurrence: Occurrence) {
    switch compiled.sentence.scope {
    case nil, .outside: open(nil, from: occurrence, order: session.log.nextOrder())
    case .open, .during, .after, .following, .before, .between: break
    }
  }

  /// Opens the instance of `before E`, unless an E has already occurred. Called when it becomes known that the log contains the
  /// beginning of the session. The session can have earlier lines, for example lines with facts about the app.
  func beginningBecomesKnown(at occurrence: Occurrence) {
    if case .before = compiled.sentence.scope, !isOver {
      open(nil, from: occurrence, order: session.log.nextOrder())
    }
  }

  /// Opens the next instance of `for D after E`, after closing the one that is open. No instance opens if the line has no time or
  /// D is unknown.
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

  /// Closes the instance and uses the object and its timer again for the next one, which is faster. Possible only if nothing else
  /// refers to the instance and the claim remembers nothing in it. Otherwise returns false and changes nothing.
  private func restartInPlace(at signal: Session.Signal, for limit: CompiledLimit) -> Bool {
    guard isStateless, case .fixed(let length) = limit, signal.line.time != nil else { return false }
    return instances.with(0) { instance in
      guard !instance.isReferredTo, let end = instance.end,
        session.state.deadlines.renew(end, at: signal.line, after: length)
      else { return false }
      instanceEnded(instance)
      releaseReported(in: instance)
      instance.begin(at: signal)
      return true
    }
  }

  /// Handles a deadline that has passed: that of a scope instance, or one of the claim.
  func pass(_ deadline: Deadline, at signal: Session.Signal) {
    if case .scope(let instance) = deadline.owner {
      close(instance, at: signal)
    } else {
      deadlineExpired(deadline, at: signal)
    }
  }

  /// Returns the instances that contain a signal. With a key, these are the instances with this key or without a key.
  func instances(holding signal: Session.Signal, _ key: Key?) -> [ScopeInstance] {
    if let span = compiled.scopeSpan { return openings(of: span, holding: signal, key) }
    if !isInside(signal) { return [] }
    guard let key else { return instances.all }
    if unkeyed == 0 { return keyed[key] ?? [] }
    return instances.all.filter { $0.key == nil || $0.key == key }
  }

  /// Calls a function with each instance that contains a signal. Mostly there is one instance and no key. Then no list is made.
  final func forEachInstance(holding signal: Session.Signal, _ key: Key?, _ body: (ScopeInstance) -> Void) {
    if key != nil || compiled.scopeSpan != nil { return instances(holding: signal, key).forEach(body) }
    if !isInside(signal) { return }
    instances.forEach(body)
  }

  /// Whether the scope is open at a signal, regardless of the keys of instances.
  private func isInside(_ signal: Session.Signal) -> Bool {
    if instances.isEmpty { beginSharedScope() }
    if instances.isEmpty { return false }
    return compiled.scopeLimit == nil
      || instances.with(instances.count - 1) { canMeasure(signal, in: $0) } && !isUnmeasured(signal)
  }

  /// Whether the time between the beginning of an instance and a signal is known, if the scope ends by time. True for other
  /// scopes.
  final func canMeasure(_ signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    compiled.scopeLimit == nil || instance.withStart { signal.line.isComparable(with: $0) }
  }

  /// Whether it is unknown if the scope contains a signal: it ends by time, and a silence in which the clock may have stopped
  /// lies between its beginning and the signal.
  final func isUnmeasured(_ signal: Session.Signal) -> Bool {
    guard compiled.scopeLimit != nil, !instances.isEmpty, signal.line.time != nil else { return false }
    return instances.with(instances.count - 1) { instance in
      guard let length = instance.end?.allowed else { return false }
      return instance.withStart {
        signal.line.isComparable(with: $0) && session.isUnmeasured(length, from: $0, to: signal.line)
      }
    }
  }

  /// Makes the instance of a shared scope, if the scope is open and this monitor has no instance yet.
  final func beginSharedScope() {
    guard instances.isEmpty, let sharedScope, sharedScope.isOpen, let start = sharedScope.start else {
      return
    }
    let instance = begin(sharedScope.opening, from: start, order: sharedScope.order, key: nil)
    instance.openings = sharedScope.openings
    session.isInSharedScope[number] = true
    add(instance)
  }

  /// Closes the instance of a shared scope, which has ended.
  final func endSharedScope(at signal: Session.Signal) {
    session.isInSharedScope[number] = false
    if let instance = instances.first { close(instance, at: signal) }
  }

  /// Opens or closes the scope at a signal that begins or ends it, after all signals of its moment have been judged.
  func bound(_ role: Role, _ signal: Session.Signal) {
    if role == .scopeEnd {
      // The first E ends `before E`, even if no instance is open yet.
      if case .before = compiled.sentence.scope { isOver = true }
      guard let instance = instances.first, instance.order < signal.order else { return }
      close(instance, at: signal)
    } else if let limit = compiled.scopeLimit {
      restart(at: signal, for: limit)
    } else if instances.isEmpty {
      add(begin(at: signal))
    }
  }

  /// Opens or closes instances when a span of the scope has opened, settled or closed.
  /// Reference: `Scopes.instances`.
  func follow(_ change: Session.Change) {
    switch compiled.scopeKind {
    case .during:
      if change.isInForce {
        let opening = session.opening(of: change)
        // An opening without a key concerns every key.
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

  /// Returns the instance of an opening (`during S`).
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
    instanceOpened(instance)
    instances.append(instance)
  }

  private func add(_ instance: ScopeInstance, under key: Key) {
    keyed.update(key, from: []) { $0.append(instance) }
  }

  /// Returns a new instance, from the pool. It is not open yet: see `add`.
  final func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) -> ScopeInstance {
    let instance = pool.make { Self.memory.init(opening, from: start, order: order, key: key) }
    releaseReported(in: instance)
    instance.begin(opening, from: start, order: order, key: key)
    return instance
  }

  /// Returns a new instance that a signal opens. Its time counts from the line of the signal.
  private func begin(at signal: Session.Signal) -> ScopeInstance {
    let instance = pool.make {
      Self.memory.init(signal.judged, from: signal.line, order: signal.order, key: nil)
    }
    releaseReported(in: instance)
    instance.begin(at: signal)
    return instance
  }

  /// Releases the violations that were reported in an instance that is over: no later line can repeat them.
  @inline(__always)
  private func releaseReported(in instance: ScopeInstance) {
    instance.removeReported { log.repetitions.removeHolder($0) }
  }

  /// Closes an instance at a signal.
  func close(_ instance: ScopeInstance, at signal: Session.Signal) {
    instance.end.map { session.state.deadlines.cancel($0) }
    instance.end = nil
    instance.fate = .closed
    // The candidates that wait for the end of the scope are now certain. They are confirmed before the claim judges the end
    // itself.
    for candidate in instance.pending {
      candidate.endLine = log.judgedLine
      log.resolveWait(of: candidate)
    }
    instance.clearPending()
    log.counts[number].held += instance.heldIfEnded
    for (subject, line) in instance.heldSubjectsIfEnded { log.heldSubjects.add(subject, at: line) }
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

  /// Judges the claim at the close of an instance.
  final func finish(_ instance: ScopeInstance, at signal: Session.Signal) {
    instanceClosed(instance, at: signal)
    if !instance.isReferredTo { releaseReported(in: instance) }
  }

  /// Whether the claim demands an event of a role in each instance.
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

  /// Ends all instances with the session, at the end of the log or of the process.
  func endInstances(isEndOfLog: Bool) {
    countUntouchedOpenings()
    beginSharedScope()
    for instance in instances.all {
      if isConditional {
        let isPossible =
          isEndOfLog && isBeginningKnown(of: instance)
          && compiled.scopeEnds.contains(where: session.recording.has)
        for candidate in instance.pending {
          isPossible ? session.log.makeInconclusive(candidate) : session.log.dismiss(candidate)
        }
        instance.clearPending()
      } else {
        instance.end.map { session.state.deadlines.cancel($0) }
        sessionEnded(instance, isEndOfLog: isEndOfLog)
      }
      if !instance.isReferredTo { releaseReported(in: instance) }
    }
    instances.removeAll()
    keyed = KeyTable()
    unkeyed = 0
    session.state.setActivation(number, isOpen: false)
    finishSession(isEndOfLog: isEndOfLog)
  }

  /// Whether the findings in an instance count only if the end of the scope occurs (`before`, `between`).
  var isConditional: Bool { compiled.scopeKind == .byEnd }
}
