/// Costs that are counted and not timed: allocations and instructions.
enum CostRows {
  static func allocations(_ sitting: Sitting) -> [Row] {
    let lines = sitting.scaled(20_000, by: 10)
    let counts = [1, 100].map { factor -> [Int] in
      let log = sitting.file("nslog-\(lines * factor)")
      let text = sitting.text(of: [CommandLine.arguments[0], "allocations", log, "ios"])
      return text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    }
    guard counts.allSatisfy({ $0.count == 3 }) else { fail("the allocations could not be counted") }
    let (short, long) = (counts[0], counts[1])
    return [
      Row(
        "allocations in the second half of \(long[2]) events", .most(0, floor: nil, ""), Double(long[1]),
        "\(long[0]) in the first half"),
      Row(
        "additional allocations with 100 times the lines", .most(0, floor: nil, ""),
        Double(long[0] + long[1] - short[0] - short[1]), "\(short[0] + short[1]), \(long[0] + long[1])"),
    ]
  }

  static func instructions(_ sitting: Sitting) -> [Row] {
    guard sitting.find("valgrind") != nil else { return [] }
    let tool = sitting.toolWithoutDebugging
    let bytes = sitting.scaled(32_000_000, by: 8)
    let lines = sitting.scaled(100_000, by: 20)
    func cost(_ name: String, _ size: Int) -> Double {
      let counts = [size, 2 * size].map { sitting.instructions(of: tool, on: sitting.file("\(name)-\($0)")) }
      return Double(counts[1] - counts[0]) / Double(size)
    }
    let start = sitting.instructions(of: tool, on: sitting.file("nslog-100"))
    func row(_ work: String, _ value: String) -> Row { Row(counted: work, value) }
    return [
      row("instructions per byte of a sparse log", cost("sparse", bytes).decimal(2)),
      row("instructions per event of dense NSLog, all rules", cost("nslog", lines).decimal(0)),
      row("instructions per event of dense ndjson, all rules", cost("ndjson", lines).decimal(0)),
      row("instructions for a log of 100 lines", "\((Double(start) / 1e6).decimal(1)) M"),
    ]
  }
}

extension Row {
  /// A number without a goal.
  fileprivate init(counted work: String, _ value: String) { cells = [work, "", "", value, "", ""] }
}

extension Sitting {
  /// A copy of the tool without debug information, because an old valgrind rejects the debug information of a newer
  /// compiler. If the tool cannot be copied, this is the tool itself.
  fileprivate var toolWithoutDebugging: String {
    let copy = "\(options.folder)/lifecheck-counted"
    guard find("strip") != nil, Child(["strip", "-g", "-o", copy, options.tool]).end().status == 0 else {
      return options.tool
    }
    return copy
  }

  /// The number of instructions of a whole check, counted by callgrind.
  fileprivate func instructions(of tool: String, on log: String) -> Int {
    let words =
      ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tool]
      + lifecheck("", [log]).words.dropFirst()
    let text = text(of: words, errors: true)
    guard let line = text.split(separator: "\n").last(where: { $0.contains("Collected : ") }),
      let count = line.split(separator: " ").last.flatMap({ Int($0) })
    else { fail("valgrind did not count the instructions: \(text.split(separator: "\n").last ?? "")") }
    return count
  }
}
