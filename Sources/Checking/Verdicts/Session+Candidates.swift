import BasicContainers
import Rulebook
import Trace

// Settling the candidates of a line, and making witnesses and messages.

extension Session {
  /// Settles the candidates of a line, after all of the line is judged. A rule reports nothing at a line at which a rule that it
  /// yields to reports a violation.
  func resolveCandidates() {
    defer { repeatedRules.clear() }
    if candidates.isEmpty { return }
    for candidate in candidates {
      guard program.yields[candidate.rule] else { continue }
      for other in candidates
      where other.fate == .open && program.yieldsTo[candidate.rule].contains(other.rule) {
        other.yielding.append(candidate)
        candidate.openConditions += 1
      }
    }
    for candidate in candidates
    where repeatedRules.contains(where: program.yieldsTo[candidate.rule].contains) {
      log.dismiss(candidate)
    }
    for candidate in candidates { candidate.isOfLine = false }
    // Certain candidates are first: an inferred one is not counted as inconclusive if its merge group is reported.
    for candidate in candidates where !candidate.isInferred { log.decideIfReady(candidate) }
    for candidate in candidates where candidate.isInferred { log.decideIfReady(candidate) }
    candidates.clear()
  }

  /// Records that a breach of a rule at this line only repeats a violation. Rules that yield to it report nothing at the line.
  func noteRepeat(ofRule rule: Int) {
    if program.yields[rule], repeatedRules.last != rule { repeatedRules.append(rule) }
  }

  /// Applies the answers of a line to open questions, after the line is judged. Violations at earlier lines are reported
  /// first.
  func applyAnswers() {
    if answered.isEmpty { return }
    for place in answered.indices { monitors.with(answered[place]) { $0.settleUndecided() } }
    answered.clear()
  }

  // MARK: Text

  @inline(__always)
  func witness(of occurrence: Occurrence) -> Witness { occurrence.witness ?? makeWitness(of: occurrence) }

  @inline(never)
  private func makeWitness(of occurrence: Occurrence) -> Witness {
    occurrence.makeWitness(program, keepsText: log.keepsText)
  }

  @inline(never)
  func render(_ template: MessageTemplate, _ breach: borrowing Breach, of judged: Occurrence) -> String {
    var message = ""
    for piece in template.pieces {
      let text =
        switch piece {
        case .text(let text): text
        case .field(let name):
          program.fieldIndex[name].flatMap(judged.retainedLine.value) ?? "(no \(name))"
        case .event: program.rulebook.vocabulary.name(of: judged.id)
        case .duration: breach.duration.map { Quantity.text(nanoseconds: $0) } ?? "too long"
        case .count: breach.count.map(String.init) ?? "too many"
        }
      message += text
    }
    return message
  }
}
