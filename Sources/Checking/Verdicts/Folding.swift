import BasicContainers

// Folding: findings in one scope instance with the same text and key, or about the same opening, are one violation. Each but the
// first is counted as its repeat.

/// The key by which findings in one scope instance are folded: the message and the key of the judged event.
struct FoldKey: Hashable {
  let statement: Violation.Statement
  let key: Key?

  static func == (a: FoldKey, b: FoldKey) -> Bool {
    a.key == b.key && (a.statement === b.statement || a.statement.message == b.statement.message)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(statement.message)
    hasher.combine(key)
  }
}

/// The finding that a repeat is folded into: a reported violation, or a candidate that is not certain yet.
enum FoldTarget {
  case reported(ReportedViolation)
  case candidate(Candidate)
}

/// A handle of a reported violation that later findings may repeat.
struct ReportedViolation: Equatable {
  let id: Violation.ID
  /// Its index in `Repetitions`.
  let place: Int
}

extension LogState {
  /// Reports a certain violation, which `repeats` more lines repeat. If it is folded or merged into a violation that was already
  /// reported, only that violation changes.
  /// Reference: `Verdicts.folded`.
  func reportOrFold(_ violation: consuming Violation, by origin: CandidateOrigin, repeats: Int = 0) {
    let same = origin.mergeGroup?.reported
    if let first = origin.reported,
      first != same?.0 || origin.mergeGroup?.includes(origin.sentence, at: decidingLine) != true
    {
      return noteRepeat(of: first, count: repeats + 1)
    }
    if let (reported, line) = same {
      if origin.recordReport(as: reported, at: decidingLine, most: program.limits.foldedTexts) {
        repetitions.addHolder(reported)
        origin.mergeGroup?.addSentence(origin.sentence, at: decidingLine)
      }
      noteRepeat(of: reported, count: repeats)
      // A finding that became certain at a later line adds no related lines.
      if min(line, judgedLine) == judgedLine,
        let place = violations.lastIndex(where: { $0.id == reported.id })
      {
        violations[place].relate(violation.related)
      }
      return
    }
    if origin.canBeGrouped {
      let reported = repetitions.begin(violation, id: newest + 1, of: origin.rule)
      noteRepeat(of: reported, count: repeats)
      if origin.recordReport(as: reported, at: decidingLine, most: program.limits.foldedTexts) {
        repetitions.addHolder(reported)
      }
      if let mergeGroup = origin.mergeGroup { mergeGroup.recordReport(reported, by: decidingLine) }
      mergeGroups.hold(reported)
    }
    report(violation, of: origin.sentence)
  }

  /// Reports a certain violation: counts and numbers it, and sets the line at which it became certain. The caller has made sure
  /// that it does not repeat another violation.
  func report(_ violation: consuming Violation, of sentence: Int) {
    counts[sentence].violated += 1
    newest += 1
    violation.id = newest
    violation.decidedLine = max(currentLine, violation.witness.line)
    if violations.isEmpty { violations.reserveCapacity(reservedCapacity) }
    violations.append(consume violation)
  }

  /// Counts lines that repeat a violation, which was reported or is still a candidate.
  func noteRepeat(of target: FoldTarget, count: Int = 1) {
    switch target {
    case .reported(let reported): noteRepeat(of: reported, count: count)
    case .candidate(let candidate): candidate.repeats += count
    }
  }

  /// Counts lines that repeat a reported violation.
  func noteRepeat(of reported: ReportedViolation, count: Int = 1) {
    repetitions.note(reported, count: count)
  }
}
