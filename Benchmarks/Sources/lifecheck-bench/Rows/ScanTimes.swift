/// The CPU times of lifecheck, `wc -l` and `rg` on the same log.
struct ScanTimes {
  var lifecheck: Double
  var wc: Double
  /// Nil if `rg` is not installed.
  var rg: Double?
  /// Whether lifecheck read the whole log and found events in it.
  var hasVerdict: Bool

  /// How many times slower lifecheck is than `wc -l`.
  var slowdown: Double { lifecheck / wc }
  /// How many times faster lifecheck is than `rg`.
  var speedup: Double? { rg.map { $0 / lifecheck } }

  /// The rows of a log: compared with `wc -l`, and with `rg`.
  func rows(_ work: String) -> [Row] {
    [
      Row(
        "\(work), compared with `wc -l`", .most(2.5, floor: 4, "×"), slowdown,
        "\(lifecheck.milliseconds), `wc -l` \(wc.milliseconds)"),
      Row(
        "\(work), speed relative to `rg -c -F -f`", .least(5, floor: 3, "×"), speedup,
        rg.map { "`rg` \($0.milliseconds)" } ?? ""),
    ]
  }
}

extension Sitting {
  /// Measures the three programs in turn.
  ///
  /// - Parameters:
  ///   - statuses: the exit statuses of lifecheck that are not a failure.
  ///   - literals: the name of the file with the texts for `rg`.
  func scan(
    _ name: String, _ log: String, statuses: [Int32] = [0, 1], literals: String = "literals"
  ) -> ScanTimes {
    var tool = lifecheck("lifecheck, \(name)", [log])
    tool.statuses = statuses
    var programs = [tool, Command(name: "wc -l, \(name)", words: ["wc", "-l", log])]
    if find("rg") != nil {
      programs.append(
        Command(
          name: "rg, \(name)", words: ["rg", "-c", "-F", "-f", file(literals), log], statuses: [0, 1]))
    }
    let times = measure(programs)
    return ScanTimes(
      lifecheck: times[0].cpu, wc: times[1].cpu, rg: times.count > 2 ? times[2].cpu : nil,
      hasVerdict: times[0].costs.allSatisfy { $0.status != 2 })
  }
}
