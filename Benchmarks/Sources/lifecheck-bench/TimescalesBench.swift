import Checking
import Foundation
import Rulebook
import Trace

/// Times the ten Timescales properties, each trace against its own property, read from its text in memory.
enum TimescalesBench {
  private static let bounds = [10, 100, 1000]

  static func run(rows: Int) throws {
    print("M rows/s, \(rows) rows        u = 10  u = 100 u = 1000")
    for property in Timescale.allCases {
      var row = property.rawValue.padded(28)
      for bound in bounds {
        var dice = SplitMix(seed: UInt64(bound))
        let log = Timescale.log(property.rows(rows, bound: bound, using: &dice))
        row += "  " + rate(log, try program(of: property, bound: bound))
      }
      print(row)
    }
  }

  /// The rule of a property, for that bound in milliseconds.
  private static func program(of property: Timescale, bound: Int) throws -> (Program, Recognizer) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../timescales.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(/\b3ms/, with: "\(bound * 3 / 10)ms").replacing(/\b10ms/, with: "\(bound)ms")
    var rulebook = try Rulebook.load(["timescales.yaml"]) { _ in .success(Array(text.utf8)) }
    rulebook.rules.removeAll { $0.id != property.rawValue }
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
