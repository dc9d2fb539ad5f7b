import Foundation
import Testing

/// `lifecheck timeline`.
@Suite struct `The timeline` {
  private static let log = """
    10:00:00.000 Shop[7:1] app.launch
    10:00:01.000 Shop[7:1] view.draw id=list
    10:00:02.000 Shop[7:1] app.hide
    10:00:10.050 Shop[7:1] view.draw id=list
    10:00:12.000 Shop[7:1] app.show

    """

  private func sandbox(_ log: String = log) throws -> Sandbox {
    let spans =
      "spans: {hidden: {from: app.hide, until: app.show}, drawn: {from: view.draw, until: app.quit, key: id}}\n"
    return try Sandbox([
      "a.log": log,
      "views.yaml": Sandbox.rulebook.replacing("sessions:", with: spans + "sessions:")
        + "  - {id: x, message: y, check: 'while drawn while hidden, never view.layout'}\n",
    ])
  }

  @Test func `is a chart with a column for each moment, and the violations below`() throws {
    let outcome = try sandbox().run(
      ["timeline", "--rulebook", "views.yaml", "a.log"], environment: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        """
        a.log

        Shop[7]       0 s             +1 s            +2 s            +10.05 s     +12 s
        drawn list                    ├────────────────────────────────────────────────▶
        hidden                                        ├────────────────────────────────┤

        violations                                                    1
          1  line 4, +10.05 s: error[no-draw-while-hidden]: view list is drawn while the app is hidden

        """), "\(outcome.output)")
  }

  @Test func `of a single moment shows the names of what is open`() throws {
    let outcome = try sandbox("10:00:00.000 Shop[7:1] app.hide\n10:00:00.000 Shop[7:1] view.draw id=list\n")
      .run(["timeline", "--rulebook", "views.yaml", "a.log"], environment: ["LC_ALL": "C"])
    #expect(outcome.output.contains("\nhidden        [----------"))
  }

  @Test(arguments: [60, 100, 200])
  func `fits into the width of the terminal`(width: Int) throws {
    let environment = ["LC_ALL": "C.UTF-8", "COLUMNS": "\(width)"]
    let outcome = try sandbox().run(
      ["timeline", "--rulebook", "views.yaml", "a.log"], environment: environment)
    let chart = outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("  1  line") }
    #expect(chart.map(\.count).max() == width)
  }

  @Test func `needs only ASCII, and no colours`() throws {
    let outcome = try sandbox().run(
      ["timeline", "--rulebook", "views.yaml", "a.log"], environment: ["LC_ALL": "C"])
    #expect(
      outcome.output.contains(
        "\nhidden                                        [--------------------------------]\n"))
    #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 && $0 != 0x1B })
  }

  @Test func `escapes the text of the log`() throws {
    let log = Self.log.replacing("id=list", with: "id=\"\u{7}\u{202E}\"")
    let outcome = try sandbox(log).run(
      ["timeline", "--rulebook", "views.yaml", "a.log"], environment: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.output.contains("drawn \\u{7}\\u{202e} "))
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{7}" || $0 == "\u{202E}" })
  }

  @Test func `is data of a page, whatever the log contains`() throws {
    let attack = "</script><script>alert(1)</script><!--&\u{2028}"
    let sandbox = try sandbox(Self.log.replacing("id=list", with: "id=\"\(attack)\""))
    let outcome = try sandbox.run(["-q", "--rulebook", "views.yaml", "--output", "html=report.html", "a.log"])
    #expect(outcome.status == 1)
    let page = String(
      decoding: try Data(contentsOf: sandbox.folder.appending(path: "report.html")), as: UTF8.self)
    let parts = page.components(separatedBy: "<script")
    #expect(parts.count == 3, "the data and the script")
    let data = try #require(
      parts.first { $0.hasPrefix(" type=\"application/json\"") }?.components(separatedBy: "</script>").first)
    let text = try #require(data.firstIndex(of: ">").map { String(data[data.index(after: $0)...]) })
    #expect(!text.contains { "<>&\u{2028}".contains($0) })
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let violations = try #require(document["violations"] as? [[String: Any]])
    #expect(violations.map { $0["line"] as? Int } == [4])
    #expect(violations[0]["message"] as? String == "view \(attack) is drawn while the app is hidden")
    #expect(
      violations[0]["counterfactual"] as? String
        == "The rule would hold if line 4 came before line 3.")
    let pieces = try #require(document["pieces"] as? [[String: Any]])
    #expect((pieces[0]["lines"] as? [String])?.count == 5)
    #expect((document["events"] as? [[Any]])?.count == 5)
    #expect(document["clock"] as? Double == 36000)
  }

  @Test func `without a verdict is an error`() throws {
    let outcome = try sandbox("nothing\n").run(["timeline", "--rulebook", "views.yaml", "a.log"])
    #expect(outcome.status == 2)
    #expect(!outcome.output.contains("Shop"))
  }
}
