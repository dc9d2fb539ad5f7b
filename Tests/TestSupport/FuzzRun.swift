import Foundation

/// A fuzzing run: a short one with the other tests, a long one by `Scripts/fuzz`.
///
/// The seed of a case is the seed of the run plus the number of the case. A failing case is made smaller and reported with the
/// seed that reproduces it:
///
///     LIFECHECK_SEED=... LIFECHECK_CASES=1 swift test --filter 'Random documents'
///
/// A long run writes each input to a file in `.build/fuzz` before it is read. An input that crashes the program stays there, and
/// so does one that fails.
public struct FuzzRun: Sendable {
  private static let environment = ProcessInfo.processInfo.environment
  /// The parts of a run, one for each core.
  public static let parts = 0..<max(1, ProcessInfo.processInfo.activeProcessorCount)

  private let target: String
  private let cases: Int
  private let seed = environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121
  private let folder: URL?

  /// A run of the given number of cases, unless the environment sets another number.
  public init(_ target: String, cases: Int) {
    self.target = target
    let count = Self.environment["LIFECHECK_CASES"].flatMap { Int($0) }
    self.cases = count ?? cases
    folder = count == nil ? nil : ProjectTexts.folder.appending(path: ".build/fuzz")
  }

  /// Describes the first failing input of a part; nil if there is none. `make` makes an input. `check` describes its problem,
  /// and gets the same random numbers each time.
  public func firstFailure(
    in part: Int, make: (inout Dice) -> [UInt8], check: ([UInt8], inout Dice) -> String?
  ) -> String? {
    let file = folder?.appending(path: "\(target)-\(part)")
    if let folder { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    defer { if let file { try? FileManager.default.removeItem(at: file) } }
    for number in stride(from: part, to: cases, by: Self.parts.count) {
      let seed = seed &+ UInt64(number)
      func problem(_ input: [UInt8]) -> String? {
        var dice = Dice(seed: ~seed)
        return check(input, &dice)
      }
      var dice = Dice(seed: seed)
      let input = make(&dice)
      if let file { try? Data(input).write(to: file) }
      guard problem(input) != nil else { continue }
      let small = Self.shrink(input) { problem($0) != nil }
      if let folder { try? Data(small).write(to: folder.appending(path: "\(target)-failed-\(seed)")) }
      return """
        LIFECHECK_SEED=\(seed) LIFECHECK_CASES=1: \(problem(small) ?? "")
        \(small.count) of \(input.count) bytes: \(Self.literal(small))
        """
    }
    if part == 0 { print("\(target): LIFECHECK_SEED=\(seed), \(cases) cases passed") }
    return nil
  }

  /// Removes pieces of an input as long as it still fails.
  private static func shrink(_ input: [UInt8], fails: ([UInt8]) -> Bool) -> [UInt8] {
    var small = input
    var length = max(1, small.count / 2)
    var tries = 3_000
    while tries > 0 {
      var start = 0
      var hasShrunk = false
      while start < small.count, tries > 0 {
        tries -= 1
        let rest = Array(small[..<start] + small[min(start + length, small.count)...])
        if fails(rest) {
          small = rest
          hasShrunk = true
        } else {
          start += length
        }
      }
      if length == 1, !hasShrunk { break }
      length = max(1, length / 2)
    }
    return small
  }

  /// Bytes as they are written in Swift.
  private static func literal(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(4_000).map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case UInt8(ascii: "\n"): "\\n"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "\"\(shown.joined())\"" + (bytes.count > 4_000 ? "..." : "")
  }
}
