import BasicContainers
import Trace

// Runs the cached plan of an event.

extension ActiveSession {
  /// Runs the cached plans of an event, in the session and in the app session.
  @inline(never)
  mutating func perform(
    _ known: Int, _ event: Event, _ line: Span<UInt8>, _ time: LogTime, _ order: Int,
    _ log: LogState
  ) {
    // Without monitors, no references are counted.
    if inlineCache[known].own.runsMonitors {
      runPlanWithMonitors(known, event, line, time, log)
    } else {
      for place in inlineCache[known].own.places {
        session.perform(inlineCache.instruction(place), event, line, time, &log.occurrences)
      }
    }
    updateGuardIfNeeded()
    let cachedPlan = inlineCache[known].ofLives
    if !cachedPlan.isAny { return }
    appSession.begin(order: order, after: timeGuard.passed)
    appSession.makeKey(cachedPlan, event, line)
    for place in cachedPlan.places {
      appSession.perform(inlineCache.instruction(place), event, line, time, &log.occurrences)
    }
    if appSession.next.isNews { updateGuard(slack: appSession.slackNow) }
  }

  /// Runs the cached plan of an event in the session, if monitors take part in it.
  @inline(never)
  mutating func runPlanWithMonitors(
    _ known: Int, _ event: Event, _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) {
    let places = inlineCache[known].own.places
    var isAskedFor = false
    for place in places where needsEvent(inlineCache.instruction(place)) {
      isAskedFor = true
      break
    }
    if isAskedFor {
      let occurrence = session.occurrence(event, line, time, &log.occurrences)
      session.deferredCounts.beginTurn()
      for place in places {
        let instruction = inlineCache.instruction(place)
        if instruction.isOfMonitor {
          runMonitor(instruction, occurrence, log)
        } else {
          session.perform(instruction, event, line, time, &log.occurrences)
        }
      }
      session.deferredCounts.endTurn(with: occurrence)
    } else {
      for place in places {
        let instruction = inlineCache.instruction(place)
        if instruction.isOfMonitor {
          _ = count(instruction)
        } else {
          session.perform(instruction, event, line, time, &log.occurrences)
        }
      }
    }
  }

  /// Whether a monitor's instruction needs a copy of the event, and not only the fact that it occurred.
  @inline(__always)
  func needsEvent(_ instruction: FastPlan.Instruction) -> Bool {
    guard instruction.isOfMonitor else { return false }
    let sentence = Int(instruction.index)
    return session.deferredCounts.isCounted(sentence)
      ? session.deferredCounts.keepsNewest(sentence) : instruction.kind == .take
  }

  /// Executes a monitor's instruction as far as that needs no copy of the event: counts the event, or notes an unknown match.
  /// Returns whether that is all.
  @inline(__always)
  mutating func count(_ instruction: FastPlan.Instruction) -> Bool {
    let sentence = Int(instruction.index)
    if session.deferredCounts.isCounted(sentence) {
      session.deferredCounts.note(sentence)
      return !session.deferredCounts.keepsNewest(sentence)
    }
    guard instruction.kind == .doubt else { return false }
    let moment = session.moment
    monitors.with(sentence, &session) { $0.noteUnknownMatchDetached(moment, &$1) }
    return true
  }

  /// Executes a monitor's instruction.
  @inline(__always)
  mutating func runMonitor(_ instruction: FastPlan.Instruction, _ occurrence: Occurrence, _ log: LogState) {
    if count(instruction) { return }
    let sentence = Int(instruction.index)
    if session.deferredCounts.isCounted(sentence) { return session.deferredCounts.becomeNewest(of: sentence) }
    switch monitors.with(sentence, { $0.tally }) ?? .each {
    case .number: session.deferredCounts.begin(sentence, keepsNewest: false)
    case .newest: session.deferredCounts.begin(sentence, keepsNewest: true)
    case .each:
      // A violation that the monitor finds is reported at this line.
      (log.currentLine, log.judgedLine) = (occurrence.line, occurrence.line)
      monitors.with(sentence, &session) { $0.runCached(occurrence, &$1) }
      if session.next.isFound {
        session.next.isFound = false
        process?.session.resolveCandidates()
      }
    }
  }
}
