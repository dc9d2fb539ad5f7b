import CCores

/// The time of the engine alone, as the median of several processes.
struct EngineTimes {
  var events = 0
  var violations = 0
  var seconds = 0.0
  var rate: Double { seconds > 0 ? Double(events) / seconds : 0 }
}

extension Sitting {
  /// Times the engine alone on a log.
  func engine(_ log: String, _ rulebook: String, rule: String? = nil, rounds: Int? = nil) -> EngineTimes {
    let words = [CommandLine.arguments[0], "engine", log, rulebook] + (rule.map { [$0] } ?? [])
    use_cores(1)
    defer { use_cores(Self.cores) }
    let runs = (0..<(rounds ?? options.runs)).map { _ in
      let values = text(of: words).split { $0 == " " || $0 == "\n" }
      guard values.count == 3, let events = Int(values[0]), let seconds = Double(values[1]),
        let violations = Int(values[2])
      else { fail("the engine could not be timed on \(log)") }
      return EngineTimes(events: events, violations: violations, seconds: seconds)
    }
    return runs.sorted { $0.seconds < $1.seconds }[runs.count / 2]
  }
}
