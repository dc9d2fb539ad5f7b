import Foundation
import Testing

@Suite struct `A log with an unusual encoding or layout` {
  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func `is checked like the same text in UTF-8`(encoding: String.Encoding) throws {
    let sandbox = try Sandbox(["trace.log": Sandbox.bad])
    let plain = try sandbox.check("trace.log")
    try #require(Sandbox.bad.data(using: encoding)).write(to: sandbox.folder.appending(path: "trace.log"))
    let outcome = try sandbox.check("trace.log")
    #expect(outcome.status == 1)
    #expect(outcome.output == plain.output)
  }

  @Test func `may contain colours, which the report escapes`() throws {
    let log = Sandbox.good + "\u{1b}[2m10:00:03.000\u{1b}[0m Shop[7:1] \u{1b}[31mview.draw\u{1b}[0m id=list\n"
    let outcome = try Sandbox(["a.log": log]).check("a.log")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
          --> a.log:4:37
        """))
    #expect(
      outcome.output.contains(
        #" 4 | \u{1b}[2m10:00:03.000\u{1b}[0m Shop[7:1] \u{1b}[31mview.draw\u{1b}[0m id=list"#))
  }

  @Test func `may have two records on one line`() throws {
    let log = Sandbox.good + "Test Case 'x' st2026-11-20 10:00:03.000 Shop[7:1] view.draw id=list\n"
    let outcome = try Sandbox(["a.log": log]).check("-f", "concise", "a.log")
    #expect(outcome.output.hasPrefix("a.log:4:51: error: view list is drawn"), "\(outcome.output)")
  }
}
