import BasicContainers

// When a candidate is decided: once it waits for nothing, its app has shown that it records the events, or the log is over.

extension LogState {
  /// Records that one of the conditions for which a candidate waits is met: its scope has ended, or its exception does not apply.
  /// A candidate of the current line is settled later, together with the others of the line, because this line may also decide
  /// candidates of earlier lines.
  func resolveWait(of candidate: Candidate) {
    candidate.openConditions -= 1
    if !candidate.isOfLine { decideIfReady(candidate) }
  }

  /// Decides a candidate if it no longer waits for anything. If the app does not record the needed events yet, the candidate is
  /// stored. If it rests on a guess, it is inconclusive. Otherwise it is confirmed.
  /// Reference: `Verdicts.release`.
  func decideIfReady(_ candidate: Candidate) {
    guard candidate.fate == .open, candidate.openConditions <= 0 else { return }
    guard candidate.app.isObserved(candidate.sentence) else {
      candidate.app.keep(candidate)
      return
    }
    if candidate.isInferred {
      makeInconclusive(candidate)
    } else {
      confirm(candidate)
    }
  }

  private func confirm(_ candidate: Candidate) {
    candidate.fate = .confirmed
    for other in candidate.yielding { dismiss(other) }
    // Moves the violation out of the candidate, to avoid a copy.
    guard let violation = candidate.violation.take() else { return }
    reportOrFold(violation, by: candidate.origin, repeats: candidate.repeats)
    removeCandidate(from: candidate.origin.mergeGroup)
  }

  /// Dismisses a candidate. Candidates that yield to it no longer wait for it.
  func dismiss(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    candidate.fate = .dismissed
    removeCandidate(from: candidate.origin.mergeGroup)
    for other in candidate.yielding { resolveWait(of: other) }
  }

  /// Counts a candidate as inconclusive, and dismisses it. Of a merge group, only the first candidate counts, and none if a
  /// violation was reported.
  func makeInconclusive(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    defer { dismiss(candidate) }
    if let mergeGroup = candidate.origin.mergeGroup {
      guard mergeGroup.reported == nil, !mergeGroup.isInconclusive else { return }
      mergeGroup.isInconclusive = true
    }
    counts[candidate.sentence].inconclusive += 1
    guard inconclusive.count < Self.shownInconclusive, var violation = candidate.violation.take() else {
      return
    }
    violation.decidedLine = max(currentLine, violation.witness.line)
    inconclusive.append(consume violation)
  }

  /// Settles candidates and answers open questions after a line has shown that an app, or by a declaration every app, records
  /// more events.
  func releaseObserved(_ app: App, by occurrence: Occurrence) {
    guard declarations.count == declared else {
      declared = declarations.count
      for app in appsInOrder { releaseObserved(app, by: occurrence) }
      return
    }
    guard app.hasNewRecords() else { return }
    for candidate in app.removeObserved() {
      candidate.noteProof(occurrence, program, keepsText: keepsText)
      decideIfReady(candidate)
    }
    app.answerUndecided(by: occurrence, in: self)
  }

  /// Dismisses candidates of an app that has not shown the needed events by its end. A dismissed candidate may release others of
  /// rules that yield to its rule, so this is repeated until none is left.
  func dismissUnobserved(of app: App) {
    var unobserved = app.takeAll()
    while !unobserved.isEmpty {
      for candidate in unobserved { dismiss(candidate) }
      unobserved = app.takeAll()
    }
  }
}
