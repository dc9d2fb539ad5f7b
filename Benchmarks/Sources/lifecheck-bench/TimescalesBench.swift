import Checking
import Foundation
import Rulebook
import Trace

/// Times the ten Timescales properties: each trace against its own property alone, read from its text in memory, and
/// against all ten in one pass.
enum TimescalesBench {
  private static let bounds = [10, 100, 1000]

  static func run(rows: Int) throws {
    print("M rows/s, \(rows) rows: the property alone, and all ten in one pass")
    print("property                        u = 10         u = 100        u = 1000")
    let own = try bounds.map { bound in
      try Dictionary(
        uniqueKeysWithValues: Timescale.allCases.map { ($0, try program(of: [$0], bound: bound)) })
    }
    let all = try bounds.map { try program(of: Timescale.allCases, bound: $0) }
    for property in Timescale.allCases {
      var row = property.rawValue.padded(28)
      for (index, bound) in bounds.enumerated() {
        var dice = SystemRandomNumberGenerator()
        let log = Timescale.log(property.rows(rows, bound: bound, using: &dice))
        guard let alone = own[index][property] else { continue }
        row += " " + rate(log, alone) + " " + rate(log, all[index])
      }
      print(row)
    }
  }

  /// The rules of some properties, for that bound in milliseconds.
  private static func program(of properties: [Timescale], bound: Int) throws -> (Program, Recognizer) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../timescales.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(/\b3ms/, with: "\(bound * 3 / 10)ms").replacing(/\b10ms/, with: "\(bound)ms")
    var rulebook = try Rulebook.load(["timescales.yaml"]) { _ in .success(Array(text.utf8)) }
    rulebook.rules.removeAll { rule in !properties.contains { $0.rawValue == rule.id } }
    return (Program(rulebook), Recognizer(rulebook.vocabulary))
  }

  /// The best of three runs.
  private static func rate(_ log: [UInt8], _ setup: (program: Program, recognizer: Recognizer)) -> String {
    var best = Duration.seconds(3600)
    for _ in 0..<3 {
      let clock = ContinuousClock()
      let start = clock.now
      var run = Run(setup.recognizer, setup.program)
      run.read(log, 0..<log.count)
      run.finish()
      best = min(best, start.duration(to: clock.now))
    }
    let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
    let rows = log.count { $0 == UInt8(ascii: "\n") }
    return String(format: "%6.2f", Double(rows) / seconds / 1e6)
  }
}
