import Rulebook

// each E is preceded by F within T since G: before every E of the scope an F came (precedence).
//
// Reported at E. Held once for each E. Where it is not known what came before the log began, nothing is said. Example,
// `each file.read(path) is preceded by file.open(path) since file.close(path)`:
//   violated   process.start / file.read path=a
//   held       process.start / file.open path=a / file.read path=a

final class Precedence: Monitor {
  private final class Seen: Instance {
    var causes = KeyedMoments(Limits())
    /// What may be one.
    var doubtful = KeyedMoments(Limits())
    var isDoubted = false
    /// The keys of which a `since` has come, so that what came before the log counts no more.
    var known = KeyTable<Void>()
    /// Whether one of all keys has.
    var isAnyKnown = false

    override func forget() {
      causes.clear(nil, at: 0)
      if isDoubted { doubtful.clear(nil, at: 0) }
      isDoubted = false
      known.removeAll()
      isAnyKnown = false
    }
  }

  override class var memory: Instance.Type { Seen.self }

  override func opened(_ instance: Instance) {
    guard let instance = instance as? Seen else { return }
    instance.causes = KeyedMoments(program.limits)
    instance.doubtful = KeyedMoments(program.limits)
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    guard let instance = instance as? Seen else { return }
    switch role {
    case .cause: remember(signal, key, instance)
    case .since: forget(key, instance, signal.order)
    default: ask(instance, key, signal)
    }
  }

  override func doubt(_ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    guard let instance = instance as? Seen else { return }
    instance.isDoubted = true
    instance.doubtful.note(key ?? .absent, Moment(signal), horizon: horizon)
  }

  /// For how long a cause counts, in nanoseconds.
  private var horizon: Int64 { if case .fixed(let length)? = compiled.latest { length } else { .max } }

  private func remember(_ signal: Session.Signal, _ key: Key?, _ instance: Seen) {
    instance.causes.note(key ?? .absent, Moment(signal), horizon: horizon)
  }

  private func forget(_ key: Key?, _ instance: Seen, _ order: Int) {
    instance.causes.clear(key, at: order)
    if instance.isDoubted { instance.doubtful.clear(key, at: order) }
    if isBeginningKnown(of: instance) { return }
    if let key { instance.known.set(key, ()) } else { instance.isAnyKnown = true }
  }

  private func ask(_ instance: Seen, _ key: Key?, _ signal: Session.Signal) {
    let length = compiled.latest.flatMap { session.length($0, judging: signal.judged) }
    if compiled.latest != nil, length == nil { return }
    if let cause = instance.causes.newest(key) {
      guard let length else { return hold(instance) }
      if let timed = instance.causes.newestTimed(key), timed.isComparable(with: signal.line),
        signal.line.counted - timed.counted <= length
      {
        return hold(instance, within: length, from: timed, at: signal)
      }
      guard cause.isOver(length, by: signal.line) else { return }
    }
    guard isKnown(instance, key, signal, length) else { return }
    if session.later.isBeforeLine {
      if isExcepted(signal.judged, at: signal) { return }
      return session.askLater(signal) { [self] in ask(instance, key, $0) }
    }
    raise(
      Offence(isOneWith: .text(key: key), isDoubtful: isDoubtful(instance, key, signal, length)),
      of: signal.judged,
      statement(
        "\(name(signal.judged, key: key)) comes without \(demandText) before it",
        label: "no \(demandText) came before it"),
      in: instance, at: signal)
  }

  /// Whether something that may be a cause came in time.
  private func isDoubtful(_ instance: Seen, _ key: Key?, _ signal: Session.Signal, _ length: Int64?) -> Bool {
    guard instance.isDoubted, let newest = instance.doubtful.newest(key) else { return false }
    guard let length, newest.isOver(length, by: signal.line) else { return true }
    guard let timed = instance.doubtful.newestTimed(key), timed.isComparable(with: signal.line) else {
      return false
    }
    return !timed.isOver(length, by: signal.line)
  }

  /// Whether a cause cannot have come before the log began.
  private func isKnown(
    _ instance: Seen, _ key: Key?, _ signal: Session.Signal, _ length: Int64?
  ) -> Bool {
    if isBeginningKnown(of: instance) || instance.isAnyKnown { return true }
    if key.map({ instance.known.has($0) }) ?? !instance.known.isEmpty { return true }
    guard let length, signal.line.isComparable(with: instance.start) else { return false }
    return signal.line.counted - instance.start.counted > length
  }
}
