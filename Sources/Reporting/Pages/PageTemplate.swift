import CPages

/// A page for browsers, embedded when the program was built: the text before and after its data. Everything that comes from a
/// log is data of the page, never markup, and a policy of the page keeps it from loading or executing anything else.
struct PageTemplate {
  let head: String
  let tail: String

  /// The page that shows one log.
  static var timeline: PageTemplate {
    // The C tables are constant and live as long as the program.
    unsafe PageTemplate(UnsafeBufferPointer(start: timeline_page(), count: timeline_page_count))
  }

  /// The page that shows two logs side by side.
  static var comparison: PageTemplate {
    unsafe PageTemplate(UnsafeBufferPointer(start: comparison_page(), count: comparison_page_count))
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: Self.mark, maxSplits: 1, omittingEmptySubsequences: false)
    (head, tail) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  private static let mark = "@DATA@"

  /// Replaces characters that have a meaning in HTML by their numbers. In JSON they occur only in strings.
  static func escaped(json: String) -> String {
    guard
      json.utf8.contains(where: {
        $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "&")
      })
    else { return json }
    return json.replacingCodePoints { scalar in
      switch scalar {
      case "<": "\\u003c"
      case ">": "\\u003e"
      case "&": "\\u0026"
      default: nil
      }
    }
  }
}
