/// The goal and the floor of a benchmark: a maximum or a minimum, with a unit.
struct Target {
  private let isMost: Bool
  private let goal: Double
  private let floor: Double?
  private let unit: String

  static func most(_ goal: Double, floor: Double?, _ unit: String) -> Target {
    Target(isMost: true, goal: goal, floor: floor, unit: unit)
  }

  static func least(_ goal: Double, floor: Double?, _ unit: String) -> Target {
    Target(isMost: false, goal: goal, floor: floor, unit: unit)
  }

  fileprivate var goalText: String { "\(isMost ? "at most" : "at least") \(text(goal))" }
  fileprivate var floorText: String { floor.map(text) ?? "" }
  fileprivate func text(_ value: Double) -> String {
    value.decimal(value < 100 && value != value.rounded() ? 2 : 0) + (unit.isEmpty ? "" : " " + unit)
  }

  fileprivate func reached(_ value: Double) -> String {
    func isReached(_ limit: Double) -> Bool { isMost ? value <= limit : value >= limit }
    if isReached(goal) { return "goal" }
    return floor.map(isReached) == true ? "floor" : "**neither**"
  }
}

/// One line of the table.
struct Row {
  var cells: [String]

  static let head = ["work", "goal", "floor", "measured", "result", "reached"]

  /// The result of a benchmark. Without a value, it was not measured, because something is missing.
  init(_ work: String, _ target: Target, _ value: Double?, _ measured: String) {
    cells = [
      work, target.goalText, target.floorText, measured, value.map(target.text) ?? "",
      value.map(target.reached) ?? "not measured",
    ]
  }
}

extension Double {
  /// The number with the given number of decimal places.
  func decimal(_ places: Int) -> String {
    guard isFinite, magnitude < 1e15 else { return "?" }
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let digits = String(Int((magnitude * factor).rounded()))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = self < 0 ? "-" : ""
    return places == 0 ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  /// Seconds as `412 ms`.
  var milliseconds: String { "\((self * 1000).decimal(self < 0.1 ? 1 : 0)) ms" }
  /// Events per second as `12.3 M/s`.
  var millions: String { "\((self / 1e6).decimal(2)) M/s" }
}

extension Int {
  /// Bytes as `10.4 MB`.
  var megabytes: String { "\((Double(self) / 1e6).decimal(1)) MB" }
}
