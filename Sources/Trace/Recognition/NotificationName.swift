/// The two names of a notification in Apple's frameworks.
public enum NotificationName {
  /// The Objective-C constant of a notification: `UIApplication.didStopNotification` is the constant
  /// `UIApplicationDidStopNotification`; a name without a dot is a constant already.
  public static func constant(of name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return name }
    let member = name[name.index(after: dot)...]
    return name[..<dot] + member.prefix(1).uppercased() + member.dropFirst()
  }
}
