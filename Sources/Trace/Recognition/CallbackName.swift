/// The Objective-C and Swift spellings of a method's name: `thing:didStopWith:` and `thing(_:didStopWith:)`.
public enum CallbackName {
  /// Returns the Swift name of a method. For a method with at most one argument, this is only the base name.
  public static func swift(of name: String) -> String {
    let (base, labels) = parts(of: name)
    return labels.count > 1 ? "\(base)(\(labels.map { $0 + ":" }.joined()))" : base
  }

  /// Returns the base name of a method and the labels of its arguments, if it has any.
  static func parts(of name: String) -> (base: String, labels: [String]) {
    var parts: [String] = []
    var (hasColon, isSwift) = (false, false)
    var start = name.startIndex
    for index in name.utf8.indices {
      switch name.utf8[index] {
      case UInt8(ascii: ":"): hasColon = true
      case UInt8(ascii: "("): isSwift = true
      case UInt8(ascii: ")"): break
      default: continue
      }
      parts.append(String(name[start..<index]))
      start = name.utf8.index(after: index)
    }
    parts.append(String(name[start...]))
    let base = parts.removeFirst()
    while parts.last?.isEmpty == true { parts.removeLast() }
    // The first argument has no label in Objective-C, and `_` in Swift.
    return (base, isSwift ? parts : hasColon ? ["_"] + parts : [])
  }
}
