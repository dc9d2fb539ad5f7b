/// Random logs with a few processes and keys, and short times that meet bounds exactly, just miss them or exceed them.
/// Some logs change the kind of their times.
struct RandomLog {
  var words: RandomSentence
  private var time = 36_000_000
  private var isGone: Set<String> = []
  private var running: [String] = []
  /// The kinds of events in the log. Some logs have few kinds and one thread. No sentence has to look at
  /// most of their events then.
  private var kinds = Self.events
  private var threads = ["1", "1", "1", "2", "f3"]

  init(_ words: RandomSentence) { self.words = words }

  private static let processes = [
    ["A[1"], ["A[1"], ["A[1", "A[2"], ["A[1", "A[2", "B[1"],
  ]
  private static let events = [
    "a.x", "a.x", "a.x", "a.x", "a.y", "a.y", "a.y", "b.x", "b.x", "b.y", "b.y", "c.on", "c.on", "c.on",
    "c.off",
    "c.off", "c.halt", "c.go", "w.run", "w.run", "p.in", "p.in", "p.out", "p.gone", "conf.set", "life.start",
    "life.main", "life.term", "life.exit", "life.exit", "zz.unknown", "d.x", "d.c",
  ]
  /// The events of the log about itself.
  private static let logEvents = ["log.boot", "log.loss", "log.loss", "log.set"]
  private static let steps = [
    0, 0, 0, 1, 100, 500, 500, 999, 1000, 1000, 1001, 1500, 2000, 2000, 3000, 3001, 5000,
  ]
  private static let jumps = [10_000, 19_000, 20_000, 21_000, 40_000, -1, -1000, -10_000, -10_001, -15_000]

  mutating func lines() -> [String] {
    let processes = words.pick(Self.processes)
    var lines: [String] = []
    var lengths = [5, 12, 24, 40]
    if words.chance(30) {
      kinds = (0..<words.pick([2, 4, 6])).map { _ in words.pick(Self.events) }
      threads = ["1"]
      lengths = [24, 40, 60]
    }
    if words.chance(15) { lines.append("trace.begin records=\(words.pick(["a", "b", "c,end", "w"]))") }
    let timeless = words.chance(20) ? 20 : 2
    let dated = words.chance(10) ? 15 : 0
    let logEvents = words.chance(30) ? words.pick([4, 12]) : 0
    for _ in 0..<Int.random(in: 1...words.pick(lengths), using: &words.dice) {
      time += words.chance(5) ? words.pick(Self.jumps) : words.pick(Self.steps)
      if words.chance(logEvents) {
        let record = words.pick(Self.logEvents)
        lines.append((words.chance(timeless) ? "" : clock + " ") + record)
        if record == "log.set" { time += words.pick(Self.jumps) }
      }
      let process = words.pick(processes)
      let event = event(of: process)
      // A line without a header belongs to the process of the line above it. At the top of the log, it has no process.
      if lines.last?.contains("[") != false, words.chance(3) {
        lines.append(event)
      } else {
        let day = words.chance(dated) ? "2026-11-20 " : ""
        let header = "\(process):\(words.pick(threads))]"
        let via = words.chance(4) ? " via=\(words.pick(["kvo", "notification"]))" : ""
        lines.append("\(words.chance(timeless) ? "" : day + clock + " ")\(header) \(event)\(via)")
      }
    }
    return lines
  }

  private var clock: String {
    func pad(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let seconds = time / 1000
    return
      "\(pad(seconds / 3600, 2)):\(pad(seconds / 60 % 60, 2)):\(pad(seconds % 60, 2)).\(pad(time % 1000, 3))"
  }

  private mutating func event(of process: String) -> String {
    if !running.isEmpty, words.chance(18) {
      let name = running.remove(at: Int.random(in: running.indices, using: &words.dice))
      return name + ".end" + (words.chance(50) ? fields(name) : "")
    }
    var name = words.pick(kinds)
    // After the end of a process, there is another session of it, or a repeated end.
    if name == "life.exit", isGone.contains(process) { name = "a.x" }
    if name == "life.exit" { isGone.insert(process) } else { isGone.remove(process) }
    if World.callbacks.contains(name), words.chance(60) { running.append(name) }
    // A derived callback may return under its own name.
    if ["w.run", "p.in"].contains(name), words.chance(20) { running.append("d.c") }
    return name + fields(name)
  }

  private mutating func fields(_ name: String) -> String {
    (World.fields[name] ?? (name == "zz.unknown" ? ["id"] : [])).map { field -> String in
      let isMachine = name.hasPrefix("p.") && field == "id"
      guard isMachine || words.chance(field == "id" ? 85 : 60) else { return "" }
      let values =
        switch field {
        case "id": ["1", "1", "2"]
        case "n": ["0", "1", "2", "3", "4", "x"]
        case "s": ["1", "2", "3s", "500ms", "x"]
        case "z": ["2", "500KB", "2MB", "2000KB", "1GB", "64", "x"]
        case "r": ["2", "2.1", "2.0", "2.10", "2.1.3", "1.9.9", "x"]
        case "tags": ["p", "q", "p,q", "p,yes"]
        case "records": ["a", "b", "c", "a.y,w"]
        // The Kelvin sign is canonically equivalent to the letter K.
        default: ["yes", "yes", "no", "no", "K", "\u{212A}"]
        }
      return " \(field)=\(words.pick(values))"
    }.joined()
  }
}
