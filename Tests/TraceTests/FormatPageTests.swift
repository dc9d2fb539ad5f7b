import Testing
import Trace

/// The examples of a page on formats. It is not part of the project and is tested only if it is present.
enum FormatPage {
  /// A block of the page.
  struct Example: Sendable, CustomTestStringConvertible {
    /// The name of the format on the page.
    let format: String
    /// The number of lines with a header; nil for documents.
    let headers: Int?
    let log: String
    /// The number of its first line on the page.
    let line: Int

    var testDescription: String { "\(format), line \(line)" }
  }

  private static let lines: [String] = {
    let bytes = (try? Corpus.bytes("../formats.md")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }()

  /// The blocks that contain logs.
  static let examples: [Example] = blocks("```log ").map { words, start, text in
    Example(
      format: words[0], headers: words.dropFirst().first.map { $0.split(separator: ",").count },
      log: text.joined(separator: "\n"), line: start + 1)
  }

  /// The misleading lines, each with its expected event; nil if there is none.
  static let traps: [(event: String?, line: String)] = blocks("```trap").flatMap(\.text).map { trap in
    let parts = trap.split(separator: "\t", maxSplits: 1).map(String.init)
    let event = parts[0].dropFirst(2).split(separator: " ").first.map(String.init)
    return (event, parts[1])
  }

  private static func blocks(_ mark: String) -> [(words: [String], start: Int, text: [String])] {
    lines.indices.filter { lines[$0].hasPrefix(mark) }.map { start in
      let end = lines[(start + 1)...].firstIndex(of: "```") ?? lines.endIndex
      let words = lines[start].dropFirst(mark.count).split(separator: " ").map(String.init)
      return (words, start + 1, Array(lines[(start + 1)..<end]))
    }
  }
}

@Suite(.enabled(if: !FormatPage.examples.isEmpty, "the page on formats is not present"))
struct `The page on formats` {
  /// Formats that the reader distinguishes and the page does not: the kind of JSON, and the record inside a wrapper.
  private static let refined: [String: [Format]] = [
    "json": [.oslogJSON, .incident], "json-line": [.jsonLine, .oslogJSON, .otlp],
    "asl": [.asl, .ideviceRelay], "appium": [.appium, .nslogTime], "plain-iso": [.plain, .nslog],
  ]

  @Test(arguments: FormatPage.examples)
  func `has examples that are read in their format`(example: FormatPage.Example) throws {
    let name = example.format.hasPrefix("plain-") ? "plain" : example.format
    let formats = try Self.refined[example.format] ?? [#require(Format.named.first { $0.name == name })]
    let reading = Reading(bundled: example.log)
    let count = formats.reduce(0) { $0 + reading.statistics.records[$1.rawValue] }
    // The last line of `log`'s JSON is not a record.
    let trailers = example.log.split(separator: "\n").count { $0.hasPrefix("{\"count\":") }
    if let headers = example.headers {
      #expect(count == headers - trailers)
    } else {
      #expect(count > 0)
    }
  }

  @Test func `has misleading lines that give exactly the expected events`() {
    // The page is older than the decision that a complaint of the system is an event itself.
    for trap in FormatPage.traps where !trap.line.contains("still not ended after expiration handlers") {
      #expect(Reading(bundled: trap.line).events == [trap.event].compactMap(\.self), "\(trap.line)")
    }
  }

  @Test func `has 141 headers and 34 misleading lines`() {
    #expect(FormatPage.examples.reduce(0) { $0 + ($1.headers ?? 0) } == 141)
    #expect(FormatPage.traps.count == 34)
  }

  @Test(arguments: FormatPage.examples)
  func `has lines that can be cut anywhere without a crash`(example: FormatPage.Example) {
    for line in example.log.split(separator: "\n").map({ Array($0.utf8) }) where line.count < 400 {
      for place in line.indices {
        for part in [line[..<place] + [0x20], line[place...] + [0x20]] {
          #expect(Reading(Array(part), .bundled).statistics.lines == 1)
        }
      }
    }
  }

  /// The events and lines are the same for every encoding, line end and size of pieces.
  @Test(arguments: FormatPage.examples)
  func `has examples with the same events in every encoding`(example: FormatPage.Example) {
    let log = example.log + "\n"
    let reading = Reading(bundled: log)
    let expected = reading.sightings
    func check(_ bytes: [UInt8], _ what: Comment) {
      for pieces in [nil, 1] {
        let again = Reading(bytes, .bundled, pieces: pieces)
        let found = again.sightings
        #expect(again.statistics.records == reading.statistics.records, what)
        #expect(found.map(\.event) == expected.map(\.event), what)
        #expect(found.map(\.line) == expected.map(\.line), what)
        #expect(found.map(\.time) == expected.map(\.time), what)
        #expect(found.map(\.pid) == expected.map(\.pid), what)
      }
    }
    check(Array(log.utf8), "LF")
    check(Array(log.replacing("\n", with: "\r\n").utf8), "CRLF")
    check(Array(log.replacing("\n", with: "\r").utf8), "CR")
    check([0xEF, 0xBB, 0xBF] + Array(log.utf8), "a byte order mark")
    check([0xFF, 0xFE] + log.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, "UTF-16")
    // A document over several lines cannot be wrapped line by line, nor can a header whose message is on the next line.
    guard example.headers != nil, example.format != "logcat-long" else { return }
    let wrapped = Reading(
      bundled: example.log.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "2024-01-01T00:00:00.0000000Z \($0)\n" }.joined())
    #expect(wrapped.events == reading.events, "a wrapper")
    #expect(wrapped.sightings.map(\.line) == expected.map(\.line), "a wrapper")
  }
}
