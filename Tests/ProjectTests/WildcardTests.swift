import TestSupport
import Testing

@testable import Project

/// A pattern, with texts that match it and texts that do not.
struct Meaning: CustomTestStringConvertible {
  var pattern: String
  var matches: [String]
  var misses: [String]
  var testDescription: String { pattern }

  init(_ pattern: String, matches: [String], misses: [String]) {
    self.pattern = pattern
    self.matches = matches
    self.misses = misses
  }
}

@Suite struct `A pattern` {
  @Test(arguments: [
    Meaning("timer redraw", matches: ["timer redraw"], misses: ["timer redraws", "a timer redraw", ""]),
    Meaning("timer *", matches: ["timer ", "timer redraw", "timer a/b"], misses: ["timer", "a timer x"]),
    Meaning("*redraw*", matches: ["redraw", "timer redraw runs"], misses: ["timer reDraw"]),
    Meaning("*a*b*", matches: ["ab", "xaxbx", "aab"], misses: ["ba", "a", "b"]),
    Meaning("*aab", matches: ["aaab", "aabaab"], misses: ["aaba"]),
    Meaning("**", matches: ["", "x"], misses: []),
    Meaning("t?mer", matches: ["timer", "tömer"], misses: ["tmer", "tiimer"]),
    Meaning("100 \\*", matches: ["100 *"], misses: ["100 percent", "100 \\*"]),
    Meaning("a\\?\\\\", matches: ["a?\\"], misses: ["ab\\"]),
    Meaning("a\\", matches: ["a\\"], misses: ["a"]),
    Meaning("", matches: [""], misses: ["x"]),
  ])
  func `matches whole texts`(meaning: Meaning) {
    let wildcard = Wildcard(meaning.pattern)
    for text in meaning.matches { #expect(wildcard.matches(text), "\(text)") }
    for text in meaning.misses { #expect(!wildcard.matches(text), "\(text)") }
  }

  @Test(arguments: [
    Meaning("a.log", matches: ["a.log", "x/a.log", "x/y/a.log", "../a.log"], misses: ["b.log", "a.log/x"]),
    Meaning("*.log", matches: ["a.log", "x/y/a.log"], misses: ["a.log/b", "a.logs"]),
    Meaning(
      "traces/*.log", matches: ["traces/a.log"], misses: ["a.log", "traces/x/a.log", "x/traces/a.log"]),
    Meaning("./traces/a.log", matches: ["traces/a.log"], misses: ["x/traces/a.log"]),
    Meaning("/a.log", matches: ["a.log"], misses: ["x/a.log"]),
    Meaning("traces/**/a.log", matches: ["traces/a.log", "traces/x/y/a.log"], misses: ["a.log", "x/a.log"]),
    Meaning("**/old/**", matches: ["old/a.log", "x/old/y/a.log"], misses: ["older/a.log", "a.log"]),
    Meaning("traces/", matches: ["traces/a.log", "traces/x/a.log"], misses: ["a.log", "traces.log"]),
    Meaning("traces", matches: ["traces", "x/traces"], misses: ["traces/a.log"]),
    Meaning("**/**/a", matches: ["a", "x/y/z/a"], misses: ["a/b"]),
    Meaning("../*/a.log", matches: ["../x/a.log"], misses: ["x/a.log", "a.log"]),
  ])
  func `with folders matches paths`(meaning: Meaning) {
    let pattern = PathPattern(meaning.pattern)
    for path in meaning.matches { #expect(pattern.matches(path), "\(path)") }
    for path in meaning.misses { #expect(!pattern.matches(path), "\(path)") }
  }

  @Test
  func `is matched quickly against a text that nearly matches`() {
    let seconds = processorSeconds {
      let pattern = String(repeating: "*a", count: 200) + "*b"
      #expect(!Wildcard(pattern).matches(String(repeating: "a", count: 5_000)))
      #expect(
        !PathPattern(String(repeating: "**/a/", count: 50) + "b").matches(
          String(repeating: "a/", count: 500)))
    }
    #expect(seconds < 60)
  }
}

@Suite struct `A path` {
  @Test(arguments: [
    (".lifecheck.yaml", "traces/a.log", "traces/a.log"),
    (".lifecheck.yaml", "./traces/../a.log", "a.log"),
    ("../.lifecheck.yaml", "a.log", "project/a.log"),
    ("../../.lifecheck.yaml", "traces/a.log", "me/project/traces/a.log"),
    ("config/life.yaml", "traces/a.log", "../traces/a.log"),
    (".lifecheck.yaml", "../other/a.log", "../other/a.log"),
    (".lifecheck.yaml", "/home/me/project/traces/a.log", "traces/a.log"),
    (".lifecheck.yaml", "/tmp/a.log", "../../../tmp/a.log"),
    ("/home/me/.lifecheck.yaml", "a.log", "project/a.log"),
    ("/.lifecheck.yaml", "../../../../../a.log", "a.log"),
    (".lifecheck.yaml", "<stdin>", "<stdin>"),
  ])
  func `is relative to the folder of the project file`(file: String, path: String, relative: String) {
    let paths = RelativePath(fromFolderOf: file, workingFolder: "/home/me/project")
    #expect(paths.path(to: path) == relative)
  }
}

@Suite struct `A date` {
  @Test(arguments: ["2027-03-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "2026-11-30"])
  func `has a year, a month and a day`(text: String) throws {
    #expect(try #require(CalendarDay(text)).description == text)
  }

  @Test(arguments: [
    "", "soon", "2027-3-1", "27-03-01", "2027/03/01", "2027-13-01", "2027-00-10", "2027-04-31", "2027-02-29",
    "1900-02-29", "2027-03-00", "2027-03-01T00:00:00Z", "+027-03-01", "2027-03-0１", " 2027-03-01",
    "2027-03-01-",
    "03-01-2027", "20270301",
  ])
  func `has no other form`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `is less than a later date`() throws {
    let days = ["2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].compactMap { CalendarDay($0) }
    #expect(days.count == 4)
    #expect(zip(days, days.dropFirst()).allSatisfy { $0 < $1 })
    #expect(CalendarDay(year: 2027, month: 2, day: 1) == days[3])
  }
}
