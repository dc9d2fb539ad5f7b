import Foundation

/// The sizes of the pieces in which a log is read, in bytes.
public enum PieceSizes: Sendable, Hashable, CustomStringConvertible {
  /// The log is one piece.
  case whole
  /// All pieces have this size.
  case equal(Int)
  /// Random sizes up to a maximum.
  case random(upTo: Int, seed: UInt64)

  /// Returns the next size for each call.
  public func generator(for log: [UInt8]) -> () -> Int {
    switch self {
    case .whole: return { max(log.count, 1) }
    case .equal(let size): return { size }
    case .random(let most, let seed):
      var dice = Dice(seed: seed)
      return { Int.random(in: 1...most, using: &dice) }
    }
  }

  /// The sizes in a message.
  public var description: String {
    switch self {
    case .whole: "as a whole"
    case .equal(let size): "in pieces of \(size) bytes"
    case .random(let most, _): "in pieces of 1 to \(most) bytes"
    }
  }

  /// Whether all pieces have an odd number of bytes.
  public var isOdd: Bool { if case .equal(let size) = self { size % 2 == 1 } else { false } }

  /// Whether each log is read in pieces of every size from 1 to 4,096 bytes, as `LIFECHECK_ALL_SIZES=1` requests. This takes
  /// hours, even in a release build. By default, each log is read in a random sample of these sizes, which depends on
  /// `LIFECHECK_SEED`.
  public static let areAll = ProcessInfo.processInfo.environment["LIFECHECK_ALL_SIZES"] == "1"

  /// The seed of the sample. A failure reports it.
  public static let seed =
    ProcessInfo.processInfo.environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// The sizes in which to read a log: all, or a sample of them. The number of the log chooses the sample. If the log is one of
  /// many of a kind, and all sizes are requested, it gets its share of them.
  public static func forLog(_ number: Int, of many: Int = 1, sample count: Int = 5) -> [PieceSizes] {
    var dice = Dice(seed: seed &+ UInt64(number))
    let random = random(upTo: 1 << Int.random(in: 0...12, using: &dice), seed: dice.next())
    if areAll {
      return [.whole, random] + stride(from: 1 + number % many, through: 4_096, by: many).map(equal)
    }
    let sizes = [1...40, 41...400, 401...4_096].map { equal(Int.random(in: $0, using: &dice)) }
    let all = [.whole, random] + sizes
    return (number..<number + count).map { all[$0 % all.count] }
  }
}
