import BasicContainers

// Some monitors take events by themselves: what they take is routine, as long as nothing else comes of it.

extension Session {
  /// Before anything else is done with the monitors: what routine events said again is counted with what has said it.
  func countRepeats() {
    for sentence in state.ready where state.repeated[sentence] > 0 {
      monitors[sentence]?.countRepeats(state.repeated[sentence])
      state.repeated[sentence] = 0
    }
  }

  /// After a line: which of them will take the next event so.
  func settleReady() {
    for sentence in state.ready {
      state.setGate(sentence, isReady: monitors[sentence]?.isReady == true)
    }
  }
}
