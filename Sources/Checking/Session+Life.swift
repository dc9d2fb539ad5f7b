import Rulebook
import Trace

// Where a life begins and ends.

extension Session {
  /// Whether the event begins another life than this one.
  func isEnded(by occurrence: Occurrence) -> Bool {
    isLaunch(occurrence.id) || hidesLaunch(before: occurrence)
      || program.boundaries[Int(occurrence.id.rawValue)].stage != nil && holdsEarlierLife
  }

  /// Whether anything was told of this life.
  var hasBegun: Bool { lastTaken != nil || state.newest != nil }

  /// Whether nothing is told of this life but its launch, by the system.
  var isLaunchOnly: Bool { stage != nil && !hasLived && !isEnding && last?.isToldByAnother == true }

  /// Whether the event is another line of the system about the launch with which this life began.
  func isToldAgain(_ occurrence: Occurrence) -> Bool {
    hasPid && isLaunchOnly && last?.id == occurrence.id && occurrence.isToldByAnother
  }

  /// What came before the first launch of a process belonged to an earlier life, but for facts.
  private var holdsEarlierLife: Bool {
    stage == nil && tellsBeginning != nil
  }

  /// Without a process number and without launch events in the log, a callback that cannot come may be one of
  /// another life, whose launch is not told.
  private func hidesLaunch(before occurrence: Occurrence) -> Bool {
    guard !hasPid, !program.rulebook.sessions.begin.contains(where: recording.has) else { return false }
    return program.reactions[Int(occurrence.id.rawValue)].machines.contains { machine in
      program.keyOfMachine[machine] == nil && !isLegal(machine, occurrence)
    }
  }

  private func isLaunch(_ event: EventID) -> Bool {
    let boundary = program.boundaries[Int(event.rawValue)]
    guard let begin = boundary.stage else { return false }
    if isEnding { return true }
    if hasPid, boundary.isOfSameProcess { return false }
    if hasLived { return true }
    return stage.map { begin <= $0 } ?? false
  }

  /// What the event says about where this life stands.
  func noteLife(_ event: EventID) {
    let boundary = program.boundaries[Int(event.rawValue)]
    if tellsBeginning == nil, !program.rulebook.isAside(event) {
      tellsBeginning = program.rulebook.sessions.begin.isEmpty || (boundary.stage != nil && !isAcrossSessions)
    }
    if isAcrossSessions { return }
    if let begin = boundary.stage {
      stage = max(stage ?? begin, begin)
    } else if boundary.isStep {
      hasLived = true
    }
    if boundary.isEnding { isEnding = true }
  }
}
