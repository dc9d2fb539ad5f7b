import Rulebook

/// Claims on events and earlier or later events.
extension Reference.Judge {
  private func line(_ match: Match) -> Int { history.signals[match.signal].line }

  /// `each E is followed by F`: each event is answered.
  func isFollowed(_ events: EventPattern, _ response: Claim.Response, _ instance: Instance) -> [Outcome] {
    let answers = demanded(response.answer, instance)
    let doubtful = doubtfulDemanded(response.answer, instance)
    let stops = response.stop.map { matches($0, instance) } ?? []
    return matches(events, instance).compactMap { event in
      let place = history.at(event.signal)
      let limits = [response.earliest, response.latest].map { limit in
        limit.map { time($0, judged: event.signal, place, instance) }
      }
      // The limit is unknown.
      guard !limits.contains(.some(nil)) else { return nil }
      let (earliest, latest) = (limits[0] ?? nil, limits[1] ?? nil)
      let late = latest.flatMap { history.firstLine(laterThan: $0, after: line(event), in: instance) }
      let limit = late.map(history.first) ?? history.signals.count

      func mayAnswer(_ answer: Match) -> Bool {
        answer.signal > event.signal && answer.signal < limit && answer.key.fits(event.key)
          && history.longest(from: line(event), to: line(answer)).map { $0 >= earliest ?? 0 } ?? true
      }
      func isTooEarly(_ answer: Match) -> Bool {
        history.elapsed(from: line(event), to: line(answer)).map { $0 < earliest ?? 0 } ?? false
      }
      let doubtful = doubtful + answers.filter(isTooEarly)
      let answer = answers.first { mayAnswer($0) && !isTooEarly($0) }
      var stop = stops.first { $0.signal > event.signal && $0.signal < limit && $0.key.fits(event.key) }?
        .signal
      // If the stop is before its line, the event of the line may answer, unless it is another stop.
      if let first = stop, history.isBeforeLine(first) {
        let next = stops.first {
          history.signals[$0.signal].line == history.signals[first].line && !history.isBeforeLine($0.signal)
            && $0.key.fits(event.key)
        }
        if let next, next.signal < answer?.signal ?? .max { stop = next.signal }
      }
      // Events that are derived from the end are still inside.
      let close = instance.close.flatMap { $0 < limit ? history.lastOfMoment($0) : nil }
      if instance.expiry == nil, let first = stop, let close, history.isBeforeLine(first),
        !history.isBeforeLine(close),
        history.signals[first].line == history.signals[close].line, close < answer?.signal ?? .max
      {
        stop = nil
      }
      let broken = [stop, close].compactMap(\.self).min()
      let isStopped = stop != nil && broken == stop
      let last = broken.map(grace)
      if let answer, answer.signal <= last ?? answer.signal {
        if let latest, history.isUnmeasured(latest, from: line(event), to: line(answer)) {
          return .unmeasured
        }
        let isInTime = latest == nil || history.elapsed(from: line(event), to: line(answer)) != nil
        return isInTime ? .held : nil
      }
      let end =
        isStopped ? stop.map(history.at) : close == nil ? late.map(history.before) : history.end(of: instance)
      guard let reported = end else {
        return open(event.signal, instance)
      }
      var outcome = violation(
        reported, judged: event.signal, related: [history.witness(event.signal)],
        subject: .trigger(event.signal),
        isDoubtful: doubtful.contains { mayAnswer($0) && $0.signal <= last ?? $0.signal }, isAskedAgain: true,
        instance)
      outcome?.duration = history.elapsed(from: line(event), to: reported.line)
      return outcome
    }
  }

  /// `each E is preceded by F`: each event has an earlier cause.
  func isPreceded(_ events: EventPattern, _ precedence: Claim.Precedence, _ instance: Instance) -> [Outcome] {
    let causes = matches(precedence.cause, instance)
    let doubtful = doubtfulMatches(precedence.cause, instance)
    let clearing = precedence.since.map { matches($0, instance) } ?? []
    return matches(events, instance).compactMap { outcome(of: $0, seenBy: $0.signal) }
    func outcome(of event: Match, seenBy limit: Int) -> Outcome? {
      let place = history.at(event.signal)
      var time: Int64?
      if let latest = precedence.latest {
        time = self.time(latest, judged: event.signal, place, instance)
        if time == nil { return nil }
      }
      let cleared = clearing.filter { $0.signal < limit && $0.key.fits(event.key) }
      /// Whether each valid cause was in time; nil if this is unknown.
      func valid(_ causes: [Match]) -> [Match] {
        causes.filter { cause in
          // An event after the judged one does not clear earlier causes.
          let end = cause.signal < event.signal ? event.signal : limit
          return cause.signal < limit && cause.signal != event.signal && cause.key.fits(event.key)
            && !cleared.contains { (cause.signal..<end).contains($0.signal) && $0.key.fits(cause.key) }
        }
      }
      func inTime(_ causes: [Match]) -> [Bool?] {
        valid(causes).map { cause in
          guard let time else { return true }
          return history.isWithin(time, from: line(cause), to: line(event))
        }
      }
      let (inTime, mayBeInTime) = (inTime(causes), inTime(doubtful))
      if inTime.contains(true) {
        guard let time else { return .held }
        let isSure = valid(causes).contains { cause in
          history.longest(from: line(cause), to: line(event)).map { $0 <= time } ?? false
        }
        return isSure ? .held : .unmeasured
      }
      // All causes before one that is too early are also too early.
      if inTime.last == .some(nil) { return nil }
      if isBeginningUnknown(instance, at: line(event)), cleared.isEmpty {
        let passed = history.elapsed(from: 0, to: line(event))
        guard let time, let passed, passed > time else { return nil }
      }
      // A check that ends by time before a line is evaluated again after the line.
      if limit == event.signal, history.isBeforeLine(event.signal) {
        return outcome(of: event, seenBy: history.first(of: place.line + 1))
      }
      return violation(
        place, judged: event.signal, key: event.key,
        isDoubtful: mayBeInTime.contains(true) || mayBeInTime.last == .some(nil),
        isAskedAgain: true, instance
      )
    }
  }

  /// `E recurs every T`: no gap from the opening of the instance to the first event, or between events, is longer than
  /// the limit.
  func recurs(_ events: EventPattern, every limit: Limit, _ instance: Instance) -> [Outcome] {
    // An event that may match ends a gap and begins another one.
    let doubtful = doubtfulMatches(events, instance)
    let all = (matches(events, instance) + doubtful).sorted { $0.signal < $1.signal }
    let starts: [(judged: Int?, signal: Int, line: Int, place: Place)] =
      [(instance.opener, instance.open, history.line(of: instance), beginning(of: instance))]
      + all.map { ($0.signal, $0.signal, line($0), history.at($0.signal)) }
    let outcomes = starts.enumerated().compactMap { index, start -> Outcome? in
      guard let time = time(limit, judged: start.judged, start.place, instance) else { return nil }
      let next = index < all.count ? line(all[index]) : nil
      if let late = history.firstLine(laterThan: time, after: start.line, in: instance), late <= next ?? late
      {
        var outcome = violation(
          history.before(late), judged: start.judged, related: [start.line],
          subject: .gap(fromLine: history.lines[start.line]), instance)
        outcome?.duration = history.elapsed(from: start.line, to: late)
        return outcome
      }
      guard let next, !doubtful.contains(where: { $0.signal == all[index].signal }) else { return nil }
      if history.isUnmeasured(time, from: start.line, to: next) { return .unmeasured }
      return history.elapsed(from: start.line, to: next) == nil ? nil : .held
    }
    return outcomes + doubtful.map { _ in .unknown }
  }
}
