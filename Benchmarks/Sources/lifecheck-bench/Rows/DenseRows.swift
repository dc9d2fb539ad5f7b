/// Logs in which every line is an event.
enum DenseRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let lines = sitting.scaled(5_000_000)
    let objects = sitting.scaled(1_000_000)
    guard let dense = sitting.file("nslog-\(lines)", bytes: lines * 90),
      let ndjson = sitting.file("ndjson-\(objects)", bytes: objects * 1_100),
      let threadtime = sitting.file("threadtime-\(lines)", bytes: lines * 70),
      let apple = sitting.file("apple-ndjson-\(objects)", bytes: objects * 1_100)
    else { return [] }
    var programs = [
      sitting.lifecheck("lifecheck, dense", [dense]), sitting.lifecheck("lifecheck, ndjson", [ndjson]),
      sitting.lifecheck("lifecheck, dense threadtime", [threadtime]),
      sitting.lifecheck("lifecheck, dense apple-ndjson", [apple]),
      Command(name: "wc -l, dense", words: ["wc", "-l", dense]),
      Command(name: "cat, dense", words: ["cat", dense], output: "/dev/null"),
    ]
    if sitting.find("rg") != nil {
      programs.append(
        Command(name: "rg, dense", words: ["rg", "-c", "-F", "-f", sitting.file("literals"), dense]))
    }
    let times = sitting.measure(programs)
    let engine = sitting.engine(dense, "ios")
    func row(_ work: String, _ log: String, _ time: Times, goal: Double, floor: Double) -> Row {
      let events = sitting.events(in: log)
      return Row(
        "\(work), \(events) events, all rules", .least(goal, floor: floor, "M events/s"),
        Double(events) / time.cpu / 1e6, time.cpu.milliseconds)
    }
    return [
      row("dense NSLog", dense, times[0], goal: 17, floor: 15),
      row("dense ndjson", ndjson, times[1], goal: 2, floor: 1),
      row("dense Android threadtime", threadtime, times[2], goal: 8, floor: 5),
      row("dense ndjson with all of Apple's keys", apple, times[3], goal: 2, floor: 1),
      Row(
        "the engine alone, with the events of the dense log in memory", .least(50, floor: 25, "M events/s"),
        engine.rate / 1e6,
        "\(engine.events) events in \(engine.seconds.milliseconds), \(engine.violations) violations"),
    ]
  }
}
