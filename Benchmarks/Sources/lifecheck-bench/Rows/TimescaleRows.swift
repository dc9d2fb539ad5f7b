/// The ten properties of the Timescales suite, compared with Reelay, a monitor for such properties.
enum TimescaleRows {
  private static let bounds = [10, 100, 1000]

  static func rows(_ sitting: Sitting) -> [Row] {
    let rows = sitting.scaled(1_000_000, by: 50)
    let reelay = Reelay(sitting)
    return bounds.map { whole(sitting, reelay, bound: $0, rows) }
      + bounds.map { alone(sitting, reelay, bound: $0, rows) }
  }

  /// All ten properties in one pass over each trace, compared with ten passes of Reelay, each over the trace of its
  /// property.
  private static func whole(_ sitting: Sitting, _ reelay: Reelay, bound: Int, _ rows: Int) -> Row {
    let rulebook = sitting.file("rules-\(bound)")
    let ours = Timescale.allCases.map { property in
      sitting.lifecheck(
        "lifecheck, ten properties, u = \(bound), \(property.rawValue)",
        ["--rulebook", rulebook, sitting.file("text-\(bound)-\(rows)-\(property.rawValue)")])
    }
    let theirs = Timescale.allCases.compactMap { reelay.json($0, bound: bound, rows) }
    let times = sitting.measure(ours + theirs)
    let costs = zip(ours, times).sorted { $0.1.cpu < $1.1.cpu }
    let (middle, slowest) = (costs[costs.count / 2], costs[costs.count - 1])
    // The last line of lifecheck: `failed: 39,700 errors`.
    let end = sitting.text(of: slowest.0.words, errors: true).split(separator: "\n").last ?? "no violation"
    let sum = theirs.isEmpty ? nil : times[ours.count...].reduce(0) { $0 + $1.cpu }
    return Row(
      "Timescales, \(rows) rows, u = \(bound), ten properties in one pass, the slowest trace, "
        + "compared with Reelay's sum", .most(1.0 / 3, floor: 0.5, "×"),
      sum.map { slowest.1.cpu / $0 },
      "\(slowest.1.cpu.milliseconds) (\(end)), the middle trace \(middle.1.cpu.milliseconds), "
        + "Reelay \(sum?.milliseconds ?? "missing")")
  }

  /// One property per run with the engine alone, compared with Reelay on binary rows.
  private static func alone(_ sitting: Sitting, _ reelay: Reelay, bound: Int, _ rows: Int) -> Row {
    let rulebook = sitting.file("rules-\(bound)")
    let theirs = Timescale.allCases.compactMap { reelay.binary($0, bound: bound, rows) }
    let times = sitting.measure(theirs)
    var faster = 0
    var measured: [String] = []
    for (index, property) in Timescale.allCases.enumerated() {
      let engine = sitting.engine(
        sitting.file("text-\(bound)-\(rows)-\(property.rawValue)"), rulebook, rule: property.rawValue)
      let rival = times.isEmpty ? nil : times[index].cpu
      if let rival, engine.seconds < rival { faster += 1 }
      measured.append(
        "\(property.rawValue) \(engine.seconds.milliseconds)" + (rival.map { " / \($0.milliseconds)" } ?? ""))
    }
    return Row(
      "Timescales, \(rows) rows, u = \(bound), one property, engine alone, faster than Reelay on binary rows",
      .least(10, floor: 8, "of 10"), times.isEmpty ? nil : Double(faster), measured.joined(separator: ", "))
  }
}

/// Reelay's two programs, in the given folder or on the PATH.
struct Reelay {
  private let sitting: Sitting
  private let jsonReader: String?
  private let binaryReader: String?

  init(_ sitting: Sitting) {
    self.sitting = sitting
    func find(_ name: String) -> String? {
      sitting.find(sitting.options.reelay.map { "\($0)/\(name)" } ?? name)
    }
    jsonReader = find("ryjson")
    binaryReader = find("rybinx")
  }

  func json(_ property: Timescale, bound: Int, _ rows: Int) -> Command? {
    jsonReader.map { program(property, bound, $0, "json-\(bound)-\(rows)-\(property.rawValue)") }
  }

  func binary(_ property: Timescale, bound: Int, _ rows: Int) -> Command? {
    binaryReader.map { program(property, bound, $0, "binary-\(bound)-\(rows)-\(property.rawValue)") }
  }

  private func program(_ property: Timescale, _ bound: Int, _ reader: String, _ trace: String) -> Command {
    Command(
      name: "Reelay, \(trace)", words: [reader, "-x", property.formula(bound: bound), sitting.file(trace)])
  }
}
