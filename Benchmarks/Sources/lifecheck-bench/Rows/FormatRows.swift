/// A sparse log of every format. Each file is deleted after its measurement, because all of them need 10 GB.
enum FormatRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let size = sitting.scaled(256_000_000)
    var rows: [Row] = []
    var all: [(name: String, times: ScanTimes)] = []
    for row in FormatRow.all {
      let file = "format-\(row.name)-\(size)"
      guard let log = sitting.file(file, bytes: size) else { continue }
      let literals = row.format.home == .android ? "literals-android" : "literals"
      let times = sitting.scan(file, log, statuses: [0, 1, 2], literals: literals)
      all.append((row.name, times))
      rows.append(
        Row(
          "sparse log in the format \(row.name), \(size.megabytes), \(sitting.events(in: log)) events, compared with `wc -l`",
          .most(2.5, floor: 4, "×"), times.slowdown, text(times)))
      Files.delete(log)
    }
    return rows + slowest(all)
  }

  /// The times of the three programs, and the ratio that the row does not compare.
  private static func text(_ times: ScanTimes) -> String {
    let base =
      (times.hasVerdict ? "" : "**no verdict**, ")
      + "\(times.lifecheck.milliseconds), `wc -l` \(times.wc.milliseconds)"
    guard let rg = times.rg, let speedup = times.speedup else { return base }
    return "\(base), `rg` \(rg.milliseconds): \(speedup.decimal(2)) × as fast as `rg`"
  }

  private static func slowest(_ all: [(name: String, times: ScanTimes)]) -> [Row] {
    let besideWC = all.max { $0.times.slowdown < $1.times.slowdown }
    let besideRG = all.min { ($0.times.speedup ?? .infinity) < ($1.times.speedup ?? .infinity) }
    return [
      Row(
        "the slowest format, compared with `wc -l`", .most(2.5, floor: 4, "×"), besideWC?.times.slowdown,
        besideWC?.name ?? ""),
      Row(
        "the slowest format, speed relative to `rg -c -F -f`", .least(5, floor: 3, "×"),
        besideRG?.times.speedup, besideRG?.name ?? ""),
    ]
  }
}
