/// Any logs, each repeated to the size of a long log: real logs show what generated ones cannot.
enum OwnLogRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    sitting.options.logs.flatMap { rows(sitting, $0) }
  }

  private static func rows(_ sitting: Sitting, _ path: String) -> [Row] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let size = sitting.scaled(1_000_000_000)
    guard let log = sitting.repeated(path, to: size) else { return [] }
    var tool = sitting.lifecheck("lifecheck, \(name)", [log])
    // A log without an event is an error.
    tool.statuses = [0, 1, 2]
    var programs = [
      tool,
      Command(name: "wc -l, \(name)", words: ["wc", "-l", log]),
    ]
    if sitting.find("rg") != nil {
      programs.append(
        Command(
          name: "rg, \(name)", words: ["rg", "-c", "-F", "-f", sitting.file("literals"), log],
          statuses: [0, 1]))
    }
    let times = sitting.measure(programs)
    let (own, lines) = (times[0].cpu, times[1].cpu)
    let rg = times.count > 2 ? times[2].cpu : nil
    return [
      Row(
        "\(name), repeated to \(size.megabytes), compared with `wc -l`", .most(2.5, floor: 4, "×"),
        own / lines,
        "\(own.milliseconds), `wc -l` \(lines.milliseconds)"),
      Row(
        "\(name), repeated to \(size.megabytes), speed relative to `rg -c -F -f`", .least(5, floor: 3, "×"),
        rg.map { $0 / own }, rg.map { "`rg` \($0.milliseconds)" } ?? ""),
    ]
  }
}
