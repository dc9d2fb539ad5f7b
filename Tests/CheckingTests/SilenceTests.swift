import Testing

@testable import Checking

/// Durations over a silence in which the process may have been suspended, or may have had nothing to log. Here the
/// silence is more than 30 s between `app.sleep` and `app.wake`.
@Suite struct `A silence that may not count` {
  struct Case: CustomTestStringConvertible, Sendable {
    var check: String
    var verdict: Verdict
    /// Seconds and event, line by line.
    var trace: String

    var testDescription: String { "\(check): \(verdict.rawValue): \(trace)" }

    init(_ check: String, _ verdict: Verdict, _ trace: String) {
      (self.check, self.verdict, self.trace) = (check, verdict, trace)
    }
  }

  private func check(_ case: Case) -> Checked {
    let rulebook = """
      lifecheck: 1
      vocabulary:
        app.sleep: {callback: appDidSleep}
        app.wake:
        job.start: {fields: {id: text}}
        job.stop: {fields: {id: text}}
        key.down:
        key.up:
      spans:
        asleep: {from: app.sleep, until: app.wake}
        job: {from: job.start, until: job.stop, key: id}
      clock: {gaps: {in: asleep, over: 30s}}
      rules:
        - {id: it, check: '\(`case`.check)'}

      """
    let lines = `case`.trace.split(separator: "|").map { line -> String in
      let words = line.split(separator: " ", maxSplits: 1)
      let seconds = Int(words[0]) ?? 0
      return "10:\(10 + seconds / 60):\(10 + seconds % 60) \(words[1])\n"
    }
    return Bench.with(rulebook).check(lines.joined())
  }

  private static let cases = [
    // The clock counts 4 s; with the silence it may be 44 s.
    Case(
      "each job.start is followed by job.stop within 30s", .inconclusive,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case(
      "each job.start is followed by job.stop within 44s", .held,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case(
      "each job.start is followed by job.stop within 3s", .violated,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case(
      "each job.start is followed by job.stop within 5s to 50s", .inconclusive,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("each job lasts at most 30s", .inconclusive, "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("each job lasts at most 44s", .held, "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("each job lasts at least 30s", .inconclusive, "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("each job lasts at least 45s", .violated, "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("each app.sleep lasts at most 5s", .inconclusive, "0 app.sleep|40 app.sleep.end"),
    Case("each app.sleep lasts at most 5s", .violated, "0 app.sleep|40 key.up|46 app.sleep.end"),
    Case(
      "each job.stop is preceded by job.start within 10s", .inconclusive,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case(
      "each job.stop is preceded by job.start within 60s", .held,
      "0 app.sleep|1 job.start|41 key.up|45 job.stop"),
    Case("key.up recurs every 10s", .inconclusive, "0 app.sleep|1 key.up|41 key.down|45 key.up"),
    Case("while asleep, expect job.stop within 30s", .inconclusive, "0 app.sleep|41 job.stop"),
    Case("at most 1 key.up per 20s", .inconclusive, "0 app.sleep|1 key.up|41 key.up"),
    Case("at most 1 key.up per 60s", .violated, "0 app.sleep|1 key.up|41 key.up"),
    // A span that was closed after the silence may have been open for too long.
    Case(
      "no job is open 10s after app.sleep", .inconclusive, "0 job.start|1 app.sleep|41 job.stop|60 key.up"),
    Case(
      "no job is open 10s after app.sleep", .held, "0 job.start|1 app.sleep|2 job.stop|41 key.up|60 key.up"),
    Case("no job is open 10s after app.sleep", .violated, "0 job.start|1 app.sleep|41 key.up|60 key.up"),
    // An event after the silence may be after the end of the scope.
    Case("for 10s after app.sleep, never key.up", .inconclusive, "0 app.sleep|41 key.up|60 key.down"),
    Case("for 10s after app.sleep, expect key.up", .notObservable, "0 app.sleep|41 key.up|60 key.down"),
    Case("for 10s after app.sleep, never key.up", .violated, "0 app.sleep|5 key.up|60 key.down"),
    Case("each key.up has app.sleep within the last 10s", .notObservable, "0 app.sleep|41 key.up"),
    Case("never key.up unless app.sleep within the last 10s", .held, "0 app.sleep|41 key.up"),
  ]

  @Test(arguments: cases)
  func `makes a duration inconclusive that may be too long because of it`(_ case: Case) {
    #expect(check(`case`).coverage("it")?.verdict == `case`.verdict)
  }

  @Test func `is counted separately from a log that ends too soon`() {
    let silent = check(
      Case("each job lasts at most 30s", .inconclusive, "0 app.sleep|1 job.start|41 job.stop"))
    #expect(silent.coverage("it")?.unmeasured == 1)
    let open = check(Case("each job lasts at most 30s", .inconclusive, "0 app.sleep|1 job.start"))
    #expect(open.coverage("it")?.inconclusive == 1)
    #expect(open.coverage("it")?.unmeasured == 0)
  }
}
