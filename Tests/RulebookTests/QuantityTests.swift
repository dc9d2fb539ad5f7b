import Testing

@testable import Rulebook

@Suite struct `A quantity` {
  @Test(
    arguments: [
      ("5", .number(5)), ("1.5", .number(1.5)), ("5ns", .duration(5)), ("5us", .duration(5000)),
      ("5µs", .duration(5000)), ("5ms", .duration(5_000_000)), ("1.5s", .duration(1_500_000_000)),
      ("2min", .duration(120_000_000_000)), ("1h", .duration(3_600_000_000_000)), ("0s", .duration(0)),
      ("64KB", .size(64_000)), ("64MB", .size(64_000_000)), ("1.5GB", .size(1_500_000_000)),
      ("0.4ns", .duration(0)), ("9223372036s", .duration(9_223_372_036_000_000_000)),
    ] as [(String, Literal)])
  func `has a unit`(text: String, value: Literal) { #expect(Quantity.literal(text) == value) }

  @Test(arguments: [
    "", "s", "5 s", "5sec", "5S", "1.2.3", "-5s", "9223372037s", "1e3", ".", "5mb", "٥s",
    String(repeating: "9", count: 400),
  ])
  func `has no other form`(text: String) { #expect(Quantity.literal(text) == nil) }

  @Test(arguments: [
    ("within 5 s", ["within", "5s", ""]), ("64 MB", ["64MB", ""]), ("2  min after", ["2min", "after", ""]),
    ("1.5 µs", ["1.5µs", ""]), ("3 gl.call", ["3", "gl.call", ""]), ("3 s.open", ["3", "s.open", ""]),
    ("2 or", ["2", "or", ""]), ("5s s", ["5s", "s", ""]), ("5", ["5", ""]),
  ])
  func `may have a space before its unit`(text: String, tokens: [String]) {
    #expect(Lexer.tokens(of: text).map(\.text) == tokens)
  }

  @Test(
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1500, "1.5 µs"), (250_000_000, "250 ms"), (5_700_000_000, "5.7 s"),
      (60_000_000_000, "1 min"), (275_100_000_000, "4 min 35.1 s"), (9_000_000_000_000, "2 h 30 min"),
      (-5_000_000_000, "-5 s"), (.max, "2562047 h 47 min 16.854 s"), (.min, "-9223372036.855 s"),
    ] as [(Int64, String)])
  func `is shown in units that people use`(nanoseconds: Int64, text: String) {
    #expect(Quantity.text(nanoseconds: nanoseconds) == text)
  }
}
