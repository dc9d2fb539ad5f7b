/// Where an app runs.
public enum Platform: String, Sendable, CaseIterable {
  /// Android: what logcat shows.
  case android
  /// iOS and its kin.
  case apple
}
