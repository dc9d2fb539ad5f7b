/// Operators on what a line says.
extension ExampleTrace {
  /// The key of an event is another one.
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

  /// A field of an event has another value, or none: one that stands in another trace or in the sentence.
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

  /// Less and more than any bound.
  private static let extremes = ["0", "1000000"]
}

extension ExampleTrace.Line {
  /// The fields that tell one thing from another.
  static let keys = ["id", "path", "key", "url", "name", "scene"]

  /// The same of something else.
  func renamed(_ suffix: String, _ fields: [String] = Self.keys) -> Self {
    var copy = self
    for field in fields { copy[field] = copy[field].map { "\($0)\(suffix)" } }
    return copy
  }
}
