import Rulebook
import Testing
import Trace

@testable import Checking

/// A clean trace of the rulebook that can be written without some callbacks.
struct CleanTrace: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let lines: [Line]

  /// A line, and the callback that it calls or returns from.
  private struct Line {
    let text: String
    let callback: EventID?
    let isReturn: Bool
  }

  init(_ name: String, _ trace: String) {
    testDescription = name
    lines = trace.split(separator: "\n").map { text in
      var line = Line(text: String(text), callback: nil, isReturn: false)
      var reader = TraceReader(Bench.ios.recognizer)
      let note: (Event, Span<UInt8>) -> Void = { event, _ in
        let declaration = Bench.ios.program.rulebook.vocabulary.declaration(of: event.id)
        guard let declaration, declaration.returns, ["app", "scene"].contains(declaration.family) else {
          return
        }
        line = Line(text: line.text, callback: event.id.entry, isReturn: event.id.isEnd)
      }
      let bytes = Array((line.text + "\n").utf8)
      reader.read(bytes.span, note)
      reader.finish(note)
      return line
    }
  }

  /// The callbacks of the trace, in the order of the vocabulary.
  var callbacks: [EventID] { Set(lines.compactMap(\.callback)).sorted() }

  /// The trace without some callbacks, and if requested without the returns of all others.
  func without(_ removed: [EventID], keepsReturns: Bool) -> String {
    lines.filter { line in
      guard let callback = line.callback else { return true }
      return !removed.contains(callback) && (keepsReturns || !line.isReturn)
    }.map(\.text).joined(separator: "\n")
  }

  /// The good examples of all rules, and the sequences of the state model.
  static let all: [CleanTrace] =
    Bench.ios.program.rulebook.rules.flatMap { rule in
      rule.examples.filter(\.isGood).enumerated().map { CleanTrace("\(rule.id) \($0 + 1)", $1.text) }
    } + GuidanceTrace.all(in: "sequences.txt").map { CleanTrace($0.title, $0.trace) }
}

@Suite struct `An app that does not implement a callback` {
  /// Missing callbacks give no error and no warning if the whole log lacks one or two of them.
  @Test(arguments: CleanTrace.all) func `has no violation for that`(_ trace: CleanTrace) {
    let callbacks = trace.callbacks
    var removals: [[EventID]] = [[]]
    for (index, first) in callbacks.enumerated() {
      removals.append([first])
      removals += callbacks[(index + 1)...].map { [first, $0] }
    }
    for removed in removals {
      for keepsReturns in [true, false] {
        let text = trace.without(removed, keepsReturns: keepsReturns)
        let accusations = Bench.ios.checkOnce(text).violations.filter { $0.severity < .note }
        let names = removed.map { Bench.ios.program.rulebook.vocabulary.name(of: $0) }
        #expect(
          accusations.map(Finding.init) == [],
          "without \(names)\(keepsReturns ? "" : " and without returns"):\n\(text)")
      }
    }
  }
}
