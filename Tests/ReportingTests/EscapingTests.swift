import Testing

@testable import Reporting

@Suite struct `Escaped text` {
  @Test(arguments: [
    ("plain text, 日本語 🚀 é", "plain text, 日本語 🚀 é"),
    ("\u{1b}[31m\u{7}\u{0}", "\\u{1b}[31m\\u{7}\\u{0}"),
    ("a\nb\rc\td", "a\\nb\\rc\\td"),
    ("a\r\nb", "a\\r\\nb"),
    ("\u{7f}\u{80}\u{9b}", "\\u{7f}\\u{80}\\u{9b}"),
    (
      "\u{2028}\u{2029}\u{202e}\u{2066}\u{200f}\u{feff}",
      "\\u{2028}\\u{2029}\\u{202e}\\u{2066}\\u{200f}\\u{feff}"
    ),
    ("👩\u{200d}🚀", "👩\u{200d}🚀"),
  ])
  func `has no control characters that a terminal interprets`(text: String, shown: String) {
    #expect(Escaping.line(text) == shown)
  }

  @Test(arguments: [
    ("traces/a.log", "traces/a.log"),
    ("::error::a.log", "\\u{3a}:error::a.log"),
    ("  ##vso[a]", "  \\u{23}#vso[a]"),
    ("\u{a0}::error::a.log", "\u{a0}\\u{3a}:error::a.log"),
    ("\n::error::a.log", "\\n::error::a.log"),
    ("a::error", "a::error"),
  ])
  func `has no CI command at the start of a path`(path: String, shown: String) {
    #expect(Escaping.path(path) == shown)
  }

  @Test(arguments: [
    ("a \"b\" \\ /", #""a \"b\" \\ /""#),
    ("\n\r\t\u{1b}\u{7f}", #""\n\r\t\u001b\u007f""#),
    ("\u{2028}\u{e0041}", #""\u2028\udb40\udc41""#),
  ])
  func `in JSON uses the escapes of JSON`(text: String, quoted: String) {
    var result = ""
    Escaping.appendJSONString(text, to: &result)
    #expect(result == quoted)
  }
}
