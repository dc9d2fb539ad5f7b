import Rulebook

/// Claims on single events.
extension Reference.Judge {
  typealias Outcome = Reference.Outcome
  typealias Instance = Reference.Instance
  typealias Match = Reference.Match
  typealias Place = Reference.Place
  typealias Key = Reference.Key
  typealias Opening = Reference.Opening
  typealias Subject = Reference.Subject
  typealias History = Reference.History

  /// `never E`: none of the events occurs.
  func never(_ events: EventPattern, _ instance: Instance) -> [Outcome] {
    let broken = matches(events, instance).compactMap { event in
      violation(history.at(event.signal), judged: event.signal, key: event.key, instance)
    }
    return broken.isEmpty ? [.held] : broken
  }

  /// `each E has C`: the condition is true for each event.
  func has(_ events: EventPattern, _ condition: Condition, _ instance: Instance) -> [Outcome] {
    matches(events, instance).compactMap { event in
      let place = history.at(event.signal)
      var seen = place
      // A check that ends by time before a line is evaluated again after the line.
      if history.holds(condition, judged: event.signal, place) == false, history.isBeforeLine(event.signal) {
        seen.isAfter = true
      }
      return switch history.holds(condition, judged: event.signal, seen) {
      case true: .held
      case false:
        violation(
          place, judged: event.signal,
          told: history.sources(of: condition, judged: event.signal, seen),
          key: event.key, isAskedAgain: true, instance)
      default: .unknown
      }
    }
  }

  /// `each E obeys M`: each event is a legal transition of the machine.
  func obeys(_ events: EventPattern, _ machine: MachineID, _ instance: Instance) -> [Outcome] {
    matches(events, instance).compactMap { event in
      guard let step = history.steps.first(where: { $0.signal == event.signal && $0.machine == machine })
      else {
        return nil
      }
      let last = history.steps.last {
        $0.signal < event.signal && $0.machine == machine && $0.key == step.key
      }
      return switch step.isLegal {
      case true: .held
      case false:
        broken(
          step, event.signal, related: last.map { [history.signals[$0.signal].line] } ?? [], instance)
      default: nil
      }
    }
  }

  /// An illegal transition, unless callbacks that the log does not record can explain it.
  private func broken(_ step: Reference.Step, _ signal: Int, related: [Int], _ instance: Instance) -> Outcome?
  {
    let place = history.at(signal)
    guard var outcome = violation(place, judged: signal, related: related, instance) else { return nil }
    if outcome.kind != .violated { return outcome }
    guard let line = history.lineWithoutExplanation(step, signal, from: place) else { return nil }
    if line > history.lines[place.line] { outcome.provenBy = max(outcome.provenBy ?? 0, line) }
    return outcome
  }

  /// `at most N E`: at most the given number of events with one key, in the instance or in any interval shorter than
  /// the time.
  func atMost(_ count: Int, _ events: EventPattern, per time: Int64?, _ instance: Instance) -> [Outcome] {
    // An event without a time is in no interval.
    let all = matches(events, instance).filter {
      time == nil || history.clock[history.signals[$0.signal].line] != nil
    }
    /// The first event of a group that exceeds the limit, and the size of the group. Events without the key form their
    /// own group.
    func first(_ index: Int) -> (Match, Int)? {
      let same = all[...index].filter { $0.key == all[index].key }
      guard same.count > count else { return nil }
      guard let time else { return (same[0], same.count) }
      let first = same[same.count - 1 - count]
      let lines = [first, all[index]].map { history.signals[$0.signal].line }
      return history.elapsed(from: lines[0], to: lines[1]).map { $0 < time } ?? false
        ? (first, count + 1) : nil
    }
    let broken = all.indices.compactMap { index -> Outcome? in
      let event = all[index]
      guard let (first, number) = first(index) else { return nil }
      let lines = [first, event].map { history.signals[$0.signal].line }
      if let time, history.isUnmeasured(time - 1, from: lines[0], to: lines[1]) { return .unmeasured }
      var outcome = violation(
        history.at(event.signal), judged: event.signal, related: [history.signals[first.signal].line],
        key: event.key, instance)
      outcome?.count = number
      return outcome
    }
    return broken.isEmpty ? [.held] : broken
  }

  /// `at least N E`: at least the given number of events.
  func atLeast(_ count: Int, _ events: EventPattern, _ instance: Instance) -> [Outcome] {
    let found = demanded(events, instance)
    if found.count >= count { return [.held] }
    var end = history.end(of: instance)
    if sentence.scope == nil, history.end == .process {
      let exit = history.signals.lastIndex {
        $0.closes == nil && history.rulebook.sessions.end.contains($0.event)
      }
      end = exit.map(history.at)
    }
    guard let end else { return open(instance) }
    if isBeginningUnknown(instance, at: end.line) { return sentence.scope == nil ? open(instance) : [] }
    let all = (found + doubtfulDemanded(events, instance)).filter {
      $0.signal <= grace(history.lastOfMoment(end.signal ?? $0.signal))
    }
    var broken = violation(
      end, judged: instance.opener, isDoubtful: all.count >= count, isAskedAgain: true, instance)
    broken?.count = found.count
    return broken.map { [$0] } ?? []
  }

  /// The line that opened an instance; for a state or callback, the line of its entry.
  private func opening(of instance: Instance) -> [Int] {
    let signal = instance.opener ?? instance.open
    return signal < 0 || instance.from != nil ? [] : [history.witness(signal)]
  }

  private func open(_ instance: Instance) -> [Outcome] { open(instance.opener, instance).map { [$0] } ?? [] }

  /// `expect E within T`: the event occurs within the limit.
  func expect(_ events: EventPattern, within limit: Limit?, _ instance: Instance) -> [Outcome] {
    let answer = demanded(events, instance).first
    let begin = history.line(of: instance)
    var late: Int?
    if let limit {
      guard let time = time(limit, judged: instance.opener, beginning(of: instance), instance)
      else { return [] }
      late = history.firstLine(laterThan: time, after: begin, in: instance)
    }
    if let answer, late.map({ history.signals[answer.signal].line < $0 }) ?? true {
      guard let limit, let time = time(limit, judged: instance.opener, beginning(of: instance), instance)
      else { return [.held] }
      let line = history.signals[answer.signal].line
      if history.isUnmeasured(time, from: begin, to: line) { return [.unmeasured] }
      return history.elapsed(from: begin, to: line) == nil ? [] : [.held]
    }
    guard let place = late.map(history.before) ?? history.end(of: instance) else {
      return open(instance)
    }
    if isBeginningUnknown(instance, at: place.line) { return [] }
    let isDoubtful = doubtfulDemanded(events, instance).contains { match in
      late.map { history.signals[match.signal].line < $0 } ?? true
    }
    var broken = violation(
      place, judged: instance.opener, related: opening(of: instance), isDoubtful: isDoubtful,
      isAskedAgain: true, instance)
    broken?.duration = history.elapsed(from: begin, to: place.line)
    return broken.map { [$0] } ?? []
  }
}
