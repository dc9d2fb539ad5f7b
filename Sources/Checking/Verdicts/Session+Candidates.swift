import BasicContainers
import Rulebook
import Trace

// The violations that the rules found at one line, and the text of their messages.

extension Session {
  /// Once all of a line was judged: a rule is silent where one that it yields to speaks.
  func resolveCandidates() {
    defer { repeatedRules.clear() }
    if candidates.isEmpty { return }
    for candidate in candidates {
      guard program.yields[candidate.rule] else { continue }
      for other in candidates
      where other.fate == .open && program.yieldsTo[candidate.rule].contains(other.rule) {
        other.yielding.append(candidate)
        candidate.waits += 1
      }
    }
    for candidate in candidates
    where repeatedRules.contains(where: program.yieldsTo[candidate.rule].contains) {
      log.dismiss(candidate)
    }
    for candidate in candidates { candidate.isOfLine = false }
    // The surest first: what it says is what counts.
    for candidate in candidates where !candidate.isInferred { log.settle(candidate) }
    for candidate in candidates where candidate.isInferred { log.settle(candidate) }
    candidates.clear()
  }

  /// An offence against a rule only repeats a violation.
  func noteRepeat(ofRule rule: Int) {
    if program.yields[rule], repeatedRules.last != rule { repeatedRules.append(rule) }
  }

  /// Applies the answers of a line to open questions, after the line is judged. Violations at earlier lines are reported
  /// first.
  func settleAnswered() {
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
