/// The two names of a notification in Apple's frameworks.
public enum NotificationName {
  /// The Objective-C constant of a notification: `UIApplication.didStopNotification` is the constant
  /// `UIApplicationDidStopNotification`; a name without a dot is a constant already.
  public static func constant(of name: String) -> String {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[..<dot]) + capitalized(name[dot...].dropFirst())
  }

  /// A name with a capital first.
  static func capitalized(_ name: Substring) -> String {
    guard let first = name.unicodeScalars.first else { return "" }
    let rest = name[name.unicodeScalars.index(after: name.startIndex)...]
    return first.properties.uppercaseMapping + String(rest)
  }
}
