/// A trace that an operator has made from another one.
struct Mutant: Hashable {
  /// The operator and the place where it was applied.
  var name: String
  var trace: ExampleTrace
}

/// The kinds of operators that may break a rule.
enum Operator: String, CaseIterable {
  case drop, move, `repeat`, insert, key, value

  /// The mutants of the traces that keep a rule.
  func mutants(of subject: MutationSubject) -> [Mutant] {
    subject.good.enumerated().flatMap { number, trace in
      mutants(of: trace, subject).map { name, trace in
        Mutant(name: "\(rawValue) \(name) in good \(number + 1)", trace: trace)
      }
    }
  }

  private func mutants(of trace: ExampleTrace, _ subject: MutationSubject) -> [(String, ExampleTrace)] {
    switch self {
    case .drop: trace.dropping(subject)
    case .move: trace.moving(subject)
    case .repeat: trace.repeating(subject)
    case .insert: trace.inserting(subject)
    case .key: trace.changingKeys(subject)
    case .value: trace.changingValues(subject)
    }
  }
}

extension ExampleTrace {
  typealias Change = (String, ExampleTrace)

  /// The trace with other lines.
  func changed(_ change: (inout [Line]) -> Void) -> ExampleTrace {
    var copy = self
    change(&copy.lines)
    return copy
  }

  /// The lines with events that the rule is about.
  func relevant(_ subject: MutationSubject) -> [Int] {
    lines.indices.filter { subject.isRelevant(lines[$0]) }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
