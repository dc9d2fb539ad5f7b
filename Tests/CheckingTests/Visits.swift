import Trace

@testable import Checking

/// Logs of an app that enters the background and returns many times, and rules for it.
enum Visits {
  enum Place: CaseIterable { case foreground, background }

  /// An iOS log in which each visit logs an event, with the number of the visit for `#`.
  static func log(_ count: Int, of event: String, in place: Place) -> String {
    log(
      (0..<count).flatMap { visit in
        let event = event.replacing("#", with: "\(visit)")
        return ["app.willEnterForeground", "app.didBecomeActive"] + (place == .foreground ? [event] : [])
          + ["app.willResignActive", "app.willResignActive.end", "app.didEnterBackground"]
          + ["app.didEnterBackground.end"] + (place == .background ? [event] : [])
      })
  }

  /// A log of these messages, one every 200 ms.
  static func log(_ messages: [String]) -> String {
    messages.enumerated().map { "\(time(200 * $0)) App[7:1] \($1)\n" }.joined()
  }

  private static func time(_ milliseconds: Int) -> String {
    let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60]
    let seconds = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "2025-01-01 \(seconds).\(milliseconds % 1_000 / 100)00"
  }

  /// A small app with timers, saves and audio, and one rule.
  static func bench(_ sentence: String, _ limits: Limits = Limits()) -> Bench {
    .with(
      """
      lifecheck: 1
      vocabulary:
        app.wake: {returns: true}
        app.sleep: {returns: true}
        timer.start: {fields: {id: text, allow: text}}
        timer.fire: {fields: {id: text}}
        timer.stop: {fields: {id: text}}
        save.begin: {fields: {id: text}}
        save.end: {fields: {id: text}}
        audio.play:
        audio.stop:
        device.lock:
        app.idle:
        mode.set: {fields: {mode: text}}
      facts: mode.set
      spans:
        timer: {from: timer.start, until: timer.stop, key: id}
        saving: {from: save.begin, until: save.end, key: id}
        playing: {from: audio.play, until: audio.stop}
        awake: {from: app.wake, until: app.sleep}
      rules: [{id: tested, check: '\(sentence)'}]
      """, limits)
  }
}

extension Bench {
  /// The number of proofs that are built for a log, and of open spans that are visited.
  func work(on trace: String) -> Int {
    var checker = Checker(program)
    var reader = TraceReader(recognizer)
    let bytes = Array(trace.utf8)
    reader.read(bytes.span) { event, line in checker.step(event, line: line) }
    reader.finish { event, line in checker.step(event, line: line) }
    checker.finish()
    return checker.log.work.proofs + checker.log.work.openings
  }
}
