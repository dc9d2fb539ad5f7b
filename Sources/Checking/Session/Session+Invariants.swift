import BasicContainers
import Rulebook

// The invariants between two lines (`DESIGN.md`). Debug builds check them after each line that a session judges, so all tests do.

extension Session {
  /// Stops a debug build if an invariant does not hold. With many sentences, only some lines are followed by a check, because it takes
  /// much longer than the line.
  func checkInvariants() {
    assert(
      program.sentences.count > 50 && !log.order.isMultiple(of: 64) || brokenInvariant() == nil,
      brokenInvariant() ?? "")
  }

  /// Returns an invariant that does not hold; nil if all hold.
  func brokenInvariant() -> String? {
    if !candidates.isEmpty { return "a candidate of the line was not passed on" }
    if !bounds.isEmpty { return "a boundary of a scope was not applied" }
    for sentence in program.sentences.indices {
      if let broken = monitors.with(sentence, { $0.brokenInvariant() }) ?? nil {
        return "sentence \(sentence): \(broken)"
      }
    }
    for (number, scope) in sharedScopes.enumerated() {
      guard let scope else { continue }
      let places = program.sentencesOfSharedScope.places(number)
      let sentence = program.sentencesOfSharedScope[places.lowerBound].sentence
      if state.activations[Activation.open(sentence)] != scope.isOpen {
        return "the activation of a shared scope differs from its state"
      }
    }
    return brokenInvariantOfFastPath() ?? brokenInvariantOfMachines()
  }

  /// A signal is only remembered as idle while all its subscriptions are disabled.
  private func brokenInvariantOfFastPath() -> String? {
    for signal in state.idleSince.indices where state.idleSince[signal] == state.activationGeneration {
      for place in state.table.fastPlans[signal].subscriptionHeaders
      where state.activations[Int(state.table.activations[Int(place)])] {
        return "signal \(signal) is idle, but has an active subscription"
      }
    }
    return nil
  }

  /// The open spans of a machine are those of its current states, and of the states that these refine.
  private func brokenInvariantOfMachines() -> String? {
    for machine in machines.indices {
      var current = Set<Int>()
      machines[machine].instances.forEach { _, instance in
        var next = instance.state
        while let known = next {
          let place = program.states.places(machine).lowerBound + known.rawValue
          current.insert(program.states[place].span)
          next = program.states[place].refines
        }
      }
      for place in program.states.places(machine) {
        let span = program.states[place].span
        if state.spans[span].isEmpty == current.contains(span) {
          return "the span \(program.rulebook.spans[span].name) differs from the state of its machine"
        }
      }
    }
    return nil
  }
}
