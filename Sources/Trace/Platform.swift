/// The platform that an app runs on.
public enum Platform: String, Sendable, CaseIterable {
  /// Android, whose logs logcat prints.
  case android
  /// iOS and Apple's other systems.
  case apple
}
