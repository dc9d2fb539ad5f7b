/// The two names of a method: in Objective-C `thing:didStopWith:`, in Swift `thing(_:didStopWith:)`.
public enum CallbackName {
  /// The Swift name of a method; a word alone, whatever its arguments, is that word.
  public static func swift(of name: String) -> String {
    let (base, labels) = parts(of: name)
    return labels.count > 1 ? "\(base)(\(labels.map { $0 + ":" }.joined()))" : base
  }

  /// The first word of a method, and the labels of its arguments; none for a word alone.
  static func parts(of name: String) -> (base: String, labels: [String]) {
    let (colon, open, close) = (UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"))
    var parts = name.utf8.split(omittingEmptySubsequences: false) { $0 == colon || $0 == open || $0 == close }
      .map { String(Substring($0)) }
    let base = parts.removeFirst()
    while parts.last?.isEmpty == true { parts.removeLast() }
    // Objective-C gives the first argument no name of its own, Swift `_`.
    return (base, name.utf8.contains(open) ? parts : name.utf8.contains(colon) ? ["_"] + parts : [])
  }
}
