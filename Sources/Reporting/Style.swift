import Diagnostics

/// How text is dressed for where it is shown.
public struct Style: Sendable {
  /// Whether colours are written.
  public var isColoured: Bool
  /// Whether the reader's locale shows characters beyond ASCII.
  public var isUnicode: Bool
  /// Whether the terminal shows hyperlinks.
  public var hasLinks: Bool
  /// How many columns a terminal has; nil where the text goes elsewhere, and its lines are not wrapped.
  public var width: Int?

  /// A style; without arguments the plainest one.
  public init(
    isColoured: Bool = false, isUnicode: Bool = false, hasLinks: Bool = false, width: Int? = nil
  ) {
    self.isColoured = isColoured
    self.isUnicode = isUnicode
    self.hasLinks = hasLinks
    self.width = width.map { max($0, Self.leastWidth) }
  }

  /// In fewer columns nothing can be shown.
  private static let leastWidth = 40
  /// The most columns that a line of a log takes where there is no terminal.
  static let defaultWidth = 160

  /// A colour by its purpose. It only repeats what the words say.
  enum Ink {
    case severity(Severity)
    case frame
    case strong

    /// That of marks: of what is so grave, or of what takes part.
    init(_ severity: Severity?) { self = severity.map { .severity($0) } ?? .frame }
  }

  /// The text in a colour.
  func paint(_ text: String, _ ink: Ink) -> String {
    text.isEmpty ? "" : begin(ink) + text + end
  }

  /// What begins and ends a colour; empty where none is written.
  func begin(_ ink: Ink) -> String { isColoured ? "\u{1b}[\(code(ink))m" : "" }
  var end: String { isColoured ? "\u{1b}[0m" : "" }

  /// Writes some text, which is not empty, in a colour.
  func paint(_ ink: Ink, to output: inout ReportText, _ write: (inout ReportText) -> Void) {
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

  /// The text as a link to an address (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). An
  /// address with a character that a terminal may obey is left out.
  func link(_ text: String, to address: String?) -> String {
    guard hasLinks, let address, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return text }
    return "\u{1b}]8;;\(address)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }

  /// Whether a terminal is known to show hyperlinks, by the variables that terminals set. Most others ignore them, but some
  /// print the address.
  public static func hasLinks(environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby"]
    return programs.contains(value("TERM_PROGRAM")) || (Int(value("VTE_VERSION")) ?? 0) >= 5000
      || ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION"].contains { !value($0).isEmpty }
  }

  /// The sign in the gutter where lines are left out.
  var gap: String { isUnicode ? "⋮" : "..." }
  /// The sign where a line is cut.
  var cut: String { isUnicode ? "…" : "..." }

  /// Whether the locale that the environment asks for is a UTF-8 one: the first that is set of `LC_ALL`,
  /// `LC_CTYPE` and `LANG` decides (POSIX, "Environment Variables", 8.2).
  public static func isUnicode(environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name)?.lowercased(), !locale.isEmpty else { continue }
      return locale.split { $0 == "." || $0 == "@" }.contains { $0 == "utf-8" || $0 == "utf8" }
    }
    return false
  }
}

/// When colours are written.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// As the environment and the terminal say.
  case auto
  case always
  case never

  /// Whether colours are written to a stream, in the order of no-color.org, force-color.org and
  /// bixense.com/clicolors: the option, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`, `TERM=dumb`, and
  /// last whether the stream is a terminal.
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
