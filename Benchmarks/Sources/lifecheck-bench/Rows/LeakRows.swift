/// What must not cost: how much an app has left open.
enum LeakRows {
  /// Background tasks are left out: each open one still costs something in every visit to the background.
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
        "one more leak in each of \(visits) visits, \(7 * visits) lines, all rules, the slowest kind",
        .most(0.5, floor: 1, "s"), times.max(), measured)
    ]
  }
}
