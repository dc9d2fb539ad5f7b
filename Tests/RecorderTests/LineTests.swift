import Foundation
import Rulebook
import Testing
@testable import recorder_sample
import Trace

@testable import LifecheckRecorder

@MainActor @Suite struct `A recorded line` {
  private static let recognizer = Result { Recognizer(try Rulebook.loadBundled("ios").vocabulary) }

  /// The values of the field `id` of all `data.save` events in a text, as lifecheck reads them.
  private func ids(in text: String) throws -> [String] {
    var reader = TraceReader(try Self.recognizer.get(), lastWritten: nil)
    var ids: [String] = []
    func add(_ event: Event, _ line: Span<UInt8>) {
      // The first field, because the others are of this test's own.
      if let field = event.fields.first, event.fields.count == 2 {
        ids.append(Event.text(of: field, in: line))
      }
    }
    reader.read(Array(text.utf8).span, add)
    reader.finish(add)
    #expect(reader.statistics.unreadableCount == 0)
    return ids
  }

  private nonisolated static let values = [
    "draft", "", " ", "two words", #"a "quoted" word"#, #"back\slash\"#, #"\n"#, "line\nfeed", "a\r\nb", "\t",
    "\u{1}\u{2}\u{7}\u{B}\u{C}\u{E}\u{1F}\u{7F}", "🦊 👩‍👩‍👧", "e\u{301}", "日本語", "\u{202E}\u{2028}\u{FEFF}",
    "a=b c=d", "key=", "=", "a,b", "^[[1m", "^", "[4242:1] app.didEnterBackground",
    "2026-11-20T10:00:00.000000Z Other[7:1] app.willTerminate", "{..}", "%@ %n",
    String(repeating: "é", count: 2_000),
  ]

  @Test(arguments: values) func `is one line, and its values are read exactly`(value: String) throws {
    let run = AppRun()
    run.recorder.start()
    run.recorder.event("data.save", ["id": value, "other": "x"])
    #expect(run.lines.count == 4 && !run.text.dropLast().contains("\n\n"))
    #expect(run.text.utf8.filter { $0 == 0x0A || $0 == 0x0D }.count == 4)
    #expect(try ids(in: run.text) == [value])
  }

  @Test func `shows the characters that logs cannot contain by their symbols`() throws {
    let run = AppRun()
    run.recorder.start()
    run.recorder.event("data.save", ["id": "\0 \u{8} \u{1B}[1m", "other": "x"])
    #expect(try ids(in: run.text) == ["␀ ␈ ␛[1m"])
  }

  @Test func `cuts a long value between characters`() throws {
    let run = AppRun()
    run.recorder.start()
    run.recorder.event("data.save", ["id": "a" + String(repeating: "é", count: 1_000_000), "other": "x"])
    #expect(try ids(in: run.text) == ["a" + String(repeating: "é", count: 2_048) + "…"])
  }

  @Test func `is read exactly if its values are random`() throws {
    var random = SystemRandomNumberGenerator()
    let characters = Array("ab \"\\=^[]\n\r\t{}:,.🦊é\u{1}\u{7F}")
    let values = (0..<2_000).map { _ in
      String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "a"
        })
    }
    let run = AppRun()
    run.recorder.start()
    for value in values { run.recorder.event("data.save", ["id": value, "other": value]) }
    #expect(run.lines.count == values.count + 3)
    #expect(try ids(in: run.text) == values)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (951_782_400, "2000-02-29T00:00:00.000000Z"),
    (1_709_251_199, "2024-02-29T23:59:59.000000Z"), (1_735_689_600, "2025-01-01T00:00:00.000000Z"),
    (4_107_542_400, "2100-03-01T00:00:00.000000Z"),
  ]) func `begins with the time`(second: Int64, text: String) {
    var time = TimeText { second * 1_000_000 }
    var bytes: [UInt8] = []
    time.appendNow(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text + " ")
  }

  @Test func `has only events and fields of the vocabulary`() throws {
    let vocabulary = try Rulebook.loadBundled("ios").vocabulary
    for row in ObservedNotification.all {
      let id = try #require(vocabulary.id(of: row.event), "\(row.event)")
      let fields = try #require(vocabulary.declaration(of: id)).fields.keys
      switch row.fields {
      case .none, .appStep: break
      case .launch: #expect(fields.contains("state"))
      case .sceneStep: #expect(fields.contains("id"))
      case .name: #expect(fields.contains("name"))
      case .shouldResume: break
      case .reason: break
      }
    }
    let explicit = [
      "user.dataDirty", "data.saveStart", "data.save", "data.discard", "backgroundTask.begin",
      "backgroundTask.end",
      "backgroundTask.expire", "timer.start", "timer.fire", "timer.stop", "trace.loss", "process.start",
    ]
    for event in explicit { #expect(vocabulary.id(of: event) != nil, "\(event)") }
    let config = try #require(vocabulary.id(of: "app.config").flatMap { vocabulary.declaration(of: $0) })
    let info: [String: Any] = ["UIApplicationExitsOnSuspend": true, "DTPlatformVersion": "18.2"]
    for (name, _) in AppFacts(info: info, others: []).fields {
      #expect(config.fields[name] != nil, "\(name)")
    }
  }
}
