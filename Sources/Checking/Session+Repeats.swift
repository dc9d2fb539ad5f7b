import BasicContainers

// What routine events say again is counted in the state, and with what has said it once anybody may ask.

extension Session {
  /// Before anything else is done with the monitors.
  func countRepeats() {
    for sentence in state.repeating where state.repeated[sentence] > 0 {
      monitors[sentence]?.countRepeats(state.repeated[sentence])
      state.repeated[sentence] = 0
    }
  }

  /// After a line: for which sentences the next events may be counted so.
  func settleRepeating() {
    for sentence in state.repeating {
      state.setGate(sentence, isRepeating: monitors[sentence]?.isRepeating == true)
    }
  }
}
