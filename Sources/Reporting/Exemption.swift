public import Project

/// Why a violation does not fail the run.
public enum Exemption: Sendable {
  /// The project suppresses it.
  case suppression(Suppression)
  /// The baseline contains it.
  case known(Baseline.Entry)

  /// The suppression; nil if the violation is known.
  var suppression: Suppression? { if case .suppression(let suppression) = self { suppression } else { nil } }
  /// The entry of the baseline; nil if the violation is suppressed.
  var known: Baseline.Entry? { if case .known(let entry) = self { entry } else { nil } }
}
