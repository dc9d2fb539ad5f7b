/// Numbers with units in sentences and logs.
public enum Quantity {
  private static let durations: [(unit: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("h", 3600e9),
  ]
  private static let sizes: [(unit: String, bytes: Double)] = [
    ("KB", 1e3), ("MB", 1e6), ("GB", 1e9),
  ]

  /// The units of durations, the smallest first.
  static var durationUnits: [String] { durations.map(\.unit) }
  /// The units of sizes, the smallest first.
  static var sizeUnits: [String] { sizes.map(\.unit) }
  /// All units.
  public static var units: [String] { durationUnits + sizeUnits }

  /// Splits a quantity into its digits and the rest: `5` and `s`.
  static func parts(of text: String) -> (number: String, unit: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return (String(digits), String(text.dropFirst(digits.count)))
  }

  /// Parses a number with an optional unit: `5s`, `1.5`, `64MB`; nil if the text is invalid or too large.
  public static func literal(_ text: String) -> Literal? {
    let (digits, unit) = parts(of: text)
    guard let number = Double(digits), number.isFinite else { return nil }
    if unit.isEmpty { return .number(number) }
    if let duration = durations.first(where: { $0.unit == unit }) {
      return Int64(exactly: (number * duration.nanoseconds).rounded()).map(Literal.duration)
    }
    if let size = sizes.first(where: { $0.unit == unit }) {
      return Int64(exactly: (number * size.bytes).rounded()).map(Literal.size)
    }
    return nil
  }

  /// Formats a duration for reports: `250 ms`, `5.7 s`, `4 min 35.1 s`, `2 h 30 min`.
  public static func text(nanoseconds: Int64) -> String {
    let minute: Int64 = 60_000_000_000
    guard nanoseconds >= minute else { return shortText(nanoseconds: nanoseconds) }
    let (hours, minutes) = (nanoseconds / (60 * minute), nanoseconds / minute % 60)
    let milliseconds = nanoseconds % minute / 1_000_000
    var parts: [String] = []
    if hours > 0 { parts.append("\(hours) h") }
    if minutes > 0 { parts.append("\(minutes) min") }
    if milliseconds > 0 { parts.append(shortText(nanoseconds: milliseconds * 1_000_000)) }
    return parts.joined(separator: " ")
  }

  /// Formats a duration in one unit, with at most three decimals.
  private static func shortText(nanoseconds: Int64) -> String {
    let (value, unit): (Double, String) =
      switch nanoseconds.magnitude {
      case 1_000_000_000...: (Double(nanoseconds) / 1e9, "s")
      case 1_000_000...: (Double(nanoseconds) / 1e6, "ms")
      case 1_000...: (Double(nanoseconds) / 1e3, "µs")
      default: (Double(nanoseconds), "ns")
      }
    let thousandths = (value * 1000).rounded() / 1000
    let short = thousandths == thousandths.rounded() ? String(Int64(thousandths)) : String(thousandths)
    return "\(short) \(unit)"
  }
}
