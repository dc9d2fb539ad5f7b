/// The times and memory of the runs of one program.
struct Times {
  var costs: [Cost] = []

  var cpu: Double { median(costs.map(\.cpu)) }
  var wall: Double { median(costs.map(\.wall)) }
  var bestWall: Double { costs.map(\.wall).min() ?? 0 }
  /// The peak memory of all runs, in bytes.
  var memory: Int { costs.map(\.memory).max() ?? 0 }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return 0 }
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
  }
}
