import Foundation
import LifecheckDetector
import Synchronization
import Testing

@testable import LifecheckTesting

@Suite struct `An assertion on a trace` {
  private static let good = """
    10:00:00.000 App[1:1] app.didBecomeActive
    10:00:01.000 App[1:1] timer.start id=redraw
    10:00:02.000 App[1:1] app.willResignActive
    10:00:02.005 App[1:1] timer.stop id=redraw
    10:00:02.010 App[1:1] app.willResignActive.end
    10:00:02.020 App[1:1] app.didEnterBackground
    10:00:02.030 App[1:1] app.didEnterBackground.end

    """
  private static let bad = good + "10:00:03.000 App[1:1] gl.call fn=glFlush\n"
  /// A trace with a warning, but no error.
  private static let weak = good.replacing("10:00:02.005 App[1:1] timer.stop id=redraw\n", with: "")

  private func file(_ text: String, _ name: String = "trace.log") throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assert-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func check(_ text: String, _ rules: LifecycleRules = .ios) throws -> TraceCheck {
    try TraceCheck(RecordedTrace(Array(text.utf8), named: "trace"), rules)
  }

  /// The issues that an assertion records, with their lines in this file.
  private func issues(_ body: () throws -> Void) rethrows -> [(text: String, line: Int)] {
    let found = Mutex<[(String, Int)]>([])
    try withKnownIssue {
      try body()
    } matching: { issue in
      found.withLock { $0.append((issue.comments.first?.rawValue ?? "", issue.sourceLocation?.line ?? 0)) }
      return true
    }
    return found.withLock { $0 }
  }

  @Test func `passes if the trace breaks no rule`() throws {
    try expectLifecycle(of: try file(Self.good))
    try expectLifecycle(ofText: Self.good, .ios)
    try expectLifecycle(ofBytes: Self.good.utf8, LifecycleRules(isStrict: true))
    try expectLifecycle(ofText: Self.weak)
  }

  @Test func `fails at its line, and shows the lines of the trace`() throws {
    let trace = try file(Self.bad)
    let issues = try issues { try expectLifecycle(of: trace) }
    let line = #line - 1
    try #require(issues.count == 1)
    #expect(issues[0].line == line)
    #expect(
      issues[0].text == """
        gl.call while the app is in the background [no-gl-in-background]
        \(trace.path):8:23: error: gl.call while the app is in the background [no-gl-in-background]
        \(trace.path):6:23: note: background begins here [no-gl-in-background]
        """)
  }

  @Test func `shows the lines of a text that is not a file`() throws {
    let texts = try check(Self.bad).failures
    #expect(texts.count == 1 && texts[0].contains("8 | 10:00:03.000 App[1:1] gl.call fn=glFlush"))
    #expect(texts[0].contains("--> trace:8:23"))
  }

  @Test func `escapes the text of a trace`() throws {
    let hostile = Self.weak.replacing("redraw", with: "\"a\u{1B}]0;b\\n/a.swift:1: error: forged\"")
    let trace = try file(hostile)
    for rules in [
      LifecycleRules(isStrict: true), LifecycleRules(only: ["timers-stopped-on-resign"], isStrict: true),
    ] {
      let texts = try TraceCheck(RecordedTrace(contentsOf: trace), rules).failures
      #expect(!texts.isEmpty)
      for text in texts {
        #expect(!text.contains("\u{1B}"))
        #expect(text.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix(trace.path) })
      }
    }
  }

  @Test func `shows a warning, which fails only if it is strict`() throws {
    let check = try check(Self.weak)
    #expect(check.failures.isEmpty && check.warnings.count == 1)
    #expect(check.warnings.first?.contains("warning[timers-stopped-on-resign]") == true)
    let strict = try self.check(Self.weak, LifecycleRules(isStrict: true))
    #expect(strict.failures.count == 1 && strict.warnings.isEmpty)
  }

  @Test func `checks only the chosen rules`() throws {
    #expect(try check(Self.bad, LifecycleRules(ignoring: ["no-gl-in-background"])).failures.isEmpty)
    #expect(try check(Self.bad, LifecycleRules(only: ["no-gl-in-background"])).failures.count == 1)
    let error = #expect(throws: LifecycleError.self) {
      try expectLifecycle(ofText: Self.good, LifecycleRules(ignoring: ["no-gl-in-backgroun"]))
    }
    #expect(
      error?.description
        == "lifecheck: error: ignoring: unknown rule `no-gl-in-backgroun`; did you mean `no-gl-in-background`?"
    )
  }

  // MARK: - Nothing checked

  @Test(arguments: [
    ("", "trace: is empty"), ("hello\n", "trace: no known event in 1 line"),
    ("10:00:00.000 App[1:1] setting.changed\n", "no rule could be checked: trace has only"),
    ("10:00:00.000 App[1:1] activity.onPause name=Main\n", "no known event in 1 line"),
  ]) func `fails if no rule is checked`(text: String, message: String) throws {
    let failures = try check(text).failures
    #expect(failures.count == 1 && failures.first?.contains(message) == true, "\(failures)")
    #expect(try issues { try expectLifecycle(ofText: text) }.count == 1)
  }

  @Test func `throws an error if the trace or the rules cannot be read`() throws {
    let missing = URL(filePath: "/nowhere/trace.log")
    for body: () throws -> Void in [
      { try expectLifecycle(of: missing) },
      { try expectLifecycle(of: URL(filePath: "/")) },
      { try expectLifecycle(of: URL(string: "https://example.com/trace.log") ?? missing) },
      { try expectLifecycle(ofText: Self.good, LifecycleRules(rulebook: "nowhere.yaml")) },
      { try expectLifecycle(ofText: Self.good, LifecycleRules(project: missing)) },
      { try expectLifecycle(ofText: Self.good, LifecycleRules(baseline: missing)) },
      { try expectLifecycle(ofText: Self.good, LifecycleRules(baseline: try self.file("known: 1\n"))) },
    ] {
      let error = #expect(throws: LifecycleError.self) { try body() }
      #expect(error?.description.isEmpty == false && error?.description == error?.localizedDescription)
    }
    let error = #expect(throws: LifecycleError.self) { try expectLifecycle(of: missing) }
    #expect(error?.description == "/nowhere/trace.log: no such file")
  }

  // MARK: - Known violations

  @Test func `passes over the violations of a baseline`() throws {
    let known = """
      baseline: 1
      fingerprints: lifecheck/v1
      known:
        - {rule: "no-gl-in-background", event: "gl.call", fingerprint: "FINGERPRINT", since: 2026-01-01}

      """
    // As `lifecheck --write-baseline` writes it.
    let print = "ca8c52472ea59fc76d9e52b5c51db4fa"
    let baseline = try file(known.replacing("FINGERPRINT", with: print), "known.yaml")
    let other = try file(known.replacing("FINGERPRINT", with: String(print.reversed())), "known.yaml")
    #expect(try check(Self.bad, LifecycleRules(baseline: baseline)).failures.isEmpty)
    #expect(try check(Self.bad, LifecycleRules(baseline: other)).failures.count == 1)
    let expired = try file(
      known.replacing("FINGERPRINT", with: print).replacing(
        "since: 2026-01-01", with: "since: 2020-01-01, expires: 2020-02-01"),
      "known.yaml")
    let texts = try check(Self.bad, LifecycleRules(baseline: expired)).failures
    #expect(texts.first?.contains("expired on 2020-02-01") == true)
  }

  @Test func `uses the project file`() throws {
    let project = try file(
      """
      lifecheck: 1
      rules:
        timers-stopped-on-resign: error
        save-data-on-background: {required: yes}
      suppressions:
        - {rule: no-gl-in-background, where: trace.log, reason: a known fault}

      """, ".lifecheck.yaml")
    let trace = project.deletingLastPathComponent().appending(path: "trace.log")
    try (Self.weak + "10:00:03.000 App[1:1] gl.call fn=glFlush\n").write(
      to: trace, atomically: true, encoding: .utf8)
    let failures = try TraceCheck(RecordedTrace(contentsOf: trace), LifecycleRules(project: project)).failures
    #expect(failures.count == 2, "\(failures)")
    #expect(failures.first?.contains("[timers-stopped-on-resign]") == true)
    #expect(failures.last?.contains("save-data-on-background") == true, "\(failures)")
  }

  @Test func `shows at most 20 violations, and counts the others`() throws {
    let changes = (0..<50).map { "10:00:01.\(100 + $0) App[1:1] user.dataDirty id=part\($0)\n" }
    let texts = try check(
      Self.good.replacing("10:00:02.000", with: changes.joined() + "10:00:02.000"),
      LifecycleRules(only: ["save-data-on-background"])
    ).failures
    #expect(texts.count == 21 && texts.last == "30 more violations; `lifecheck trace` shows them")
  }

  @Test func `is explained by examples that compile`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    func text(of path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    // Examples in functions are indented.
    func unindented(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
    }
    let blocks = try text(of: "docs/testing.md").split(separator: "```swift\n").dropFirst()
    let examples = blocks.compactMap { $0.split(separator: "```").first }.filter { !$0.hasPrefix(".") }
    #expect(examples.count == 3)
    let compiled = unindented(try text(of: "Tests/AssertionTests/PageExamples.swift"))
    for example in examples { #expect(compiled.contains(unindented(example))) }
  }
}
