import Foundation
import TestSupport
import Testing
import Trace

@testable import Checking

/// A violation by its rule and the texts of its lines, without line numbers.
private struct Said: Hashable, CustomStringConvertible {
  var rule: String
  var line: String
  var related: [String]

  init(_ violation: Violation, _ original: (String) -> String) {
    rule = violation.ruleID
    line = original(violation.witness.text)
    related = violation.related.map { original($0.witness.text) }
  }

  var description: String { "\(rule): \(line) \(related)" }
}

/// The traces of the guidance that break a rule, and the sequences.
private let logs: [GuidanceTrace] =
  GuidanceTrace.all(in: "guidance.txt") + GuidanceTrace.all(in: "sequences.txt")

extension Bench {
  /// The violations of a log that is read in pieces.
  fileprivate func said(inPieces pieces: [String], _ original: (String) -> String = { $0 }) -> [Said] {
    var checker = Checker(program)
    for piece in pieces {
      var reader = TraceReader(recognizer)
      let bytes = Array(piece.utf8)
      reader.read(bytes.span) { event, line in checker.step(event, line: line) }
      reader.finish { event, line in checker.step(event, line: line) }
    }
    checker.finish()
    return checker.takeViolations().map { Said($0, original) }.sorted { $0.description < $1.description }
  }

  fileprivate func said(_ lines: [String], _ original: (String) -> String = { $0 }) -> [Said] {
    said(inPieces: [lines.joined(separator: "\n")], original)
  }
}

@Suite struct `A transformed log breaks the same rules` {
  @Test(arguments: logs) fileprivate func `if it is split into files at any line`(_ log: GuidanceTrace) {
    let lines = log.trace.split(separator: "\n").map(String.init)
    let whole = Bench.ios.said(lines)
    for cut in 1..<max(2, lines.count) {
      // The line numbers continue in the second file.
      let pieces = [
        lines[..<cut].joined(separator: "\n"),
        String(repeating: "\n", count: cut) + lines[cut...].joined(separator: "\n"),
      ]
      #expect(Bench.ios.said(inPieces: pieces) == whole, "cut before line \(cut + 1)")
    }
  }

  @Test(arguments: logs) fileprivate func `with lines of other processes in between`(_ log: GuidanceTrace) {
    let lines = log.trace.split(separator: "\n").map(String.init)
    let whole = Bench.ios.said(lines)
    // The other process does the same at the same times. It is in the same log, but in another session.
    let others = log.trace.replacingOccurrences(of: "MyApp[", with: "Other[")
      .split(separator: "\n").map(String.init)
    var dice = Dice(seed: 1)
    for _ in 0..<8 {
      var mixed: [String] = []
      for (line, other) in zip(lines, others) {
        mixed += Bool.random(using: &dice) ? [line, other] : [other, line]
      }
      let said = Bench.ios.said(mixed)
      #expect(said.filter { $0.line.contains("MyApp") } == whole)
      #expect(said.count == 2 * whole.count)
    }
  }

  @Test(arguments: logs) fileprivate func `with lines in between that are not events`(_ log: GuidanceTrace) {
    let lines = log.trace.split(separator: "\n").map(String.init)
    let noise = [
      "", "10:00:01.000 MyApp[4242:1] loaded 12 items", "\tat line 3 of something", "{\"level\": \"info\"}",
      "10:00:02.000 Other[9:1] nothing of note", "=== a heading ===",
    ]
    var dice = Dice(seed: 2)
    let noisy = lines.flatMap { line in
      [line] + (0..<Int.random(in: 0...3, using: &dice)).compactMap { _ in noise.randomElement(using: &dice) }
    }
    #expect(Bench.ios.said(noisy) == Bench.ios.said(lines))
  }

  @Test(arguments: logs, [-9, 3, 11]) fileprivate func `at another hour of the day`(
    _ log: GuidanceTrace, _ hours: Int
  ) {
    let lines = log.trace.split(separator: "\n").map(String.init)
    func shifted(_ line: String, by hours: Int) -> String {
      guard let hour = Int(line.prefix(2)) else { return line }
      return (hour + hours < 10 ? "0" : "") + "\(hour + hours)" + line.dropFirst(2)
    }
    let said = Bench.ios.said(lines.map { shifted($0, by: hours) }) { shifted($0, by: -hours) }
    #expect(said == Bench.ios.said(lines))
  }

  @Test(arguments: logs) fileprivate func `with other ids`(_ log: GuidanceTrace) {
    let lines = log.trace.split(separator: "\n").map(String.init)
    func renamed(_ line: String) -> String {
      line.replacing(/\ (id|path|url|scene)=(\S+)/) { " \($0.1)=z\(String($0.2.reversed()))9" }
    }
    func original(_ line: String) -> String {
      line.replacing(/\ (id|path|url|scene)=z(\S+)9/) { " \($0.1)=\(String($0.2.reversed()))" }
    }
    #expect(Bench.ios.said(lines.map(renamed), original) == Bench.ios.said(lines))
  }
}
