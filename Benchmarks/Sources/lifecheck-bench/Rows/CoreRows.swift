import CCores

/// The speed-up by a second core.
enum CoreRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let lines = sitting.scaled(2_000_000)
    let size = sitting.scaled(1_000_000_000)
    // Two files, because a file that is named twice is read once.
    guard let dense = sitting.file("nslog-\(lines)", bytes: lines * 90),
      let other = sitting.file("nslog-\(lines + 1)", bytes: lines * 90),
      let sparse = sitting.file("sparse-\(size)", bytes: size)
    else { return [] }
    return [
      row(sitting, "two dense files", [dense, other]), row(sitting, "one big sparse file", [sparse]),
      row(sitting, "one big dense file", [dense]), control(sitting),
    ]
  }

  /// Compares one core with two in turn, by the fastest runs of each, and checks that both give the same report.
  private static func row(_ sitting: Sitting, _ name: String, _ logs: [String]) -> Row {
    let reports = [1, 2].map { "\(sitting.options.folder)/report-\($0)" }
    let programs = zip([1, 2], reports).map { cores, report in
      var program = sitting.lifecheck("lifecheck, \(name), cores: \(cores)", logs, output: report)
      program.cores = Int32(cores)
      return program
    }
    let best = sitting.measure(programs).map(\.bestWall)
    let isSame = Child(["cmp", "-s"] + reports).end().status == 0
    return Row(
      "two cores, \(name), wall time", .least(1.9, floor: nil, "×"), best[0] / best[1],
      "\(best[0].milliseconds), \(best[1].milliseconds); \(isSame ? "the same report" : "**a different report**")"
    )
  }

  /// The speed-up of two loops that only count: the most that the machine can give.
  private static func control(_ sitting: Sitting) -> Row {
    let words = [CommandLine.arguments[0], "spin"]
    use_cores(Sitting.cores)
    var best = (one: Double.infinity, two: Double.infinity)
    for _ in 0..<sitting.options.runs {
      best.one = min(best.one, Child(words).end().wall)
      let pair = [Child(words), Child(words)]
      best.two = min(best.two, pair.map { $0.end().wall }.max() ?? .infinity)
    }
    return Row(
      "two cores, control: two loops that only count, compared with one", .least(1.9, floor: nil, "×"),
      2 * best.one / best.two, "\(best.one.milliseconds), \(best.two.milliseconds)")
  }
}
