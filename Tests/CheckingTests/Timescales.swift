/// Traces of the Timescales suite (Ulus 2019, "Timescales: A Benchmark Generator for MTL Monitoring Tools",
/// doi:10.1007/978-3-030-32079-9_25): ten specification patterns under a bound, and for each a trace that keeps it.
///
/// A trace is a list of rows, one per millisecond. Each row contains the propositions, out of four, that hold. The
/// suite's periods are repeated until the trace is long enough.
enum Timescale: String, CaseIterable, Sendable {
  case absentAfterQ = "absent-after-q"
  case absentBeforeR = "absent-before-r"
  case absentBetweenQAndR = "absent-between-q-and-r"
  case alwaysAfterQ = "always-after-q"
  case alwaysBeforeR = "always-before-r"
  case alwaysBetweenQAndR = "always-between-q-and-r"
  case recursGlobally = "recurs-globally"
  case recursBetweenQAndR = "recurs-between-q-and-r"
  case respondsGlobally = "responds-globally"
  case respondsBetweenQAndR = "responds-between-q-and-r"

  /// The propositions that hold in one row.
  struct Row: OptionSet, Sendable {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }

    static let q = Row(rawValue: 1)
    static let p = Row(rawValue: 2)
    static let s = Row(rawValue: 4)
    static let r = Row(rawValue: 8)
    static let all: [Row] = [.q, .p, .s, .r]
  }

  /// At least the given number of rows. They keep the property under the bound; the periods vary in length down to a
  /// tenth of it.
  func rows(_ count: Int, bound: Int, using dice: inout some RandomNumberGenerator) -> [Row] {
    var rows: [Row] = self == .recursGlobally ? [.p] : []
    while rows.count < count { rows += period(bound, using: &dice) }
    return rows
  }

  private func period(_ u: Int, using dice: inout some RandomNumberGenerator) -> [Row] {
    let l = u * 3 / 10
    func silent(_ count: Int) -> [Row] { Array(repeating: [], count: count) }
    func constant(_ count: Int) -> [Row] { Array(repeating: .p, count: count) }
    func coins(_ count: Int) -> [Row] { (0..<count).map { _ in Bool.random(using: &dice) ? .p : [] } }
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    switch self {
    case .absentAfterQ: return [.q] + silent(u) + coins(u)
    case .absentBeforeR: return coins(u) + silent(u) + [.r]
    case .absentBetweenQAndR: return [.q] + silent(random(l...u - 1)) + [.r] + coins(1)
    case .alwaysAfterQ: return [[.q, .p]] + constant(u) + coins(u)
    case .alwaysBeforeR: return coins(u) + constant(u) + [[.r, .p]]
    case .alwaysBetweenQAndR: return [[.q, .p]] + constant(random(l...u - 1)) + [[.r, .p], []]
    case .recursGlobally: return silent(random(1...u) - 1) + [.p]
    case .recursBetweenQAndR:
      var rows: [Row] = [.q]
      var gap = u
      for _ in 0..<random(1...7) {
        gap = random(1...u)
        rows += silent(gap - 1) + [.p]
      }
      return rows + silent(gap - 1) + [.r] + silent(gap - 1)
    case .respondsGlobally: return [.p] + silent(random(l + 1...u) - 1) + [.s]
    case .respondsBetweenQAndR:
      var rows: [Row] = [.q, []]
      for _ in 0..<random(1...7) { rows += [.p] + silent(random(l + 1...u) - 1) + [.s, []] }
      return rows + [.r]
    }
  }

  /// RaggedArray that break the property once, at their end.
  func fault(bound u: Int) -> [Row] {
    func silent(_ count: Int) -> [Row] { Array(repeating: [], count: count) }
    func constant(_ count: Int) -> [Row] { Array(repeating: .p, count: count) }
    return switch self {
    case .absentAfterQ: [.q] + silent(u - 1) + [.p]
    case .absentBeforeR: silent(u) + [.p] + silent(u - 1) + [.r]
    case .absentBetweenQAndR: [.q] + silent(u - 2) + [.p, .r]
    case .alwaysAfterQ: [[.q, .p]] + constant(u - 1) + [[]]
    case .alwaysBeforeR: constant(u) + [[]] + constant(u - 1) + [[.r, .p]]
    case .alwaysBetweenQAndR: [[.q, .p]] + constant(u - 2) + [[], [.r, .p]]
    case .recursGlobally: silent(u) + [.p]
    case .recursBetweenQAndR: [.q] + silent(u) + [.r]
    case .respondsGlobally: [.p] + silent(u) + [.s]
    case .respondsBetweenQAndR: [.q, .p] + silent(u) + [.s, .r]
    }
  }

  /// The rows with each proposition flipped with the given probability.
  static func flipped(
    _ rows: [Row], probability: Double, using dice: inout some RandomNumberGenerator
  ) -> [Row] {
    rows.map { row in
      var row = row
      for proposition in Row.all where Double.random(in: 0..<1, using: &dice) < probability {
        row.formSymmetricDifference(proposition)
      }
      return row
    }
  }

  /// The rows as a log. Each row is a canonical line with the given propositions, a millisecond apart.
  static func log(_ rows: some Sequence<Row>, telling propositions: [Row] = Row.all) -> [UInt8] {
    var log: [UInt8] = []
    for (index, row) in rows.enumerated() {
      append(index, row, propositions, to: &log)
    }
    return log
  }

  private static func append(_ index: Int, _ row: Row, _ propositions: [Row], to log: inout [UInt8]) {
    func digits(_ value: Int, _ width: Int) {
      var divisor = [1, 10, 100][width - 1]
      while divisor > 0 {
        log.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
    }
    log += "2026-11-20T".utf8
    digits(index / 3_600_000, 2)
    log.append(UInt8(ascii: ":"))
    digits(index / 60_000 % 60, 2)
    log.append(UInt8(ascii: ":"))
    digits(index / 1_000 % 60, 2)
    log.append(UInt8(ascii: "."))
    digits(index % 1_000, 3)
    log += "Z Suite[1:1] sample.row".utf8
    for (name, proposition) in zip("qpsr".utf8, Row.all) where propositions.contains(proposition) {
      log += [
        UInt8(ascii: " "), name, UInt8(ascii: "="), UInt8(ascii: row.contains(proposition) ? "1" : "0"),
      ]
    }
    log.append(UInt8(ascii: "\n"))
  }
}
