/// Logs with very few events.
enum SparseRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let size = sitting.scaled(1_000_000_000)
    guard let sparse = sitting.file("sparse-\(size)", bytes: size),
      let changing = sitting.file("changing-\(size)", bytes: size)
    else { return [] }
    var programs = [
      sitting.lifecheck("lifecheck, sparse", [sparse]), sitting.lifecheck("lifecheck, changing", [changing]),
      Command(name: "wc -l, sparse", words: ["wc", "-l", sparse]),
      Command(name: "cat, sparse", words: ["cat", sparse], output: "/dev/null"),
    ]
    if sitting.find("rg") != nil {
      programs.append(
        Command(name: "rg, sparse", words: ["rg", "-c", "-F", "-f", sitting.file("literals"), sparse]))
    }
    let times = sitting.measure(programs)
    let varied = varied(sitting, size)
    let (tool, changed, lines) = (times[0].cpu, times[1].cpu, times[2].cpu)
    let rg = times.count > 4 ? times[4].cpu : nil
    let rate = (Double(size) / tool / 1e9).decimal(2)
    return [
      Row(
        "sparse log of \(size.megabytes), \(sitting.events(in: sparse)) events, all rules, compared with `wc -l`",
        .most(2, floor: 3, "×"), tool / lines,
        "\(tool.milliseconds) (\(rate) GB/s), `wc -l` \(lines.milliseconds), `cat` \(times[3].cpu.milliseconds)"
      ),
      Row(
        "sparse log of \(size.megabytes), all rules, speed relative to `rg -c -F -f`",
        .least(7, floor: 4, "×"), rg.map { $0 / tool },
        rg.map { "`rg` \($0.milliseconds)" } ?? ""),
      Row(
        "changing log of \(size.megabytes), all rules, compared with the sparse log",
        .most(1.3, floor: 1.6, "×"), changed / tool,
        changed.milliseconds),
    ] + varied
  }

  /// Logs of a device, whose headers differ from line to line.
  private static func varied(_ sitting: Sitting, _ size: Int) -> [Row] {
    var rows: [Row] = []
    for (name, work) in [
      ("device", "device log"), ("apple-ndjson-sparse", "sparse ndjson with all of Apple's keys"),
    ] {
      guard let log = sitting.file("\(name)-\(size)", bytes: size) else { continue }
      rows += sitting.scan(name, log).rows(
        "\(work) of \(size.megabytes), \(sitting.events(in: log)) events, all rules")
    }
    return rows
  }
}
