/// The smallest log and the largest.
enum SizeRows {
  static func start(_ sitting: Sitting) -> [Row] {
    let times = sitting.measure(
      [
        sitting.lifecheck("lifecheck, 100 lines", [sitting.file("nslog-100")]),
        Command(name: "cat, 100 lines", words: ["cat", sitting.file("nslog-100")]),
      ], rounds: max(31, sitting.options.runs))
    return [
      Row(
        "a log of 100 lines, all rules, wall time", .most(5, floor: 10, "ms"), times[0].wall * 1000,
        "CPU \(times[0].cpu.milliseconds), `cat` \(times[1].wall.milliseconds)")
    ]
  }

  /// The cost per additional byte from each size to the next one, and the memory.
  static func growth(_ sitting: Sitting) -> [Row] {
    let sizes = [10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000].map { sitting.scaled($0) }
    var programs: [Command] = []
    var measured: [Int] = []
    for size in sizes {
      guard let log = sitting.file("sparse-\(size)", bytes: size) else { continue }
      programs.append(sitting.lifecheck("lifecheck, sparse, \(size.megabytes)", [log]))
      measured.append(size)
    }
    let times = sitting.measure(programs)
    var costs: [Double] = []
    for index in measured.indices.dropFirst() {
      costs.append((times[index].cpu - times[index - 1].cpu) / Double(measured[index] - measured[index - 1]))
    }
    let (least, most) = (costs.min() ?? 0, costs.max() ?? 0)
    let memory = times.map(\.memory)
    let sizesText = "\(measured.first?.megabytes ?? "") to \(measured.last?.megabytes ?? "")"
    return [
      Row(
        "cost per additional byte, \(sizesText), the largest compared with the smallest",
        .most(1.05, floor: nil, "×"),
        costs.count > 1 ? most / least : nil,
        costs.map { "\(($0 * 1e12).decimal(0)) ms/GB" }.joined(separator: ", ")),
      Row(
        "memory, \(sizesText), the largest compared with the smallest", .most(1.05, floor: nil, "×"),
        Double(memory.max() ?? 0) / Double(max(1, memory.min() ?? 1)),
        memory.map(\.megabytes).joined(separator: ", ")),
    ]
  }
}
