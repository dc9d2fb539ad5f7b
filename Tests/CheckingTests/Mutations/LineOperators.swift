/// Operators on whole lines.
extension ExampleTrace {
  /// Removes an event, a call with its return, or all events of one name.
  func dropping(_ subject: MutationSubject) -> [Change] {
    relevant(subject).flatMap { index -> [Change] in
      let line = lines[index]
      let end = lines.indices.first { $0 > index && lines[$0].event == line.event + ".end" }
      let same = lines.indices.filter { lines[$0].entry == line.entry }
      return [[index], [index] + [end].compactMap(\.self), same].uniqued.map { set in
        (
          "\(line.said)" + (set.count > 1 ? " and \(set.count - 1) more" : ""),
          changed { lines in lines = lines.indices.filter { !set.contains($0) }.map { lines[$0] } }
        )
      }
    }
  }

  /// Moves an event before or after another one, or past each bound, alone or with all later lines.
  func moving(_ subject: MutationSubject) -> [Change] {
    relevant(subject).flatMap { index -> [Change] in
      let line = lines[index]
      let places = lines.indices.filter { $0 != index }.map { other -> Change in
        let isLater = other > index
        let moved = line.at(lines[other].time + (isLater ? 1 : -1))
        return (
          "\(line.said) \(isLater ? "behind" : "before") \(lines[other].said)",
          changed { lines in
            lines.remove(at: index)
            // The index of a later line is its old one, because the moved line was removed.
            lines.insert(moved, at: other)
            lines.keepOrder()
          }
        )
      }
      let alone = subject.delays.map { delay in
        ("\(line.said) by \(delay) ms", changed { $0[index].time += delay }.sorted())
      }
      return places + alone
    } + stretching(subject)
  }

  /// Moves all lines from one on past each bound.
  private func stretching(_ subject: MutationSubject) -> [Change] {
    lines.indices.dropFirst().flatMap { index in
      subject.delays.map { delay in
        (
          "all from \(lines[index].said) on by \(delay) ms",
          changed { lines in for later in index..<lines.count { lines[later].time += delay } }
        )
      }
    }
  }

  /// Repeats an event immediately and after each later one, with the same key and with another one.
  func repeating(_ subject: MutationSubject) -> [Change] {
    relevant(subject).flatMap { index -> [Change] in
      (index..<lines.count).flatMap { place -> [Change] in
        let copy = lines[index].at(lines[place].time + 1)
        return [copy, copy.renamed("again")].uniqued.map { copy in
          (
            "\(copy.said) behind \(lines[place].said)",
            changed { lines in
              lines.insert(copy, at: place + 1)
              lines.keepOrder()
            }
          )
        }
      }
    }
  }

  /// Inserts lines of the traces that break the rule at each place, with each key of this trace.
  func inserting(_ subject: MutationSubject) -> [Change] {
    let known = Set(subject.good.flatMap(\.lines).map(\.said))
    let single = subject.bad.flatMap { bad -> [Change] in
      let foreign = bad.lines.filter { $0.marks.contains(subject.rule.id) || !known.contains($0.said) }
      return foreign.flatMap { line -> [Change] in
        let keyed =
          [line]
          + lines.flatMap { other in
            Line.keys.compactMap { key in
              guard line[key] != nil, let value = other[key] else { return nil }
              var copy = line
              copy[key] = value
              return copy
            }
          }
        return keyed.uniqued.flatMap { line in
          lines.indices.map { place in
            (
              "\(line.said) behind \(lines[place].said)",
              changed { lines in
                lines.insert(line.at(lines[place].time + 1), at: place + 1)
                lines.keepOrder()
              }
            )
          }
        }
      }
    }
    return single + subject.bad.flatMap(differences)
  }
}

extension [ExampleTrace.Line] {
  /// Raises the time of each line to at least that of the line above it.
  mutating func keepOrder() {
    for index in indices.dropFirst() where self[index].time < self[index - 1].time {
      self[index].time = self[index - 1].time
    }
  }
}
