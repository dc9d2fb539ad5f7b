import Testing

@testable import Checking

/// If the line of an event lacks a field that the condition reads, the event may or may not be the demanded one. The
/// claim is then neither broken nor kept.
@Suite struct `An event that may be the demanded one` {
  /// One step per second: `a`, `b` or `z`. `b+` and `b-` have a field `ok`, `b1` has an id. The line of `b~` has no
  /// time.
  private static func line(_ step: Substring, at second: Int) -> String {
    let details: [Character: String] = ["+": " ok=yes", "-": " ok=no", "1": " id=1", "2": " id=2"]
    let fields = step.dropFirst().compactMap { details[$0] }.joined()
    return "\(step.contains("~") ? "" : "10:00:\(second + 10) ")step.\(step.prefix(1))\(fields)\n"
  }

  /// The expected result of a rule for some steps: its verdict, and how often it was held.
  typealias Outcome = (steps: String, verdict: Verdict, held: Int)

  @Test(
    arguments: [
      (
        "each step.a is followed by step.b where ok == yes within 3s",
        [
          ("a b z z z", .notObservable, 0), ("a b- z z z", .violated, 0), ("a b b+ z z", .held, 1),
          ("a z z z b b+", .violated, 0), ("b a z z z z", .violated, 0),
        ]
      ),
      (
        "each step.a is followed by step.b where ok == yes within 2s to 4s",
        [("a b z z z z", .violated, 0), ("a b z b z z", .notObservable, 0)]
      ),
      // A later event that comes too early does not hide an earlier one without a time.
      (
        "each step.a is followed by step.b where ok == yes within 3s to 5s",
        [("a b~ b z z z z", .notObservable, 0), ("a b b z z z z", .violated, 0)]
      ),
      (
        "each step.a(id) is followed by step.b(id) where ok == yes within 3s to 5s",
        [
          ("a1 b1~ b1 z z z z", .notObservable, 0), ("a1 b~ b1 z z z z", .notObservable, 0),
          ("a1 b2~ b1 z z z z", .violated, 0), ("b1~ a1 b1 z z z z z", .violated, 0),
        ]
      ),
      (
        "each step.a is followed by step.b where ok == yes before step.z",
        [("a b z", .notObservable, 0), ("a b- z", .violated, 0)]
      ),
      ("each step.a is followed by step.b where ok == yes before step.b", [("a b", .notObservable, 0)]),
      (
        "each step.a(id) is followed by step.b(id) where ok == yes before step.z",
        [
          ("a1 b1 z", .notObservable, 0), ("a1 b2 z", .violated, 0), ("a1 b z", .notObservable, 0),
          ("a1 a2 b2+ b2 z", .violated, 1),
        ]
      ),
      (
        "after step.a until step.z, expect step.b where ok == yes",
        [("a b z", .notObservable, 0), ("b a z", .violated, 0), ("a b b+ z", .held, 1)]
      ),
      (
        "after step.a until step.z, at least 2 step.b where ok == yes",
        [("a b+ b z", .notObservable, 0), ("a b b- z", .violated, 0), ("a b b+ b+ z", .held, 1)]
      ),
      (
        "each step.z is preceded by step.b where ok == yes",
        [("b z", .notObservable, 0), ("b- z", .violated, 0), ("b b+ z", .held, 1)]
      ),
      ("each step.z is preceded by step.b where ok == yes since step.a", [("b a z", .violated, 0)]),
      (
        "each step.z is preceded by step.b where ok == yes within 1s",
        [("b a z", .violated, 0), ("a b z", .notObservable, 0)]
      ),
      (
        "step.b where ok == yes recurs every 2s",
        [("z b z b", .notObservable, 0), ("b+ z b z b+", .held, 2), ("b+ z b z z z", .violated, 1)]
      ),
    ] as [(String, [Outcome])])
  func decides(_ rule: String, _ outcomes: [Outcome]) {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        step.a: {fields: {id: text, ok: text}}
        step.b: {fields: {id: text, ok: text}}
        step.z:
      rules:
        - {id: r, check: "\(rule)"}
      """)
    for outcome in outcomes {
      let trace = outcome.steps.split(separator: " ").enumerated().map { Self.line($1, at: $0) }.joined()
      let coverage = bench.check(trace).coverage("r")
      #expect(coverage?.verdict == outcome.verdict, "\(outcome.steps)")
      #expect(coverage?.held == outcome.held, "\(outcome.steps)")
    }
  }
}
