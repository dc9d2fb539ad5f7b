import Diagnostics
import Testing

@testable import Rulebook

@Suite struct `A bundled rulebook` {
  @Test func `is found by its own name`() {
    #expect(Rulebook.bundledNames == ["ios", "android"])
    for name in Rulebook.bundledNames { #expect(Rulebook.bundled(name + ".yaml") != nil) }
  }

  @Test(arguments: Rulebook.bundledNames) func `has no mistake`(name: String) {
    let rulebook = Rulebook.reading(["mine.yaml": "lifecheck: 1\nextends: \(name)\n"])
    #expect(throws: Never.self) { try rulebook.get() }
  }

  @Test func `gives way to a file with the same name`() throws {
    let mine = "lifecheck: 1\nvocabulary: {my.event: {}}\n"
    let rulebook = try Rulebook.reading(["a.yaml": "lifecheck: 1\nextends: ios.yaml", "ios.yaml": mine]).get()
    #expect(rulebook.vocabulary.events.map(\.name) == ["my.event"])
  }

  @Test(arguments: ["ios", "ios.yaml"]) func `is used if there is no such file`(reference: String) throws {
    let rulebook = try Rulebook.reading(["a.yaml": "lifecheck: 1\nextends: \(reference)"]).get()
    #expect(rulebook.vocabulary.id(of: "app.didEnterBackground") != nil)
  }

  @Test func `does not replace a file that cannot be read`() {
    #expect(throws: RulebookError.self) {
      try Rulebook.load(["ios.yaml"]) { _ in .failure(Rulebook.FileProblem("permission denied")) }
    }
  }

  @Test(arguments: [
    (["ios", "ios"], "ios"), (["ios.yaml", "ios"], "ios.yaml"),
    (["ios-states.yaml", "ios"], "ios-states.yaml, ios"),
  ])
  func `is named once, even if it is requested twice`(references: [String], name: String) throws {
    #expect(try Rulebook.load(references) { _ in .failure(.missing) }.name == name)
  }

  @Test func `is not mixed with local files`() throws {
    let files = ["ios-states.yaml": "lifecheck: 1\nbroken", "ios-vocabulary.yaml": "["]
    let rulebook = try Rulebook.load(["ios"]) { path in
      files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
    }
    #expect(rulebook.vocabulary.id(of: "app.didEnterBackground") != nil)
  }
}

@Suite struct `A rulebook of several files` {
  @Test(arguments: [
    ("base.yaml", "base.yaml"), ("./base.yaml", "./base.yaml"), ("../base.yaml", "../base.yaml"),
    ("/etc/base.yaml", "/etc/base.yaml"),
  ])
  func `finds them relative to the file that names them`(reference: String, path: String) throws {
    var asked: [String] = []
    _ = try? Rulebook.load(["rules/mine.yaml"]) { path in
      asked.append(path)
      return path == "rules/mine.yaml"
        ? .success(Array("lifecheck: 1\nextends: \(reference)".utf8)) : .failure(.missing)
    }
    #expect(asked == ["rules/mine.yaml", path.hasPrefix("/") ? path : "rules/" + path])
  }

  @Test func `reads each file once, under any path`() throws {
    var asked: [String] = []
    let files = [
      "a.yaml": "lifecheck: 1\nextends: [x/b.yaml, ./c.yaml, c.yaml]",
      "x/b.yaml": "lifecheck: 1\nextends: [../c.yaml, .././x/../c.yaml]",
      "x/../c.yaml": "lifecheck: 1\nvocabulary: {my.event: {}}",
    ]
    let rulebook = try Rulebook.load(["a.yaml", "./a.yaml", "x/b.yaml"]) { path in
      asked.append(path)
      return files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
    }
    #expect(asked == ["a.yaml", "x/b.yaml", "x/../c.yaml"])
    #expect(rulebook.name == "a.yaml, x/b.yaml")
    #expect(rulebook.vocabulary.events.map(\.name) == ["my.event"])
  }

  @Test func `can add to an event that another file declares`() throws {
    let rulebook = try Rulebook.reading([
      "a.yaml": Shop.text + "extends: more.yaml\n",
      "more.yaml": "lifecheck: 1\nvocabulary: {pay.begin: {line: 'Pay {sum}', fields: {sum: number}}}",
    ]).get()
    let event = try #require(rulebook.vocabulary.events.first { $0.name == "pay.begin" })
    #expect(event.fields == ["id": .text, "sum": .number, "wait": .duration])
    #expect(event.templates.count == 1)
  }

  @Test func `has a limited depth, even if folders are nested in themselves`() {
    var count = 0
    let error = #expect(throws: RulebookError.self) {
      try Rulebook.load(["x/a.yaml"]) { _ in
        count += 1
        return .success(Array("lifecheck: 1\nextends: x/a.yaml".utf8))
      }
    }
    #expect(error?.diagnostics.map(\.message) == ["more than 32 files extend each other in a row"])
    #expect(count == 32)
  }

  @Test func `reports mistakes in the order of its files`() {
    let result = Rulebook.reading([
      "a.yaml": "lifecheck: 1\nextends: b.yaml\nrules: 1", "b.yaml": "lifecheck: 3\nrules: 2",
    ])
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(
      error.diagnostics.map { $0.range.map { "\($0.source.name):\($0.start.line)" } }
        == ["a.yaml:3", "b.yaml:1", "b.yaml:2"])
  }

  @Test func `reports no unknown names if a file cannot be read`() {
    let result = Rulebook.reading([
      "a.yaml": "lifecheck: 1\nextends: gone.yaml\nrules: [{id: a, check: never y.z, sevrity: note}]"
    ])
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(
      error.lines == [
        "«gone.yaml» rulebook `gone.yaml`: no such file",
        "«sevrity» unknown key `sevrity` - did you mean `severity`?",
      ])
  }

  @Test func `reports only the mistake that makes a file unreadable`() {
    let rule = """
      rules:
        - {id: a, check: 'never y.z where color == red', message: '{color} is not {size}'}
        - {id: b, check: 'each y.z(id) is followed by y.x(id)'}
      """
    let result = Rulebook.reading([
      "a.yaml": "lifecheck: 1\nextends: b.yaml\n" + rule,
      "b.yaml": "lifecheck: 1\nvocabulary:\n  y.z:\n    line: {message: a: b}\n",
    ])
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(error.diagnostics.map { $0.range.map { "\($0.source.name):\($0.start.line)" } } == ["b.yaml:4"])
  }
}
