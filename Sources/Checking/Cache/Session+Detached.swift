import BasicContainers

// Detached monitors. Some monitors can handle an event while the state of their session is checked out, as long as nothing else
// happens in the session. Timers that are due must fire before.

extension Session {
  /// Updates which monitors can handle the next event detached.
  func updateDetached() {
    for place in state.ready.indices {
      let sentence = state.ready[place]
      state.setActivation(sentence, isReady: monitors.with(sentence) { $0.prepareDetached() } == true)
    }
  }

  /// Fires the timers that are due before an event of a quiescent session, because the event may then take the fast path.
  /// `settleExpired` follows if it does, and `step` otherwise.
  func expire(before occurrence: Occurrence) {
    begin(at: occurrence)
    expireDeadlines(at: occurrence)
    updateDetached()
    updateQuiescence()
    isExpired = true
  }

  /// Completes `expire` after the event has taken the fast path.
  func settleExpired() {
    isExpired = false
    resolveCandidates()
  }
}
