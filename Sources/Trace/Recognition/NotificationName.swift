/// The names of a notification in Apple's frameworks: its Objective-C constant and its Swift name.
public enum NotificationName {
  /// Returns the Objective-C constant of a notification: `UIApplicationDidStopNotification` for
  /// `UIApplication.didStopNotification`. A name without a dot is already a constant.
  public static func constant(of name: String) -> String {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[..<dot]) + capitalized(name[dot...].dropFirst())
  }

  /// Returns a name with its first letter in upper case.
  static func capitalized(_ name: Substring) -> String {
    guard let first = name.unicodeScalars.first else { return "" }
    let rest = name[name.unicodeScalars.index(after: name.startIndex)...]
    return first.properties.uppercaseMapping + String(rest)
  }
}
