/// The two names of a method: in Objective-C `thing:didStopWith:`, in Swift `thing(_:didStopWith:)`.
public enum CallbackName {
  /// The Swift name of a method; a word alone, whatever its arguments, is that word.
  public static func swift(of name: String) -> String {
    let (base, labels) = parts(of: name)
    return labels.count > 1 ? "\(base)(\(labels.map { $0 + ":" }.joined()))" : base
  }

  /// The first word of a method, and the labels of its arguments; none for a word alone.
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
    // Objective-C gives the first argument no name of its own, Swift `_`.
    return (base, isSwift ? parts : hasColon ? ["_"] + parts : [])
  }
}
