/// Escapes untrusted text for display.
///
/// A log can contain terminal escape sequences that change colours or the title, overrides of the text direction, and
/// line ends that fake a line of the report.
public enum Escaping {
  /// Whether a scalar must not be sent to a terminal: control characters (C0, DEL, C1), line and paragraph separators,
  /// and format characters (bidi controls, zero-width spaces, tags), except the two joiners that scripts and emoji
  /// need.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false
    case 0x200C, 0x200D: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: return true
    default: return false
    }
  }

  /// The displayed form of a scalar: itself, or an escape such as `\u{1b}`.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    guard isUnsafe(scalar) else { return String(scalar) }
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// The text as one line, safe to show after other text on the line.
  public static func line(_ text: String) -> String {
    guard !isPrintableASCII(text) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += shown($1) }
  }

  /// The text as an argument of a shell's command, in quotes if it contains more than plain letters.
  public static func argument(_ text: String) -> String {
    let plain = "-_./:=@%+,"
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || plain.unicodeScalars.contains(scalar)
    }
    return isPlain && !text.isEmpty
      ? line(text) : "'" + line(text).replacing("'", with: "'\\''") + "'"
  }

  /// A path as one line, safe to show at the start of a line.
  ///
  /// Build services execute commands in lines that start, after white space, with `::` or `##` (GitHub Actions,
  /// "Workflow commands"; Azure Pipelines and TeamCity, `##`).
  public static func path(_ path: String) -> String {
    let line = line(path)
    let word = line.drop(while: \.isWhitespace)
    guard word.hasPrefix("::") || word.hasPrefix("##"), let first = word.unicodeScalars.first else {
      return line
    }
    let blanks = line.count - word.count
    return String(line.prefix(blanks)) + "\\u{\(String(first.value, radix: 16))}" + word.dropFirst()
  }

  /// Escapes unsafe characters in an encoded JSON document as `\u` and four hexadecimal digits.
  ///
  /// Encoders escape C0 inside strings. All other unsafe characters can only occur in strings, so they are escaped
  /// everywhere. Line ends and spaces between the values stay.
  static func json(_ document: String) -> String {
    if isPlainDocument(document) { return document }
    var result = ""
    result.reserveCapacity(document.utf8.count)
    for scalar in document.unicodeScalars {
      if scalar != "\n", isUnsafe(scalar) {
        appendCodeUnits(of: scalar, to: &result)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Appends the text as a JSON string with its quotes.
  static func appendJSONString(_ text: String, to result: inout String) {
    result += "\""
    defer { result += "\"" }
    if text.utf8.allSatisfy({ isPrintableASCII($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    {
      result += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isUnsafe(scalar) {
          appendCodeUnits(of: scalar, to: &result)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
  }

  // Fast path: nearly all text is plain ASCII.
  static func isPrintableASCII(_ text: String) -> Bool {
    if #available(macOS 26, *) {
      isPlain(text.utf8.span, from: 0)
    } else {
      text.utf8.allSatisfy(isPrintableASCII)
    }
  }
  private static func isPlainDocument(_ document: String) -> Bool {
    guard #available(macOS 26, *) else {
      return document.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || isPrintableASCII($0) }
    }
    let text = document.utf8.span
    var greatest: UInt8 = 0
    // As in `isPlain`.
    for index in text.indices {
      greatest = max(greatest, text[index] == UInt8(ascii: "\n") ? 0 : text[index] &- 0x20)
    }
    return greatest < 0x7F - 0x20
  }
  static func isPlain(_ text: Span<UInt8>, from start: Int) -> Bool {
    var greatest: UInt8 = 0
    // Without an early exit, the compiler can vectorise the loop.
    for index in start..<text.count { greatest = max(greatest, text[index] &- 0x20) }
    return greatest < 0x7F - 0x20
  }
  private static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private static func appendCodeUnits(of scalar: Unicode.Scalar, to result: inout String) {
    for unit in UTF16.encode(scalar) ?? .init() {
      let digits = String(unit, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
