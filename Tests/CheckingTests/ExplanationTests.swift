import Rulebook
import Testing
import Trace

@testable import Checking

/// The change of a log under which a violated rule would have held.
@Suite struct `An explanation` {
  /// The explanation of each violation of a log.
  private static func explanations<Text>(
    _ log: [UInt8], _ bench: Bench, _ explain: (Explainer, Violation) -> Text
  ) -> [(violation: Violation, text: Text)] {
    var checker = Checker(bench.program)
    let explainer = Explainer(bench.program, bench.recognizer, assuming: Assumptions(), most: 20)
    _ = LogReading().read(log, bench.recognizer) { event, line in
      explainer.add(event, line)
      checker.step(event, line: line)
    }
    checker.finish()
    return checker.takeViolations().map { ($0, explain(explainer, $0)) }
  }

  private static let small = """
    lifecheck: 1
    vocabulary:
      app.show: {returns: true}
      app.hide: {returns: true}
      job.begin: {fields: {id: text}}
      job.end: {fields: {id: text}}
      view.draw: {fields: {n: number}}
      data.save:
    spans: {job: {from: job.begin, until: job.end, key: id}}
    machines:
      app: {states: [front, back], transitions: {app.show: {from: back, to: front}, app.hide: {from: front, to: back}}}

    """

  /// Each word is a line, five seconds after the one before. In `job.begin=a`, the text after `=` is the id, in `view.draw:n=4`
  /// the text after `:` is a field, and in `view.draw@5`, the text after `@` is the thread.
  private func explanations(_ check: String, _ words: String) -> [String?] {
    let bench = Bench.with(Self.small + "rules: [{id: r, message: broken, check: '\(check)'}]")
    return Self.explanations(log(words), bench) { $0.explanation(of: $1)?.notes.first }.map(\.text)
  }

  private func log(_ words: String) -> [UInt8] {
    let lines = words.split(separator: " ").enumerated().map { number, word in
      let (event, thread) = word.split(separator: "@").map(String.init).pair ?? (String(word), "1")
      let fields = event.contains(":") ? event.replacing(":", with: " ") : event.replacing("=", with: " id=")
      return "10:00:\(number * 5 + 10) Shop[7:\(thread)] \(fields)\n"
    }
    return Array(lines.joined().utf8)
  }

  @Test(arguments: [
    // What is open is closed in time.
    (
      "no job is open at app.hide", "app.show job.begin=a app.hide",
      "`job.end id=a` occurred between lines 2 and 3"
    ),
    ("each job lasts at most 8s", "job.begin=a view.draw job.end=a", "line 3 came 2 s earlier"),
    (
      "each job lasts at most 8s", "job.begin=a view.draw view.draw view.draw",
      "`job.end id=a` occurred between lines 1 and 3"
    ),
    // What is demanded occurs.
    (
      "each job.begin(id) is followed by job.end(id) before app.hide", "job.begin=a view.draw app.hide",
      "`job.end id=a` occurred between lines 1 and 3"
    ),
    (
      "each job.end(id) is preceded by job.begin(id)", "app.show job.end=a",
      "`job.begin id=a` occurred between lines 1 and 2"
    ),
    (
      "after app.hide until app.show, expect data.save", "data.save app.hide view.draw app.show",
      "`data.save` occurred between lines 2 and 4"
    ),
    // The scope ends before, or begins after the event.
    ("while back, never view.draw", "app.show app.hide view.draw", "line 3 came before line 2"),
    (
      "between app.hide and app.show, never view.draw", "app.hide view.draw app.show",
      "line 3 came before line 2"
    ),
    (
      "after app.hide until app.show, never view.draw", "app.hide view.draw",
      "line 2 came before line 1"
    ),
    (
      "while back, never app.hide", "app.show app.hide view.draw app.hide",
      "`app.show` occurred between lines 2 and 4"
    ),
    // One field of the line is different.
    ("each view.draw has n == 3", "app.show view.draw:n=4", "line 2 had `n=3`"),
    ("each view.draw has n <= 3", "app.show view.draw:n=4", "line 2 had `n <= 3`"),
    ("each job.begin has id in (a, b)", "job.begin=c", "line 1 had `id=a`"),
    ("each job.begin has id is present", "app.show job.begin", "line 2 had the field `id`"),
    ("each view.draw has thread == main", "app.show view.draw@5", "line 2 was on the main thread"),
    ("never view.draw where n > 3", "app.show view.draw:n=4", "line 2 did not have `n=4`"),
    // The step that is missing.
    (
      "each app.show obeys app", "app.hide app.show view.draw app.show",
      "`app.hide` occurred between lines 2 and 4"
    ),
    // Nothing else helps.
    ("never data.save", "app.show data.save", "`data.save` did not occur at line 2"),
    ("at most 1 view.draw", "view.draw view.draw", "`view.draw` did not occur at line 2"),
  ])
  func `is the smallest change that makes the rule hold`(check: String, words: String, text: String) {
    #expect(explanations(check, words) == ["the rule would hold if " + text])
  }

  @Test func `names the earlier violation that has the same cause`() {
    let bench = Bench.with(
      Self.small
        + "rules: [{id: a, check: no job is open at app.hide}, {id: b, check: 'while job while back, never view.draw'}]"
    )
    let log = "10:00:10 job.begin id=x\n10:00:15 app.hide\n10:00:20 view.draw\n"
    let found = Self.explanations(Array(log.utf8), bench) { $0.explanation(of: $1)?.notes.first }.map(\.text)
    let change = "the rule would hold if `job.end id=x` occurred between lines 1 and 2"
    #expect(found == [change, change + ": the same change as for line 2 [a]"])
  }

  @Test(
    arguments: [
      ("each job lasts at most 8s", "job.begin=a job.end=a job.begin=b view.draw job.end=b", nil),
      (
        "each job.begin(id) is followed by job.end(id) before app.hide",
        "job.begin=a job.end=a job.begin=b job.end=b job.begin=a app.hide",
        "the rule held for `job.begin id=a` at line 1"
      ),
      (
        "each job.end(id) is preceded by job.begin(id)", "job.begin=a job.end=a job.end=b job.end=c",
        nil
      ),
      (
        "no job is open 8s after app.hide",
        "app.hide view.draw view.draw job.begin=a app.hide view.draw view.draw",
        nil
      ),
      (
        "each app.show is followed by data.save within 8s", "app.show data.save app.show view.draw data.save",
        "the rule held for `app.show` at line 1"
      ),
    ] as [(String, String, String?)])
  func `names the last time that the same subject did it right`(check: String, words: String, note: String?) {
    let bench = Bench.with(Self.small + "rules: [{id: r, message: broken, check: '\(check)'}]")
    let notes = Self.explanations(log(words), bench) { $0.explanation(of: $1)?.notes ?? [] }
    #expect(notes.first?.text.first { $0.hasPrefix("the rule held") } == note)
  }

  @Test func `is given for the first violations only, and not in a long log`() {
    let bench = Bench.with(Self.small + "rules: [{id: r, message: 'broken by {n}', check: never view.draw}]")
    func count(_ lines: Int) -> Int {
      let log = (0..<lines).map { "10:00:10 Shop[7:1] view.draw n=\($0)\n" }.joined()
      return Self.explanations(Array(log.utf8), bench) { $0.explanation(of: $1)?.change }.count {
        $0.text != nil
      }
    }
    #expect(count(30) == 20)
    #expect(count(20_001) == 0)
  }

  @Test func `exists for most violations in the bad examples of the rulebooks`() {
    var (count, explained) = (0, 0)
    var missing: [String: Int] = [:]
    for bench in [Bench.ios, .android] {
      for rule in bench.program.rulebook.rules {
        for example in rule.examples where !example.isGood {
          for (violation, change) in Self.explanations(
            MarkedTrace(example).trace, bench, { $0.explanation(of: $1)?.change })
          {
            count += 1
            if change == nil { missing[violation.ruleID, default: 0] += 1 } else { explained += 1 }
          }
        }
      }
    }
    #expect(Double(explained) >= 0.9 * Double(count), "\(explained) of \(count): \(missing)")
  }
}

extension [String] {
  /// The two elements; nil if there are not two.
  fileprivate var pair: (String, String)? { count == 2 ? (self[0], self[1]) : nil }
}
