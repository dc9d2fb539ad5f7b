/// The cost of leaked spans. Spans that are never closed may not slow the check down.
enum LeakRows {
  /// Background tasks are left out, because each open task has a cost in every visit to the background.
  private static let kinds: [LeakLog.Kind] = [.timers, .documents, .files]

  static func rows(_ sitting: Sitting) -> [Row] {
    let visits = sitting.scaled(10_000, by: 10)
    let times = sitting.measure(
      kinds.map { kind in
        sitting.lifecheck(
          "lifecheck, \(visits) leaked \(kind.rawValue)",
          [sitting.file("leaks-\(kind.rawValue)-\(7 * visits)")])
      }
    ).map(\.cpu)
    let measured = zip(kinds, times).map { "\($0.rawValue): \($1.milliseconds)" }.joined(separator: ", ")
    return [
      Row(
        "one leak per visit, \(visits) visits, \(7 * visits) lines, all rules, the slowest kind",
        .most(0.5, floor: 1, "s"), times.max(), measured)
    ]
  }
}
