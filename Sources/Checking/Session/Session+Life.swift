import Rulebook
import Trace

// The beginning and the end of a session.

extension Session {
  /// Whether an event begins another session of the process, and so ends this one.
  /// Reference: `Lives.continues`.
  func isEnded(by occurrence: Occurrence) -> Bool {
    isLaunch(occurrence.id)
      || program.sessionRoles[Int(occurrence.id.rawValue)].stage != nil && holdsEarlierLife
  }

  /// Whether the session has any event.
  var hasBegun: Bool { lastFullEvent != nil || state.newest != nil }

  /// Whether nothing is known about the session but its launch, which the system reported: its newest event is from another
  /// process, and no machine has moved.
  var isLaunchOnly: Bool { stage != nil && !isPastLaunch && !isEnding && last?.isReportedByOther == true }

  /// Whether an event is another report of the launch by the system. One launch may be logged in several lines, which count once.
  func isRepeatedReport(_ occurrence: Occurrence) -> Bool {
    hasPid && isLaunchOnly && last?.id == occurrence.id && occurrence.isReportedByOther
  }

  /// Whether the session has events before a launch event, other than facts and declarations. Without a process number, they
  /// belong to an earlier session. With a number, they are the setup before the launch, if they moved no machine
  /// (`isPastLaunch`).
  private var holdsEarlierLife: Bool {
    stage == nil && knowsBeginning != nil && !hasPid
  }

  /// Whether an event is a launch event that begins another session, given the events of this session so far.
  private func isLaunch(_ event: EventID) -> Bool {
    let boundary = program.sessionRoles[Int(event.rawValue)]
    guard let begin = boundary.stage else { return false }
    if isEnding { return true }
    if hasPid, boundary.isOfSameProcess { return false }
    if isPastLaunch { return true }
    return stage.map { begin <= $0 } ?? false
  }

  /// Updates how far the session has got, by an event: its launch stage, and whether its beginning is known, it is past its
  /// launch, or it is ending.
  func updateLaunchStage(_ event: EventID) {
    let boundary = program.sessionRoles[Int(event.rawValue)]
    if knowsBeginning == nil, !program.rulebook.isMetadata(event) {
      knowsBeginning = program.rulebook.sessions.begin.isEmpty || (boundary.stage != nil && !isAcrossSessions)
    }
    if isAcrossSessions { return }
    if let begin = boundary.stage {
      stage = max(stage ?? begin, begin)
      if !isPastLaunch { knowsBeginning = true }
    } else if boundary.isStep {
      isPastLaunch = true
    }
    if boundary.isEnding { isEnding = true }
  }
}
