import BasicContainers
import Rulebook
import Trace

// Yielding: a rule reports nothing at a line at which a rule that it yields to reports a violation, so that one cause gives one
// violation.

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
}

extension Program {
  /// Returns all rules to which each rule yields. Yielding is transitive: a rule is also silent if the rule that it yields to is
  /// silenced, so that one cause gives one violation.
  static func closure(ofYields rules: [Rule]) -> [Set<Int>] {
    let numbers = Dictionary(
      rules.indices.map { (rules[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    return rules.map { rule in
      var (found, next) = (Set<Int>(), rule.yields)
      while let name = next.popLast() {
        guard let number = numbers[name], found.insert(number).inserted else { continue }
        next += rules[number].yields
      }
      return found
    }
  }
}
