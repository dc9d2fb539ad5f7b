import Diagnostics
import Testing

@testable import Project

@Suite struct `A baseline` {
  private static let day = CalendarDay(year: 2026, month: 11, day: 28)

  private func entry(_ rule: String, _ fingerprint: String, id: String? = nil, event: String = "timer.start")
    -> Baseline.Entry
  {
    Baseline.Entry(
      rule: rule, event: event, subject: id.map { ["id": $0] } ?? [:],
      fingerprint: fingerprint + String(repeating: "0", count: 31), since: Self.day)
  }

  private func read(_ text: String) throws -> Baseline {
    try Baseline(SourceText(name: "known.yaml", bytes: Array(text.utf8)))
  }

  private func message(of text: String) -> String? {
    let error = #expect(throws: SetupError.self) { try read(text) }
    return error?.diagnostics.first?.message
  }

  @Test(arguments: [
    "redraw", "", "yes", "12", "a: b, {c}", "\"quoted\" \\ back", "tab\t, line\n, bell\u{7}", "\u{202E}right",
    "\u{2028}", "é 語 👩‍👩‍👧", "\u{E0001}", "- x\n# y", "::error::", "'",
  ])
  func `is read as it was written, whatever a value contains`(id: String) throws {
    let text = Baseline([entry("r", "f", id: id)]).text
    #expect(text.split(separator: "\n").count == 5)
    #expect(text.unicodeScalars.allSatisfy { $0 != "\u{202E}" && $0 != "\u{2028}" && $0 != "\t" })
    #expect(try read(text).entries == [entry("r", "f", id: id)])
  }

  @Test func `has the same text in any order, and each fingerprint once`() throws {
    let entries = [
      entry("b", "2"), entry("a", "1", id: "y"), entry("a", "3", id: "x"), entry("a", "4", event: ""),
    ]
    let text = Baseline(entries).text
    #expect(Baseline(entries.reversed() + entries).text == text)
    let lines = text.split(separator: "\n").map(String.init)
    let merged = (lines[...3] + lines[4...].reversed() + lines[4...]).joined(separator: "\n")
    #expect(try read(merged).text == text)
  }

  @Test func `may be empty`() throws {
    #expect(try read(Baseline().text).entries.isEmpty)
  }

  @Test func `merges lines about one violation, in any order`() throws {
    let lines = Baseline([entry("a", "1")]).text.split(separator: "\n").map(String.init)
    let line = lines[4]
    let old = line.replacing("since: 2026-11-28", with: "since: 2020-01-01, expires: 2021-01-01")
    let new = line.replacing("since: 2026-11-28", with: "since: 2026-11-28, expires: 2027-01-01")
    for order in [[old, new], [new, old]] {
      let entry = try read((lines[...3] + order).joined(separator: "\n")).entries.first
      #expect(entry?.since == CalendarDay("2020-01-01") && entry?.expires == CalendarDay("2027-01-01"))
    }
    for order in [[old, line], [line, old]] {
      #expect(try read((lines[...3] + order).joined(separator: "\n")).entries.first?.expires == nil)
    }
  }

  @Test func `keeps the dates`() throws {
    let text = Baseline([entry("a", "1")]).text.replacing(
      "since: 2026-11-28", with: "since: 2020-02-29, expires: 2027-03-01")
    let read = try read(text)
    #expect(read.entries.first?.since == CalendarDay("2020-02-29"))
    #expect(read.entries.first?.expires == CalendarDay("2027-03-01"))
    #expect(read.text == text)
  }

  @Test func `with a mistake is an error`() throws {
    let text = Baseline([entry("a", "1")]).text
    #expect(
      message(of: text.replacing("baseline: 1", with: "baseline: 2")) == "unknown version of a baseline")
    #expect(message(of: text.replacing("lifecheck/v1", with: "lifecheck/v2")) == "unknown fingerprints")
    #expect(
      message(of: text.replacing("since: 2026-11-28", with: "since: today"))
        == "`since`: `today` is not a date")
    #expect(message(of: text.replacing("event:", with: "evnet:")) == "unknown key `evnet`")
    #expect(
      message(of: text.replacing("fingerprint: \"1\(String(repeating: "0", count: 31))\", ", with: ""))?
        .contains("fingerprint") == true)
    #expect(message(of: "known:\n  - x\n")?.contains("baseline") == true)
    #expect(message(of: "") == "the baseline is empty")
    #expect(message(of: "<<<<<<< ours\n" + text) != nil)
  }
}
