import Checking
import Rulebook
@testable import recorder_sample

extension AppRun {
  private static let rules = Result { CompiledRules(try Rulebook.loadBundled("ios")) }

  /// The violations of the trace: the rule and the line.
  func violations() throws -> [String] { try Self.violations(of: text) }

  /// The violations of a trace.
  static func violations(of text: String) throws -> [String] {
    var checker = LogChecker(try rules.get())
    let first = checker.read(text)
    return (first + checker.finish().violations).map { "\($0.ruleID) \($0.witness.line)" }
  }
}
