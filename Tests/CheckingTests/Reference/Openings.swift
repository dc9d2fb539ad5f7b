import Rulebook
import Trace

/// Claims on openings of spans.
extension Reference.Judge {
  private func line(_ signal: Int) -> Int { history.signals[signal].line }

  private func subject(_ opening: Opening) -> Subject {
    .opening(opening.span, open: opening.open, begin: opening.begin ?? opening.open)
  }

  // MARK: No span is open at a moment

  func noneOpen(_ spans: [SpanReference], at moment: Claim.Moment, _ instance: Instance) -> [Outcome] {
    matches(moment.pattern, instance).flatMap { match -> [Outcome] in
      var place = history.at(match.signal)
      if let delay = moment.delay {
        guard let time = time(delay, judged: match.signal, place, instance) else { return [] }
        guard let late = history.firstLine(laterThan: time, after: line(match.signal)) else {
          return isOpenOverSilence(spans, match, longerThan: time, instance) ? [.unmeasured] : []
        }
        place = history.before(late)
      }
      let entry = history.signals[match.signal].closes ?? match.signal
      let certain =
        moment.delay == nil ? history.lineOfCertainty(moment.pattern, history.at(match.signal)) : nil
      let open = open(spans, place, match.key, instance).filter {
        // A span that opened after the moment was not open at it.
        line($0.begin ?? $0.open) <= line(match.signal)
      }
      // A check that ends by time before a line is evaluated again after the line.
      let isAskedAgain =
        place.signal.map(history.isBeforeLine) ?? false
        && open.contains { !isExempt($0.open, place, instance) }
      let stillOpen =
        !isAskedAgain
        ? open
        : open.filter {
          $0.close.map { $0 >= history.first(of: place.line + 1) } ?? true
            && !isExempt($0.open, Place(line: place.line, signal: place.signal, isAfter: true), instance)
        }
      let broken = stillOpen.compactMap { opening in
        // It is judged by a later event, and lines that may have closed it are lost by then.
        if let certain, certain > place.line, history.hasLosses(place) {
          return isExempt(opening.open, place, instance) ? nil : Outcome.unknown
        }
        var outcome = violation(
          place, judged: opening.open,
          related: [history.line(of: opening), line(entry)],
          subject: subject(opening), isAskedAgain: true, instance)
        outcome?.certainBy = history.lineOfCertainty(moment.pattern, history.at(match.signal))
        return outcome
      }
      guard broken.isEmpty else { return broken }
      if history.hasLosses(certain.map(history.before) ?? place) { return [.unknown] }
      let isUnmeasured = moment.delay != nil && isOpenOverSilence(spans, match, by: place.line, instance)
      return isUnmeasured ? [.unmeasured] : [.held]
    }
  }

  /// Whether a span that was open at a moment was still open after a silence that may not count, and with which more
  /// than a time may have passed since the moment.
  private func isOpenOverSilence(
    _ spans: [SpanReference], _ moment: Match, longerThan time: Int64, _ instance: Instance
  ) -> Bool {
    history.silences.keys.contains { silence in
      history.isUnmeasured(time, from: line(moment.signal), to: silence)
        && isOpenOverSilence(spans, moment, by: silence, instance)
    }
  }

  /// Whether a span that was open at a moment was still open after a silence that may not count.
  private func isOpenOverSilence(
    _ spans: [SpanReference], _ moment: Match, by end: Int, _ instance: Instance
  ) -> Bool {
    history.silences.keys.filter { line(moment.signal) < $0 && $0 <= end }.contains { silence in
      open(spans, history.before(silence), moment.key, instance).contains { opening in
        line(opening.begin ?? opening.open) <= line(moment.signal)
          && !isExempt(opening.open, knownAt: history.before(silence))
      }
    }
  }

  /// The openings that are open at a place, with the key of a moment if they are bound to it.
  private func open(
    _ spans: [SpanReference], _ place: Place, _ key: Key?, _ instance: Instance
  ) -> [Opening] {
    spans.flatMap { span in
      history.openings(span.id).filter { opening in
        history.isOpen(opening, place) && isMeant(opening, by: span, key, instance)
      }
    }
  }

  private func isMeant(_ opening: Opening, by span: SpanReference, _ key: Key?, _ instance: Instance) -> Bool
  {
    let own = self.key(of: opening)
    return !span.isBound || (concerns(own, instance) && key.map(own.fits) ?? true)
  }

  /// The openings at the end of the log that may still be open at the moment, because a callback whose close is the
  /// moment is running, or because the instance of a span continues.
  func doubts() -> [Outcome] {
    guard case .noneOpen(let spans, let moment) = sentence.claim, history.end == .log
    else {
      return []
    }
    let place = history.before(history.lines.count)
    let instances =
      necessaryEnd != nil ? [] : history.instances(of: sentence.scope).filter { $0.close == nil }
    func isDoubtful(_ key: Key?, _ instance: Instance) -> Bool {
      open(spans, place, key, instance).contains { !isExempt($0.open, place, instance) }
    }
    let running = history.calls.filter { entry in
      guard moment.delay == nil else { return false }
      let atom = moment.pattern.atoms.first { atom in
        atom.isClose && atom.events.contains(history.signals[entry].event)
          && atom.condition.map { history.holds($0, judged: entry, place) == true } ?? true
      }
      guard let key = atom.map({ history.key($0.keys, of: entry) }) else { return false }
      return instances.contains { concerns(key, $0) && isDoubtful(key, $0) }
    }
    let goingOn = isOfSpans ? instances.filter { isDoubtful(nil, $0) } : []
    return Array(repeating: .inconclusive, count: running.count + goingOn.count)
  }

  private var isOfSpans: Bool {
    switch sentence.scope {
    case .open, .during: true
    default: false
    }
  }

  // MARK: How long a span is open

  func lasts(_ span: SpanReference, _ bound: Claim.Bound, _ limit: Limit, _ instance: Instance) -> [Outcome] {
    history.openings(span.id).compactMap { opening -> Outcome? in
      let begin = opening.begin ?? opening.open
      guard history.contains(instance, begin), isMeant(opening, by: span, nil, instance),
        !instance.isTimed || history.elapsed(from: history.line(of: instance), to: line(begin)) != nil
      else { return nil }
      guard let time = time(limit, judged: opening.open, history.at(begin), instance) else { return nil }
      let isCall = if case .callback = history.rulebook.spans[span.id.rawValue].kind { true } else { false }
      if isUnmeasured(Match(signal: begin, key: key(of: opening)), instance) {
        return isCall ? nil : .unmeasured
      }
      func broken(_ place: Place, isSilence: Bool = false) -> Outcome? {
        var outcome = violation(
          place, judged: opening.open, related: [history.line(of: opening)],
          subject: isCall ? .trigger(opening.open) : subject(opening), isSilence: isSilence, instance)
        outcome?.duration = history.elapsed(from: line(begin), to: place.line)
        return outcome
      }
      if isCall {
        guard let end = endOfCallback(opening) else { return nil }
        guard end.signal < history.signals.count else { return open(opening.open, instance) }
        let lines = (line(opening.open), line(end.signal))
        let length =
          end.isReturn
          ? history.elapsed(from: lines.0, to: lines.1) : history.logTime(from: lines.0, to: lines.1)
        guard let length else {
          return nil
        }
        let limit = bound == .atMost ? time : time - 1
        if end.isReturn, history.isUnmeasured(limit, from: lines.0, to: lines.1) { return .unmeasured }
        switch bound {
        case .atMost where end.isReturn: return length > time ? broken(history.at(end.signal)) : .held
        case .atMost:
          guard length >= time else { return nil }
          var killed = broken(history.at(end.signal), isSilence: true)
          killed?.duration = length
          return killed
        case .atLeast: return !end.isReturn ? nil : length < time ? broken(history.at(end.signal)) : .held
        }
      }
      switch bound {
      case .atMost:
        if let late = history.firstLine(laterThan: time, after: line(begin)),
          opening.close.map({ $0 >= history.first(of: late) }) ?? true
        {
          return broken(history.before(late), isSilence: true)
        }
        guard let close = opening.close else {
          return history.clock[line(begin)].flatMap { _ in open(opening.open, instance) }
        }
        if history.isUnmeasured(time, from: line(begin), to: line(close)) { return .unmeasured }
        return history.elapsed(from: line(begin), to: line(close)) == nil ? nil : .held
      case .atLeast:
        guard let close = opening.close else {
          return history.clock[line(begin)].flatMap { _ in open(opening.open, instance) }
        }
        guard let length = history.elapsed(from: line(begin), to: line(close)) else { return nil }
        if history.isUnmeasured(time - 1, from: line(begin), to: line(close)) { return .unmeasured }
        return length < time ? broken(history.at(close)) : .held
      }
    }
  }

  /// The signal at which a callback is known to have ended: its return, or the end of its process if the process was
  /// killed for not responding and no other callback was called in between. It is after the last signal if the callback
  /// may still be running, and nil if an event that cannot occur in the callback was first.
  private func endOfCallback(_ opening: Opening) -> (signal: Int, isReturn: Bool)? {
    let entry = history.line(line(opening.open))
    let callback = Reference.Callback(entry, history.rulebook)
    let own = history.signals[opening.open].event.end
    let derived = Reference.Callback(history.signals[opening.open], history.rulebook)
    var isInterrupted = false
    for signal in history.signals.indices.dropFirst(opening.open + 1)
    where history.signals[signal].closes == nil {
      let event = history.line(line(signal))
      let lives = [line(opening.open), line(signal)].map { history.log.lifeOfLine[history.lines[$0]] }
      if lives[0] != lives[1] {
        // A call ends with its session, at the first event of the next session.
        guard event.pid == entry.pid else { continue }
        return nil
      }
      if event.event == own || callback.returns(at: event) { return (signal, true) }
      // Events that are derived from its close are before the end of the process.
      if history.rulebook.sessions.end.contains(history.signals[signal].event) {
        let isKilled = history.rulebook.sessions.watchdog.map { history.match($0, history.at(signal)) != nil }
        return isKilled == true && !isInterrupted ? (signal, false) : nil
      }
      let isCall = history.rulebook.vocabulary.declaration(of: history.signals[signal].event)?.returns == true
      if isCall, !history.signals[signal].event.isEnd, line(signal) != line(opening.open) {
        isInterrupted = true
      }
      let isLater = line(signal) > line(opening.open)
      let told = history.signals[signal].event
      if isLater, callback.isOver(by: told) || derived.isOver(by: told) { return nil }
    }
    let isShown = [entry.event.end, own].contains { history.log.shows($0, in: history.app) }
    let isAwaited = history.end == .log && isShown
    return isAwaited ? (history.signals.count, true) : nil
  }

  // MARK: What was closed is opened again

  func isReopened(
    _ span: SpanReference, _ leaving: SpanReference, _ moment: EventPattern, _ instance: Instance
  ) -> [Outcome] {
    let openings = history.openings(span.id).filter { isMeant($0, by: span, nil, instance) }
    let asked = history.instances(of: sentence.scope).flatMap { matches(moment, $0) }.map(\.signal)
    return history.openings(leaving.id).flatMap { leaving -> [Outcome] in
      let begin = leaving.begin ?? leaving.open
      let inside = Instance(open: begin, close: leaving.close)
      // For each key, the spans that were open when the span of the scope began.
      let left = openings.filter {
        $0.begin.map { $0 < begin } ?? false && $0.close.map { $0 > begin } ?? true
      }
      return Set(left.map(\.key)).compactMap { key -> Outcome? in
        let same = openings.filter { $0.key == key }
        let first = history.matches(moment).first { match in
          history.contains(inside, match.signal) && asked.contains(match.signal)
            && isMeant(same[0], by: span, match.key, instance)
        }
        guard let moment = first?.signal, history.contains(instance, moment) else { return nil }
        let place = history.at(moment)
        let closes = same.compactMap(\.close).filter {
          $0 > begin && history.isLater(moment, than: $0)
        }
        guard let close = closes.max() else { return nil }
        if same.contains(where: { history.isOpen($0, place) }) { return .held }
        if history.isBeforeLine(moment) {
          let after = Place(line: place.line, signal: moment, isAfter: true)
          if same.contains(where: { history.isOpen($0, after) }) { return .held }
        }
        let closed = same.last { $0.close == close }
        return violation(
          place, judged: close,
          related: [history.witness(close)],
          subject: subject(closed ?? same[0]), isAskedAgain: true, instance)
      }
    }
  }
}
