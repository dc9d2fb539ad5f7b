public import Foundation
import LifecheckDetector

/// The rules that a test asserts, and which violations fail it.
public struct LifecycleRules: Sendable, Hashable {
  /// A bundled rulebook, `ios` or `android`, or the path of another one; nil for the rulebook of the project file, or else `ios`.
  public var rulebook: String?
  /// The ids of the only rules to check; empty for all.
  public var only: [String]
  /// The ids of rules not to check.
  public var ignoring: [String]
  /// The project file (`.lifecheck.yaml`) with severities, required rules, suppressions, a baseline and facts about the app; nil
  /// for none.
  public var project: URL?
  /// The file that lists the known violations, which do not fail the test. If it is nil, the project file names it.
  public var baseline: URL?
  /// Whether warnings fail the test, too. Otherwise they are only shown.
  public var isStrict: Bool

  /// Creates a choice. The defaults check all rules of `ios`, and errors fail the test.
  public init(
    rulebook: String? = nil, only: [String] = [], ignoring: [String] = [], project: URL? = nil,
    baseline: URL? = nil, isStrict: Bool = false
  ) {
    (self.rulebook, self.only, self.ignoring) = (rulebook, only, ignoring)
    (self.project, self.baseline, self.isStrict) = (project, baseline, isStrict)
  }

  /// All rules for iOS.
  public static var ios: LifecycleRules { LifecycleRules(rulebook: "ios") }
  /// All rules for Android.
  public static var android: LifecycleRules { LifecycleRules(rulebook: "android") }

  var choice: RuleChoice {
    RuleChoice(rulebook: rulebook, only: only, ignoring: ignoring, project: project?.path)
  }
}
