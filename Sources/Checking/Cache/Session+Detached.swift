import BasicContainers

// Some monitors take events by themselves: what they take is routine, as long as nothing else comes of it. What is due by
// then is told before.

extension Session {
  /// After a line: which of the monitors will take the next event so.
  func updateDetached() {
    for place in state.ready.indices {
      let sentence = state.ready[place]
      state.setActivation(sentence, isReady: monitors.with(sentence) { $0.prepareDetached() } == true)
    }
  }

  /// Tells what should have come before an event of a calm session, which may be routine once that is done; if it is, this
  /// is followed by `settleExpired`, else by its step.
  func expire(before occurrence: Occurrence) {
    begin(at: occurrence)
    expireDeadlines(at: occurrence)
    updateDetached()
    updateQuiescence()
    isExpired = true
  }

  /// The event was routine.
  func settleExpired() {
    isExpired = false
    resolveCandidates()
  }
}
