/// The table of all benchmarks, in Markdown.
struct Table {
  private let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  func print() {
    let parts: [(String, (Sitting) -> [Row])] = [
      ("sparse", SparseRows.rows), ("own", OwnLogRows.rows), ("formats", FormatRows.rows),
      ("dense", DenseRows.rows), ("lifecycle", LifecycleRows.rows),
      ("timescales", TimescaleRows.rows), ("keys", KeyRows.rows), ("leaks", LeakRows.rows),
      ("bound", KeyRows.bounds),
      ("cores", CoreRows.rows), ("start", SizeRows.start), ("size", SizeRows.growth),
      ("allocations", CostRows.allocations), ("instructions", CostRows.instructions),
    ]
    let chosen = parts.filter { sitting.options.only == nil || sitting.options.only == $0.0 }
    guard !chosen.isEmpty else { fail("unknown group \(sitting.options.only ?? "")") }
    var rows: [Row] = []
    for (name, make) in chosen {
      complain("measuring: \(name)")
      rows += make(sitting)
    }
    rows += memory
    show(rows)
  }

  /// The peak memory of all runs of lifecheck on one core.
  private var memory: [Row] {
    let checks = sitting.times.filter {
      $0.program.hasPrefix("lifecheck") && !$0.program.hasSuffix("cores: 2")
    }
    guard let most = checks.max(by: { $0.times.memory < $1.times.memory }) else { return [] }
    return [
      Row(
        "peak memory on one core, the largest of all logs", .most(16, floor: 24, "MB"),
        Double(most.times.memory) / 1e6, most.program)
    ]
  }

  private func show(_ rows: [Row]) {
    let runs =
      sitting.options.isQuick ? "a quick run with small files" : "\(sitting.options.runs) rounds"
    var text = Machine(sitting).lines.joined(separator: "\n\n") + "\n\n"
    text += "Medians of \(runs). Ratios and rates use CPU time on one core, unless a row says otherwise.\n\n"
    text += Self.markdown(Row.head, rows.map(\.cells))
    text +=
      "\n"
      + Self.markdown(
        ["program", "CPU", "wall", "memory"],
        sitting.times.map { [$0, $1.cpu.milliseconds, $1.wall.milliseconds, $1.memory.megabytes] })
    let missing = sitting.missing.sorted()
    if !missing.isEmpty { text += "\nMissing: \(missing.joined(separator: ", ")).\n" }
    Files.write(Array(text.utf8), to: 1)
  }

  private static func markdown(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
