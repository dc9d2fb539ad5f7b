/// Operators on the fields of a line.
extension ExampleTrace {
  /// Replaces the key of an event.
  func changingKeys(_ subject: MutationSubject) -> [Change] {
    relevant(subject).flatMap { index -> [Change] in
      let line = lines[index]
      return Line.keys.filter { line[$0] != nil }.flatMap { key -> [Change] in
        let others = ["other"] + lines.compactMap { $0[key] }
        return others.uniqued.filter { $0 != line[key] }.map { value in
          ("\(line.said) of \(value)", changed { $0[index][key] = value })
        }
      }
    }
  }

  /// Removes a field, or sets it to a value from another trace or from the sentence.
  func changingValues(_ subject: MutationSubject) -> [Change] {
    let all = (subject.good + subject.bad).flatMap(\.lines)
    return relevant(subject).flatMap { index -> [Change] in
      let line = lines[index]
      let same = all.filter { $0.event == line.event }
      let names = (subject.fields[line.event] ?? []).filter { name in
        !Line.keys.contains(name) && (subject.literals[name] != nil || same.contains { $0[name] != nil })
      }
      let fields = names.flatMap { name -> [Change] in
        let values = same.compactMap { $0[name] } + (subject.literals[name] ?? []) + Self.extremes
        return ([nil] + values.uniqued.map(Optional.some)).filter { $0 != line[name] }.map { value in
          (
            "\(name)=\(value ?? "") of \(line.said)",
            changed { $0[index][name] = value }
          )
        }
      }
      let threads = all.map(\.thread).uniqued.filter { $0 != line.thread }.map { thread in
        ("thread \(thread) of \(line.said)", changed { $0[index].thread = thread })
      }
      return fields + threads
    }
  }

  /// Values below and above any bound.
  private static let extremes = ["0", "1000000"]
}

extension ExampleTrace.Line {
  /// The fields that are keys.
  static let keys = ["id", "path", "key", "url", "name", "scene"]

  /// The line with other keys.
  func renamed(_ suffix: String, _ fields: [String] = Self.keys) -> Self {
    var copy = self
    for field in fields { copy[field] = copy[field].map { "\($0)\(suffix)" } }
    return copy
  }
}
