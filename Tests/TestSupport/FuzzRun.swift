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
      let small = input.shrunk { problem($0) != nil }
      if let folder { try? Data(small).write(to: folder.appending(path: "\(target)-failed-\(seed)")) }
      return """
        LIFECHECK_SEED=\(seed) LIFECHECK_CASES=1: \(problem(small) ?? "")
        \(small.count) of \(input.count) bytes: \(small.swiftLiteral)
        """
    }
    if part == 0 { print("\(target): LIFECHECK_SEED=\(seed), \(cases) cases passed") }
    return nil
  }
}
