import Diagnostics

/// The style of text for an output: colours, characters, links and width.
public struct Style: Sendable {
  /// Whether to write colours.
  public var isColoured: Bool
  /// Whether the locale supports characters beyond ASCII.
  public var isUnicode: Bool
  /// Whether the terminal supports hyperlinks.
  public var hasLinks: Bool
  /// The width of the terminal in columns; nil if the output is not a terminal. Then lines are not wrapped.
  public var width: Int?

  /// A style. The defaults are the plainest one.
  public init(
    isColoured: Bool = false, isUnicode: Bool = false, hasLinks: Bool = false, width: Int? = nil
  ) {
    self.isColoured = isColoured
    self.isUnicode = isUnicode
    self.hasLinks = hasLinks
    self.width = width.map { max($0, Self.minWidth) }
  }

  /// The minimum width; nothing useful fits into less.
  private static let minWidth = 40
  /// The maximum width of a log line if the output is not a terminal.
  static let defaultWidth = 160

  /// A colour by its purpose. Colours never carry information that the text lacks.
  enum Ink {
    case severity(Severity)
    case frame
    case strong

    /// The colour of a mark: by severity for the primary mark, the frame colour for others.
    init(_ severity: Severity?) { self = severity.map { .severity($0) } ?? .frame }
  }

  /// The text in a colour.
  func paint(_ text: String, _ ink: Ink) -> String {
    text.isEmpty ? "" : begin(ink) + text + end
  }

  /// The escape sequences that start and end a colour; empty without colours.
  func begin(_ ink: Ink) -> String { isColoured ? "\u{1b}[\(code(ink))m" : "" }
  var end: String { isColoured ? "\u{1b}[0m" : "" }

  /// Writes text in a colour. `write` must write something.
  func paint(_ ink: Ink, to output: inout TextBuffer, _ write: (inout TextBuffer) -> Void) {
    if isColoured { output += begin(ink) }
    write(&output)
    if isColoured { output += end }
  }

  private func code(_ ink: Ink) -> String {
    switch ink {
    case .severity(.error): "1;31"
    case .severity(.warning): "1;33"
    case .severity(.note): "1;36"
    case .frame: "1;34"
    case .strong: "1"
    }
  }

  /// The text as a link to an address (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda).
  /// Without a link if the address contains a control character or is not ASCII.
  func link(_ text: String, to address: String?) -> String {
    guard hasLinks, let address, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return text }
    return "\u{1b}]8;;\(address)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }

  /// Whether the terminal is known to support hyperlinks, by the environment variables that terminals set. Most other
  /// terminals ignore links, but some print the address.
  public static func hasLinks(environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby"]
    return programs.contains(value("TERM_PROGRAM")) || (Int(value("VTE_VERSION")) ?? 0) >= 5000
      || ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION"].contains { !value($0).isEmpty }
  }

  /// The gutter symbol for left out lines.
  var gap: String { isUnicode ? "⋮" : "..." }
  /// The ellipsis of a shortened line.
  var cut: String { isUnicode ? "…" : "..." }

  /// Whether the locale of the environment uses UTF-8: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides
  /// (POSIX, "Environment Variables", 8.2).
  public static func isUnicode(environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name)?.lowercased(), !locale.isEmpty else { continue }
      return locale.split { $0 == "." || $0 == "@" }.contains { $0 == "utf-8" || $0 == "utf8" }
    }
    return false
  }
}

/// When to write colours.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// Depends on the environment and the terminal.
  case auto
  case always
  case never

  /// Whether to write colours to a stream. In order of precedence, as in no-color.org, force-color.org and
  /// bixense.com/clicolors: the option, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`, `TERM=dumb`, and whether the
  /// stream is a terminal.
  public func isOn(environment: (String) -> String?, isTerminal: Bool) -> Bool {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if value("NO_COLOR") != nil { return false }
      if value("FORCE_COLOR") != nil { return true }
      if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
      if value("TERM") == "dumb" { return false }
      return isTerminal
    }
  }
}
