import Rulebook
import Trace

extension Reference {
  /// The outcome of a claim for one event, opening or instance.
  struct Outcome {
    enum Kind {
      case held, violated, inconclusive
      /// Violated if the end of the scope occurs.
      case pending
      /// A required condition is unknown, or a missing event may be lost.
      case unknown
      /// The measured time contains a silence that may not count.
      case unmeasured
    }

    var kind: Kind
    var instance: Instance?
    /// The place at which it is reported.
    var place = Place(line: 0, signal: nil)
    var judged: Int?
    /// Lines of the log, by index.
    var related: Set<Int> = []
    var subject: Subject?
    var key: Key?
    /// Whether it depends on the end of the scope, and whether it is judged at this end.
    var needsEnd = false
    var isAskedAtEnd = false
    /// Whether it is before its line and was evaluated again after the line.
    var isAskedAgain = false
    /// The line of the log at which the questions of its exception are answered; nil if it has none.
    var provenBy: Int?
    /// Whether an exception was still possible when it was found.
    var mayBeExcepted = false
    /// The later line at which it is certain, if an event within a limit was awaited.
    var certainBy: Int?
    /// The measured duration in nanoseconds, and the count.
    var duration: Int64?
    var count: Int?

    static let held = Outcome(kind: .held)
    static let inconclusive = Outcome(kind: .inconclusive)
    static let unknown = Outcome(kind: .unknown)
    static let unmeasured = Outcome(kind: .unmeasured)
  }

  /// The subject of a violation, in addition to the event.
  enum Subject: Hashable {
    case opening(SpanID, open: Int, begin: Int)
    case trigger(Int)
    /// An opening from this line of the log.
    case gap(fromLine: Int)
  }

  /// Evaluates one sentence on one history. Each claim is a method with its name, which defines its meaning.
  struct Judge {
    let history: History
    let sentence: Sentence

    /// All outcomes of the sentence.
    func outcomes() -> [Outcome] {
      let outcomes = history.instances(of: sentence.scope).flatMap { instance in
        let outcomes = settled(
          (self.outcomes(in: instance) + unmeasured(instance)).map { outcome in
            var outcome = outcome
            outcome.instance = instance
            return outcome
          }, in: instance)
        return outcomes.map { isKeptBySilence && $0.kind == .held && hasLosses(by: instance) ? .unknown : $0 }
      }
      return outcomes + doubts()
    }

    /// Whether an instance as a whole is held by the absence of events.
    private var isKeptBySilence: Bool {
      switch sentence.claim {
      case .never, .atMost: true
      default: false
      }
    }

    /// Whether a missing event breaks the claim.
    private var isBrokenBySilence: Bool {
      switch sentence.claim {
      case .never, .has, .atMost, .lasts: false
      default: true
      }
    }

    private func hasLosses(by instance: Instance) -> Bool {
      history.hasLosses(history.end(of: instance) ?? history.before(history.lines.count))
    }

    private func outcomes(in instance: Instance) -> [Outcome] {
      switch sentence.claim {
      case .never(let events): never(events, instance)
      case .expect(let events, let limit): expect(events, within: limit, instance)
      case .has(let events, let condition): has(events, condition, instance)
      case .isFollowed(let events, let response): isFollowed(events, response, instance)
      case .isPreceded(let events, let precedence): isPreceded(events, precedence, instance)
      case .atMost(let count, let events, let time): atMost(count, events, per: time, instance)
      case .atLeast(let count, let events): atLeast(count, events, instance)
      case .recurs(let events, let limit): recurs(events, every: limit, instance)
      case .noneOpen(let spans, let moment): noneOpen(spans, at: moment, instance)
      case .lasts(let span, let bound, let limit): lasts(span, bound, limit, instance)
      case .isReopened(let span, let leaving, let moment): isReopened(span, leaving, moment, instance)
      case .obeys(let events, let machine): obeys(events, machine, instance)
      }
    }

    /// The event that must occur before outcomes of an instance count; nil if there is none.
    var necessaryEnd: EventPattern? {
      switch sentence.scope {
      case .before(let end), .between(_, let end): end
      default: nil
      }
    }

    /// Outcomes before a required end count only if the end occurs.
    private func settled(_ outcomes: [Outcome], in instance: Instance) -> [Outcome] {
      guard let end = necessaryEnd else { return outcomes }
      if let close = instance.close {
        return outcomes.map { outcome in
          var outcome = outcome
          outcome.needsEnd = true
          outcome.isAskedAtEnd = outcome.isAskedAgain && history.signals[close].line == outcome.place.line
          return outcome
        }
      }
      let isSeen = end.atoms.flatMap(\.events).contains { history.log.shows($0, in: history.app) }
      let doubtful = outcomes.filter { $0.kind == .unknown || $0.kind == .unmeasured }
      guard history.end == .log, isSeen else { return doubtful }
      let found = outcomes.filter { $0.kind == .violated }.map { outcome in
        var outcome = outcome
        outcome.kind = .pending
        return outcome
      }
      return doubtful + found
    }

    // MARK: What the claims are made of

    /// An outcome that is open at the end of the log, unless the exception holds.
    func open(_ judged: Int?, _ instance: Instance) -> Outcome? {
      isExempt(judged, history.before(history.lines.count), instance) ? nil : .inconclusive
    }

    /// The events of a pattern inside an instance.
    func matches(_ pattern: EventPattern, _ instance: Instance) -> [Match] {
      inside(history.matches(pattern), instance).filter { !isUnmeasured($0, instance) }
    }

    /// The events of a demanded pattern inside an instance. If the instance closes before a line, the event of the line
    /// counts, too.
    func demanded(_ pattern: EventPattern, _ instance: Instance) -> [Match] {
      matches(pattern, instance) + late(history.matches(pattern), instance)
    }

    private func late(_ matches: [Match], _ instance: Instance) -> [Match] {
      guard let close = instance.close, instance.expiry == nil, history.signals.indices.contains(close),
        history.isBeforeLine(close)
      else { return [] }
      let line = history.signals[close].line
      return matches.filter { match in
        (history.eventsOfLine[line]..<history.first(of: line + 1)).contains(match.signal)
          && concerns(match.key, instance)
          && (!instance.isTimed || history.elapsed(from: history.line(of: instance), to: line) != nil)
      }
    }

    /// The last signal that is in time for a check that a signal ends. If the signal is before its line, the event of
    /// the line is in time.
    func grace(_ signal: Int) -> Int {
      history.signals.indices.contains(signal) && history.isBeforeLine(signal)
        ? history.first(of: history.signals[signal].line + 1) - 1 : signal
    }

    /// The events inside an instance that match a pattern with an unknown condition.
    func doubtfulMatches(_ pattern: EventPattern, _ instance: Instance) -> [Match] {
      let unmeasured = inside(history.matches(pattern), instance).filter { isUnmeasured($0, instance) }
      return (inside(history.doubtfulMatches(pattern), instance) + unmeasured).sorted {
        $0.signal < $1.signal
      }
    }

    /// The same for a demanded pattern.
    func doubtfulDemanded(_ pattern: EventPattern, _ instance: Instance) -> [Match] {
      doubtfulMatches(pattern, instance) + late(history.doubtfulMatches(pattern), instance)
    }

    /// Whether it is unknown if an event occurred before the end of an instance that ends by time.
    func isUnmeasured(_ match: Match, _ instance: Instance) -> Bool {
      instance.time.map {
        history.isUnmeasured($0, from: history.line(of: instance), to: history.signals[match.signal].line)
      } ?? false
    }

    /// The judged events for which this is unknown.
    private func unmeasured(_ instance: Instance) -> [Outcome] {
      let judged: EventPattern? =
        switch sentence.claim {
        case .never(let events), .has(let events, _), .isFollowed(let events, _), .isPreceded(let events, _),
          .atMost(_, let events, _), .obeys(let events, _):
          events
        case .noneOpen(_, let moment): moment.pattern
        case .expect, .atLeast, .recurs, .lasts, .isReopened: nil
        }
      guard let judged else { return [] }
      return inside(history.matches(judged), instance).filter { isUnmeasured($0, instance) }.map { _ in
        .unmeasured
      }
    }

    private func inside(_ matches: [Match], _ instance: Instance) -> [Match] {
      matches.filter { match in
        history.contains(instance, match.signal) && concerns(match.key, instance)
          && (!instance.isTimed
            || history.elapsed(from: history.line(of: instance), to: history.signals[match.signal].line)
              != nil)
      }
    }

    /// Whether a key fits the key that the scope binds.
    func concerns(_ key: Key, _ instance: Instance) -> Bool { instance.bound.map(key.fits) ?? true }

    func key(of opening: Opening) -> Key {
      Key(fields: [history.keyField(of: opening.span)], values: opening.key.map { [$0] })
    }

    /// A violation, unless the exception holds.
    func violation(
      _ place: Place, judged: Int?, related: [Int] = [], told: [Int] = [], subject: Subject? = nil,
      key: Key? = nil, isSilence: Bool = false, isDoubtful: Bool = false, isAskedAgain: Bool = false,
      _ instance: Instance
    ) -> Outcome? {
      var exemption = exemption(judged, place)
      if exemption.isGiven { return nil }
      var seen = place
      if isAskedAgain, let signal = place.signal, history.isBeforeLine(signal) {
        seen.isAfter = true
        let before = exemption.provenBy
        exemption = self.exemption(judged, seen)
        if exemption.isGiven { return nil }
        // An exception that held before the line still holds.
        exemption.provenBy = [before, exemption.provenBy].compactMap(\.self).max()
      }
      if isDoubtful { return .unknown }
      if isBrokenBySilence || isSilence, history.hasLosses(place) { return .unknown }
      let isOver = instance.close.map { history.isLater(history.horizon(seen), than: $0) } ?? false
      let scope = history.lines(
        of: instance, in: sentence.scope, at: isOver ? history.end(of: instance) ?? seen : seen)
      // A violation at the close of a callback is reported with the callback's entry.
      let entry = place.signal.flatMap { history.signals[$0].closes }.map { [history.signals[$0].line] } ?? []
      var outcome = Outcome(
        kind: .violated, place: place, judged: judged,
        related: Set((related + scope + entry).map { history.lines[$0] } + told).subtracting([
          history.lines[place.line]
        ]),
        subject: subject, key: key, provenBy: exemption.provenBy)
      outcome.isAskedAgain = seen.isAfter
      outcome.mayBeExcepted = exemption.provenBy != nil || mayBeExcepted(judged, seen)
      return outcome
    }

    /// Whether a later event, even at the same line, may still make the exception hold.
    private func mayBeExcepted(_ judged: Int?, _ place: Place) -> Bool {
      guard let exception = sentence.exception else { return false }
      let answers = exception.openQuestions.map { question -> Bool? in
        if case .comesBefore = question { return nil }
        return history.answer(to: question, by: history.logLine(of: place), after: place)
      }
      return given(exception, judged, place, answers).count > 1
    }

    func isExempt(_ judged: Int?, _ place: Place, _ instance: Instance) -> Bool {
      exemption(judged, place).isGiven
    }

    /// Whether it is known at the line of a place that the exception holds.
    func isExempt(_ judged: Int?, knownAt place: Place) -> Bool {
      guard let exception = sentence.exception else { return false }
      let line = history.logLine(of: place)
      return given(
        exception, judged, place,
        exception.openQuestions.map {
          history.answer(to: $0, by: line, after: place)
        }) == [true]
    }

    /// Whether the exception holds at a place, with every combination of answers to its open questions.
    private func given(
      _ exception: Condition, _ judged: Int?, _ place: Place, _ answers: [Bool?], from index: Int = 0
    ) -> Set<Bool> {
      let questions = exception.openQuestions
      guard index < questions.count else {
        let known = answers.map { $0 ?? false }
        return [
          history.excepts(
            exception, judged: judged, place,
            Dictionary(uniqueKeysWithValues: zip(questions, known)))
        ]
      }
      if answers[index] != nil { return given(exception, judged, place, answers, from: index + 1) }
      return [false, true].reduce(into: []) { all, answer in
        var tried = answers
        tried[index] = answer
        all.formUnion(given(exception, judged, place, tried, from: index + 1))
      }
    }

    /// Whether the exception holds, given the whole log, and otherwise the line of the log from which on no later
    /// answer can make it hold.
    private func exemption(_ judged: Int?, _ place: Place) -> (isGiven: Bool, provenBy: Int?) {
      guard let exception = sentence.exception else { return (false, nil) }
      let questions = exception.openQuestions
      let end = history.log.lines.count
      let start = min(history.logLine(of: place), end)
      for line in start...end {
        let values = given(
          exception, judged, place, questions.map { history.answer(to: $0, by: line, after: place) })
        if values.count == 1, let value = values.first { return (value, line > start ? line : nil) }
      }
      return (true, nil)
    }

    /// The time of a limit for the judged event; nil if it is unknown.
    func time(_ limit: Limit, judged: Int?, _ place: Place, _ instance: Instance) -> Int64? {
      history.time(limit, judged: judged, place)
    }

    /// The moment at which an instance begins.
    func beginning(of instance: Instance) -> Place {
      instance.from.map(history.before)
        ?? (instance.open < 0 ? history.before(0) : history.at(instance.open))
    }

    /// Whether the instance may contain events before the beginning of the log.
    func isBeginningUnknown(_ instance: Instance, at line: Int? = nil) -> Bool {
      guard instance.open < 0, instance.from == nil else { return false }
      return history.knownFrom.map { $0 > history.lines[min(line ?? .max, history.lines.count - 1)] } ?? true
    }
  }
}
