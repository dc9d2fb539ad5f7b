/// The cost of the number of live keys and of the length of a bound. Neither may slow the check down.
enum KeyRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let events = sitting.scaled(2_000_000, by: 20)
    let keys = [10, 100, 1_000, 10_000, 100_000]
    let times = sitting.measure(
      keys.map { live in
        sitting.lifecheck(
          "lifecheck, \(live) live keys",
          ["--rulebook", "Benchmarks/keys.yaml", sitting.file("keys-\(live)-\(events)")])
      })
    let rates = times.map { Double(events) / $0.cpu }
    let measured = zip(keys, rates).map { "\($0): \($1.millions)" }.joined(separator: ", ")
    return [
      Row(
        "\(events) events with 1,000 live keys", .least(5, floor: 3, "M events/s"), rates[2] / 1e6,
        measured),
      Row(
        "slowdown from 10 to 100,000 live keys", .most(3, floor: 4, "×"),
        rates[0] / (rates.min() ?? 1), ""),
    ]
  }

  /// Rules under a bound of 10 ms and of 1,000 s, on traces that keep them under both.
  static func bounds(_ sitting: Sitting) -> [Row] {
    let rows = sitting.scaled(1_000_000, by: 50)
    let traces = [
      ("quiet-\(rows)", ["absent-after-q", "absent-before-r", "absent-between-q-and-r"]),
      (
        "busy-\(rows)",
        [
          "always-after-q", "always-before-r", "always-between-q-and-r", "recurs-globally",
          "recurs-between-q-and-r", "responds-globally",
        ]
      ),
    ]
    let bounds = [10, 1_000_000]
    let programs = traces.flatMap { trace, rules in
      bounds.map {
        sitting.lifecheck(
          "lifecheck, \(trace), u = \($0)",
          [
            "--rulebook", sitting.file("upper-\($0)"), "--select", rules.joined(separator: ","),
            sitting.file(trace),
          ])
      }
    }
    let times = sitting.measure(programs).map(\.cpu)
    return zip(traces, [0, 2]).map { trace, index in
      Row(
        "bound, \(trace.1.count) properties on \(trace.0), u = 1,000,000 compared with u = 10",
        .most(1.1, floor: 1.5, "×"),
        times[index + 1] / times[index],
        "\(times[index + 1].milliseconds), \(times[index].milliseconds)")
    }
  }
}
