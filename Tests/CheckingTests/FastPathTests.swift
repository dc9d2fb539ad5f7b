import Testing

@testable import Checking

/// No sentence has to look at most events. The engine stores the spans that such an event opens in a compact form, and applies its
/// effects without an object. Neither may change the result.
@Suite struct `An event that no sentence has to look at` {
  private static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      app.wake:
      app.sleep:
      job.begin: {fields: {id: text, kind: text, load: number}}
      job.end: {fields: {id: text}}
      job.step: {fields: {id: text, kind: text, a: text, b: text, c: text}}
    spans:
      job: {from: job.begin where kind != short, until: job.end, key: id}
    machines:
      app:
        per: session
        states: [awake, asleep]
        transitions:
          app.wake: {from: asleep, to: awake}
          app.sleep: {from: awake, to: asleep}
    rules:
      - {id: none-left, check: no job is open at app.sleep}
      - {id: no-bad-step, check: never job.step where kind == bad}
      - {id: asleep, check: 'while asleep, never job.step'}
    """)

  /// Checks lines after a few similar ones, because the first event of a kind takes the full path.
  private static func findings(_ lines: String...) -> Checked {
    bench.check(
      ([
        "10:00:00 job.begin id=x kind=long", "10:00:00 job.end id=x", "10:00:00 job.step id=x kind=good",
        "10:00:00 app.wake",
      ] + lines).joined(separator: "\n"))
  }

  @Test(
    "opens a span whose line is shown correctly, even if it is long, escaped or has many fields",
    arguments: [
      "10:00:01 job.begin id=a kind=long", "10:00:01 Sketchpad[7:1] job.begin id=a kind=long load=1",
      "10:00:01 job.begin id=a load=1 kind=\"l\\\"ng\" note=none", "10:00:01 job.begin id=\"a b\" kind=long",
      "10:00:01 job.begin kind=long", "10:00:01 job.begin id=a x=1 y=2 z=3 kind=long load=4",
      "10:00:01 job.begin id=a kind=long note=\(String(repeating: "n", count: 300))",
    ])
  func witness(_ line: String) {
    let checked = Self.findings(line, line, "10:00:02 app.sleep")
    #expect(checked.violations.map(\.ruleID) == ["none-left"])
    #expect(checked.violations.first?.related.map(\.witness.text) == [line])
    #expect(checked.violations.first?.related.map(\.witness.line) == [5])
    #expect(checked.violations.first?.related.first?.witness.event == "job.begin")
    #expect(checked.violations.first?.related.first?.witness.time == "10:00:01")
  }

  @Test("begins a check that is due sooner in its session than across the sessions of its app")
  func due() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        job.begin: {fields: {id: text}}
        job.end: {fields: {id: text}}
        job.step:
      spans:
        job: {from: job.begin, until: job.end, key: id}
      rules:
        - {id: short, check: each job lasts at most 5s}
        - {id: over-at-last, check: 'across sessions, each job lasts at most 1min'}
      """)
    let before = (0...2).map {
      "10:00:0\($0) job.begin id=x\n10:00:0\($0) job.end id=x\n10:00:0\($0) job.step"
    }
    let checked = bench.check(
      (before + [
        "10:00:20 job.step", "10:00:21 job.begin id=a", "10:00:26 job.step", "10:00:28 job.step",
        "10:00:42 job.end id=a",
      ])
      .joined(separator: "\n"))
    #expect(checked.violations.map(\.ruleID) == ["short"])
    #expect(checked.violations.map(\.decidedLine) == [13])
  }

  @Test("may be followed by one with another value and another effect")
  func value() {
    let ends = ["a", "b", "c", "d"].map { "10:00:02 job.end id=\($0)" }
    let checked = Self.bench.check(
      (["10:00:00 app.wake"]
        + ["long", "short", "long", "short"].enumerated().map {
          "10:00:01 job.begin id=\("abcd".map(String.init)[$0]) kind=\($1)"
        }
        + [ends[0], "10:00:03 app.sleep"]).joined(separator: "\n"))
    #expect(checked.findings == [Finding("none-left", 7, 4)])
  }

  @Test(
    "may be followed by one that breaks a rule",
    arguments: [
      ("10:00:01 job.step id=x kind=bad", ["no-bad-step"]),
      ("10:00:01 job.step kind=bad id=x", ["no-bad-step"]),
      ("10:00:01 job.step id=x kind=\"bad\"", ["no-bad-step"]), ("10:00:01 job.step id=x kind=ba", []),
      ("10:00:01 job.step id=x kind=badly", []), ("10:00:01 job.step id=bad", []),
      ("10:00:01 job.step id=x kind=good a=1 b=2 c=3", []),
      ("10:00:01 job.step id=x a=1 b=2 c=3 kind=bad", ["no-bad-step"]),
      ("10:00:01 job.step id=x kind=quite-as-good-as-any-other-kind-there-is", []),
    ] as [(String, [String])])
  func offence(_ line: String, _ rules: [String]) {
    let before = [String](repeating: "10:00:00 job.step id=x kind=good", count: 3)
    let checked = Self.bench.check((["10:00:00 app.wake"] + before + [line]).joined(separator: "\n"))
    #expect(checked.findings == rules.map { Finding($0, 5) })
  }

  /// Rules that judge nearly every line, for violations that are repeated.
  private static let busy = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      app.wake:
      log.set:
      job.step: {fields: {kind: text}}
    clock: {set: log.set}
    rules:
      - {id: no-bad-step, check: 'for 10s after app.wake, never job.step where kind == bad'}
      - {id: answered, check: each job.step where kind == ask is followed by job.step where kind == answer within 2s}
      - {id: recurs, check: job.step where kind == beat recurs every 3s}
    """)

  /// The lines are a second apart. Each word is a kind of step, or an event of the vocabulary.
  private static func busy(_ steps: String) -> Checked {
    busy.check(
      steps.split(separator: " ").enumerated().map { second, step in
        let event = step.contains(".") ? "\(step)" : "job.step kind=\(step)"
        return "10:00:\(second + 10) \(event)"
      }.joined(separator: "\n"))
  }

  @Test(
    "may repeat the violation of the event above it",
    arguments: [
      ("app.wake bad bad bad bad", [Finding("no-bad-step", 2, 1)], 3),
      (
        "app.wake bad bad bad app.wake bad bad",
        [Finding("no-bad-step", 2, 1), Finding("no-bad-step", 6, 5)], 3
      ),
      ("app.wake bad bad bad log.set bad bad", [Finding("no-bad-step", 2, 1)], 2),
      (
        "ask ask ask ask",
        [Finding("answered", 4, 1)], 0
      ),
      (
        "ask ask ask ask ask ask answer ask",
        [
          Finding("answered", 4, 1), Finding("answered", 5, 2), Finding("answered", 6, 3),
          Finding("answered", 7, 4),
        ], 0
      ),
      ("beat beat beat x x x x x", [Finding("recurs", 7, 3)], 0),
      ("beat beat beat beat x x x beat beat", [Finding("recurs", 8, 4)], 0),
      ("beat beat beat beat app.wake x x x x", [Finding("recurs", 8, 4)], 0),
      (
        "app.wake bad bad beat bad beat bad beat x x x x",
        [Finding("no-bad-step", 2, 1), Finding("recurs", 12, 8)], 3
      ),
    ] as [(String, [Finding], Int)])
  func again(_ steps: String, _ findings: [Finding], _ repeats: Int) {
    let checked = Self.busy(steps)
    #expect(checked.findings.filter { $0.rule != "recurs" || steps.contains("beat") } == findings)
    #expect(checked.violations.reduce(0) { $0 + checked.repeats(of: $1) } == repeats)
  }

  @Test("is judged after a state has changed")
  func state() {
    let step = "10:00:01 job.step id=x kind=good"
    let checked = Self.bench.check(
      ["10:00:00 app.wake", step, step, "10:00:02 app.sleep", step, "10:00:03 app.wake", step].joined(
        separator: "\n"))
    #expect(checked.findings == [Finding("asleep", 5, 4)])
  }

  @Test("is found after each of several starts, even if the event is derived from the start")
  func starts() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        app.wake:
        app.sleep:
        job.end: {fields: {id: text}}
        job.step: {fields: {id: text}}
        work.done: {fields: {id: text}}
      derived:
        work.done: [job.end]
      rules:
        - {id: since-wake, check: never job.step unless job.end(id) since app.wake}
        - {id: since-sleep, check: never job.step unless job.end(id) since app.sleep}
        - {id: since-end, check: never job.step unless work.done(id) since job.end}
        - {id: since-any-end, check: never job.step unless work.done since job.end}
      """)
    let checked = bench.check(
      [
        "app.wake", "app.sleep", "job.end id=x", "job.step id=x", "job.end id=x", "job.end id=y",
        "job.step id=y", "job.step id=x", "app.wake", "job.step id=y", "job.end id=y", "app.sleep",
        "job.step id=y",
      ].map { "10:00:00 \($0)" }.joined(separator: "\n"))
    #expect(
      checked.findings == [
        Finding("since-end", 8), Finding("since-wake", 10), Finding("since-sleep", 13),
      ])
  }

  @Test(
    "has derived events on its thread, inside the span that it closes and outside the span that it opens"
  )
  func derived() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        job.begin: {fields: {id: text}}
        job.end: {fields: {id: text}}
        work.begun: {fields: {id: text}}
        work.done: {fields: {id: text}}
      derived:
        work.begun: job.begin
        work.done: job.end
      spans:
        job: {from: job.begin, until: job.end, key: id}
      rules:
        - {id: on-main, check: each work.done has thread == main}
        - {id: not-inside, check: 'during job(id), never work.begun(id)'}
        - {id: inside, check: 'during job(id), never work.done(id)'}
      """)
    let lines = (0..<4).flatMap { ["App[1:1] job.begin id=\($0)", "App[1:\($0 % 2 + 1)] job.end id=\($0)"] }
    let checked = bench.check(lines.map { "10:00:00 \($0)" }.joined(separator: "\n"))
    #expect(
      checked.findings == [
        Finding("inside", 2, 1), Finding("inside", 4, 3), Finding("on-main", 4), Finding("inside", 6, 5),
        Finding("inside", 8, 7),
      ])
    #expect(checked.summary.rules.map(\.held) == [2, 4, 0])
  }

  @Test(
    "may have many different values that conditions read", arguments: [1, 2, 15, 16, 17, 40])
  func manyValues(_ count: Int) {
    // Each value is repeated, also the value that breaks a rule.
    let kinds = (0..<count).map { "kind-\($0)" } + ["bad"]
    var lines = ["10:00:00 app.wake"]
    var expected: [Finding] = []
    for round in 0..<6 {
      for (number, kind) in kinds.enumerated() {
        lines.append("10:00:01 job.step id=\(round)-\(number) kind=\(kind)")
        if kind == "bad", round == 0 { expected.append(Finding("no-bad-step", lines.count)) }
      }
    }
    let checked = Self.bench.check(lines.joined(separator: "\n"))
    #expect(checked.findings == expected)
    #expect(checked.summary.repeats.all.map(\.count) == [5])
  }

  @Test(
    "may have the values that conditions read anywhere in the line",
    arguments: [
      ["a=1 b=2", "b=2 a=1", "a=1 c=3 b=2", "a=1 c=\(String(repeating: "c", count: 40)) b=2", "a=1 b=\"2\""],
      ["a=1 b=2", "a=1 b=", "a=1", "b=2", "a=1 b=3", "a=12 b=2", "a=1 b=22", "a=2 b=1"],
    ])
  func places(_ fields: [String]) {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary: {job.step: {fields: {a: text, b: text, c: text}}}
      rules: [{id: none, check: never job.step where (a == 1 and b == 2)}]
      """)
    func isOffence(_ fields: String) -> Bool {
      let words = fields.split(separator: " ").map { $0.replacing("\"", with: "") }
      return words.contains("a=1") && words.contains("b=2")
    }
    // Each line follows each other line.
    let lines = fields.flatMap { one in fields.flatMap { [one, $0] } }
    let checked = bench.check(lines.map { "10:00:00 job.step \($0)" }.joined(separator: "\n"))
    let told = checked.violations.count + checked.summary.repeats.lines
    #expect(told == lines.count(where: isOffence))
  }

  @Test("is judged again if the open checks have changed, and passes again if they are as before")
  func situations() {
    let step = "10:00:01 job.step id=x kind=good"
    var lines: [String] = []
    var expected: [Finding] = []
    for _ in 0..<5 {
      lines += ["10:00:01 app.wake", step, step, step, "10:00:01 app.sleep"]
      expected.append(Finding("asleep", lines.count + 1, lines.count))
      lines += [step, step, step]
    }
    let checked = Self.bench.check(lines.joined(separator: "\n"))
    #expect(checked.findings == expected)
    #expect(checked.summary.repeats.all.map(\.count) == [2, 2, 2, 2, 2])
  }

  @Test("does not expire a time that was restarted", arguments: [nil, 13, 29])
  func renewal(_ pause: Int?) {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary: {job.step: {fields: {kind: text}}}
      rules: [{id: steady, check: job.step where kind == tick recurs every 1s}]
      """)
    var lines: [String] = []
    for second in 0..<40 where second != pause {
      for tenth in 0..<10 {
        let kind = tenth == 0 ? "tick" : "other"
        lines.append("10:00:\(second < 10 ? "0" : "")\(second).\(tenth)00 job.step kind=\(kind)")
      }
    }
    let late = pause.map { [Finding("steady", $0 * 10 + 1, $0 * 10 - 9)] }
    #expect(bench.check(lines.joined(separator: "\n")).findings == late ?? [])
  }
}
