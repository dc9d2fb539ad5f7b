import Rulebook
import Trace

// Where a life begins and ends.

extension Session {
  /// Whether the event begins another life than this one.
  func isEnded(by occurrence: Occurrence) -> Bool {
    isLaunch(occurrence.id)
      || program.sessionRoles[Int(occurrence.id.rawValue)].stage != nil && holdsEarlierLife
  }

  /// Whether anything was told of this life.
  var hasBegun: Bool { lastTaken != nil || state.newest != nil }

  /// Whether nothing is told of this life but its launch, by the system.
  var isLaunchOnly: Bool { stage != nil && !hasLived && !isEnding && last?.isReportedByOther == true }

  /// Whether the event is another line of the system about the launch with which this life began.
  func isRepeatedReport(_ occurrence: Occurrence) -> Bool {
    hasPid && isLaunchOnly && last?.id == occurrence.id && occurrence.isReportedByOther
  }

  /// What came before the first launch of a process without a number belonged to an earlier life, but for facts. With a
  /// number it is what the process has set up before it was launched, if no machine was moved.
  private var holdsEarlierLife: Bool {
    stage == nil && tellsBeginning != nil && !hasPid
  }

  private func isLaunch(_ event: EventID) -> Bool {
    let boundary = program.sessionRoles[Int(event.rawValue)]
    guard let begin = boundary.stage else { return false }
    if isEnding { return true }
    if hasPid, boundary.isOfSameProcess { return false }
    if hasLived { return true }
    return stage.map { begin <= $0 } ?? false
  }

  /// What the event says about where this life stands.
  func noteLife(_ event: EventID) {
    let boundary = program.sessionRoles[Int(event.rawValue)]
    if tellsBeginning == nil, !program.rulebook.isAside(event) {
      tellsBeginning = program.rulebook.sessions.begin.isEmpty || (boundary.stage != nil && !isAcrossSessions)
    }
    if isAcrossSessions { return }
    if let begin = boundary.stage {
      stage = max(stage ?? begin, begin)
      if !hasLived { tellsBeginning = true }
    } else if boundary.isStep {
      hasLived = true
    }
    if boundary.isEnding { isEnding = true }
  }
}
