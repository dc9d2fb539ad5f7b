import Diagnostics
import Testing

@testable import Project
@testable import Rulebook

@Suite struct `A project` {
  @Test func `without a rulebook uses the bundled rules`() throws {
    let setups = [try Shop.load(nil), try Shop.load("lifecheck: 1\n")]
    #expect(setups.map(\.project) == [nil, ".lifecheck.yaml"])
    for setup in setups {
      #expect(setup.rulebook.name == "ios")
      #expect(setup.rulebook.rules.contains { $0.id == "no-gl-in-background" })
      #expect(setup.rulesOff == [])
      #expect(setup.facts == [:])
    }
  }

  @Test func `names its rulebooks relative to its own folder`() throws {
    var asked: [String] = []
    let source = SourceText(
      name: "../.lifecheck.yaml", bytes: Array("lifecheck: 1\nrulebooks: [ios, rules/shop.yaml]".utf8))
    let setups = try Setup.candidates(project: source) { path in
      asked.append(path)
      return .success(Array(Shop.rulebook.utf8))
    }
    #expect(asked == ["../rules/shop.yaml"])
    #expect(setups.map(\.rulebook.name) == ["ios, rules/shop.yaml"])
  }

  @Test func `adds its events and lines to the vocabulary`() throws {
    let setup = try Shop.load(
      Shop.project("vocabulary: {cart.add: {line: 'Put {id}'}, till.open: {line: Till, fields: {id: text}}}"))
    let events = setup.rulebook.vocabulary.events
    #expect(events.first { $0.name == "cart.add" }?.templates.count == 1)
    #expect(events.first { $0.name == "cart.add" }?.fields == ["id": .text])
    #expect(events.contains { $0.name == "till.open" })
  }

  struct Setting: CustomTestStringConvertible {
    var written: String
    /// The severity of the rule, then the severities that its sentences set themselves.
    var severities: [Severity?]?
    var isRequired = false
    var testDescription: String { written }
  }

  @Test(arguments: [
    Setting(written: "on", severities: [.warning, nil, .note]),
    Setting(written: "off", severities: nil),
    Setting(written: "error", severities: [.error, nil, nil]),
    Setting(written: "note", severities: [.note, nil, nil]),
    Setting(written: "{severity: error}", severities: [.error, nil, nil]),
    Setting(written: "{required: true}", severities: [.warning, nil, .note], isRequired: true),
    Setting(
      written: "{severity: warning, required: yes}", severities: [.warning, nil, nil], isRequired: true),
  ])
  func `sets the severity of a rule, or turns it off`(setting: Setting) throws {
    let setup = try Shop.load(Shop.project("rules: {no-close: \(setting.written)}"))
    let rule = setup.rulebook.rules.first { $0.id == "no-close" }
    #expect(rule.map { [$0.severity] + $0.sentences.map(\.severity) } == setting.severities)
    #expect(rule?.isRequired ?? false == setting.isRequired)
    #expect(setup.rulesOff == (setting.severities == nil ? ["no-close"] : []))
  }

  @Test func `can make a required rule optional`() throws {
    let setup = try Shop.load(Shop.project("rules: {no-open: {required: no}}"))
    #expect(setup.rulebook.rules.map(\.isRequired) == [false, false, false])
  }

  @Test(arguments: [
    ("ios: 17", "ios", "17"), ("ios: 17.10", "ios", "17.10"), ("ios: '13.1'", "ios", "13.1"),
    ("modes: [audio, location]", "modes", "audio,location"),
    ("modes: 'audio, location'", "modes", "audio,location"),
    ("modes: audio", "modes", "audio"), ("modes: []", "modes", ""), ("heap: 64MB", "heap", "64MB"),
    ("heap: 64", "heap", "64"), ("wait: 5s", "wait", "5s"), ("wait: 250ms", "wait", "250ms"),
    ("wait: 1.5", "wait", "1.5"), ("tills: 3", "tills", "3"), ("town: yes", "town", "yes"),
  ])
  func `gives facts with the values that a log would have`(yaml: String, name: String, text: String) throws {
    #expect(try Shop.load(Shop.project("facts: {\(yaml)}")).facts == [name: text])
  }

  @Test(arguments: [
    ("cart", ["cart"]),
    ("[cart, shop.open, end, shop.close.end]", ["cart", "shop.open", "end", "shop.close.end"]),
  ])
  func `declares the events that it records`(yaml: String, records: [String]) throws {
    #expect(try Shop.load(Shop.project("records: \(yaml)")).records == records)
  }
}

@Suite struct `A project that names no rulebook` {
  private func candidates(_ project: String?, select: [String] = []) throws(SetupError) -> [Setup] {
    let source = project.map {
      SourceText(name: ".lifecheck.yaml", bytes: Array("lifecheck: 1\n\($0)\n".utf8))
    }
    return try Shop.candidates(source, select: select)
  }

  @Test(arguments: [nil, "", "vocabulary: {cart.add: {line: 'Put {id}'}}"])
  func `lets the log choose among the bundled rulebooks`(project: String?) throws {
    #expect(try candidates(project).map(\.rulebook.name) == Rulebook.bundledNames)
  }

  @Test func `may set rules of each bundled rulebook`() throws {
    let setups = try candidates(
      """
      rules: {no-gl-in-background: note, activity-callback-order: off}
      facts: {ios: 17}
      records: [activity, gl]
      suppressions: [{rule: activity-callback-order, where: x.log, reason: y}]
      """)
    #expect(setups[0].rulebook.rules.first { $0.id == "no-gl-in-background" }?.severity == .note)
    #expect(setups.map(\.rulesOff) == [[], ["activity-callback-order"]])
    #expect(setups.allSatisfy { $0.facts == ["ios": "17"] && $0.suppressions.count == 1 })
  }

  @Test func `reports each mistake once`() {
    let error = #expect(throws: SetupError.self) {
      try candidates("rules: {no-gl-in-backgroud: note}\nfacts: {ios: x}\nvocabulary: {cart.add: {lin: x}}")
    }
    #expect(
      error?.lines.map { $0.prefix(40) } == [
        ".lifecheck.yaml:2:9: unknown rule `no-gl", ".lifecheck.yaml:3:14: the fact `ios` is ",
        ".lifecheck.yaml:4:25: unknown key `lin` ",
      ])
  }

  @Test(arguments: [
    (
      "{data.save: {line: 'saved {idd}'}}",
      ".lifecheck.yaml:2:39: `data.save` has no field `idd` - did you mean `id`?"
    ),
    (
      "{data.saev: {line: 'saved {id}'}}",
      ".lifecheck.yaml:2:14: no rule uses the event `data.saev` - did you mean `data.save`?"
    ),
  ])
  func `reports names that are almost names inside`(vocabulary: String, line: String) {
    let error = #expect(throws: SetupError.self) { try candidates("vocabulary: \(vocabulary)") }
    #expect(error?.lines == [line])
  }

  @Test func `may name several bundled rulebooks, among which the log decides`() throws {
    #expect(try candidates("rulebooks: [ios, android]").map(\.rulebook.name) == ["ios", "android"])
  }

  @Test(arguments: [
    // A part of a message that no rule needs, a field of the user's own, an event of the user's own.
    "{data.save: {line: 'saved {id} in {ms}'}}",
    "{data.save: {line: 'saved {idd}', fields: {idd: text}}}",
    "{cart.add: {line: 'put {id}'}}",
    // The activities of Android and the callbacks of iOS: the log decides which rulebook it is checked against.
    "{activity.create: {line: 'made {id}'}, app.didBecomeActive: {line: back}}",
  ])
  func `may add names of its own`(vocabulary: String) throws {
    #expect(try candidates("vocabulary: \(vocabulary)").count == 2)
  }

  @Test func `is checked against the rulebooks that contain the selected rules`() throws {
    let names = { (select: [String]) in
      try Setup.withRules(candidates(nil, select: select)).map(\.rulebook.name)
    }
    #expect(try names(["no-gl-in-background"]) == ["ios"])
    #expect(try names(["activity-callback-order"]) == ["android"])
    #expect(try names(["activity-callback-order", "no-gl-in-background"]) == ["ios", "android"])
  }
}

@Suite struct `The rules that are checked` {
  struct Row: CustomTestStringConvertible {
    var project = "{}"
    var select: [String] = []
    var ignore: [String] = []
    var checked: [String]
    var testDescription: String { "\(project), select \(select), ignore \(ignore)" }
  }

  @Test(arguments: [
    Row(checked: ["no-cart", "no-close", "no-open"]),
    Row(project: "{no-cart: off}", checked: ["no-close", "no-open"]),
    Row(select: ["no-close"], checked: ["no-close"]),
    Row(select: ["no-open,no-cart"], checked: ["no-cart", "no-open"]),
    Row(select: ["no-open", "no-cart , no-open"], checked: ["no-cart", "no-open"]),
    Row(ignore: ["no-close"], checked: ["no-cart", "no-open"]),
    Row(ignore: ["no-close,no-cart"], checked: ["no-open"]),
    // A rule that the command line selects is checked, even if the file turns it off. An ignored rule is never checked.
    Row(project: "{no-cart: off}", select: ["no-cart"], checked: ["no-cart"]),
    Row(project: "{no-cart: off}", select: ["no-cart,no-open"], ignore: ["no-cart"], checked: ["no-open"]),
    Row(project: "{no-cart: error}", ignore: ["no-cart"], checked: ["no-close", "no-open"]),
  ])
  func `are chosen by the project, then by the command line`(row: Row) throws {
    let setup = try Shop.load(
      Shop.project("rules: \(row.project)"), select: row.select, ignore: row.ignore)
    #expect(setup.rulebook.rules.map(\.id) == row.checked)
    #expect(Set(setup.rulesOff).union(row.checked) == ["no-cart", "no-close", "no-open"])
    #expect(throws: Never.self) { try Setup.withRules([setup]) }
  }

  @Test func `have the severities that the project sets`() throws {
    let setup = try Shop.load(Shop.project("rules: {no-cart: note}"), select: ["no-cart"])
    #expect(setup.rulebook.rules.map(\.severity) == [.note])
  }

  @Test(arguments: [
    (["no-crat"], [], ["--select"], ["--select: unknown rule `no-crat` - did you mean `no-cart`?"]),
    ([], ["zzz"], ["--ignore"], ["--ignore: unknown rule `zzz`"]),
    (
      ["no-cart,,x"], ["no-opne"], ["--select", "--ignore"],
      [
        "--select: expected the id of a rule, found none", "--select: unknown rule `x`",
        "--ignore: unknown rule `no-opne` - did you mean `no-open`?",
      ]
    ),
    (
      ["no-"], [], ["--select"],
      ["--select: unknown rule `no-` - did you mean `no-cart`, `no-close` or `no-open`?"]
    ),
    ([""], [], ["--select"], ["--select: expected the id of a rule, found none"]),
  ])
  func `must be named by known ids`(select: [String], ignore: [String], mistaken: [String], lines: [String]) {
    let error = #expect(throws: SetupError.self) {
      try Shop.load(Shop.project(""), select: select, ignore: ignore)
    }
    #expect(error?.lines == lines)
    #expect(error?.mistaken == mistaken)
  }

  @Test func `must include at least one`() throws {
    let none = try Shop.load(Shop.project("rules: {no-cart: off, no-close: off}"), ignore: ["no-open"])
    let error = #expect(throws: SetupError.self) { try Setup.withRules([none]) }
    #expect(error?.lines == ["no rule of shop.yaml is left, so there is nothing to check"])
    let empty = try Shop.load(Shop.project(""), ["shop.yaml": "lifecheck: 1\n"])
    let other = #expect(throws: SetupError.self) { try Setup.withRules([empty]) }
    #expect(other?.lines == ["shop.yaml has no rules, so there is nothing to check"])
  }
}

@Suite struct `Rulebooks of the command line` {
  private let project = Shop.project(
    "vocabulary: {cart.pay: {line: Pay}}\nrules: {no-cart: note, no-gl: off}\nfacts: {ios: 17, x: 1}\nrecords: [cart, gl]\n"
  )

  @Test func `replace the rulebooks of the project, which may set other rules`() throws {
    let other = Shop.rulebook.replacing("no-open", with: "no-opening")
    let setup = try Shop.load(project, ["other.yaml": other], rulebooks: ["other.yaml"])
    #expect(setup.rulebook.name == "other.yaml")
    #expect(setup.rulebook.rules.map(\.id) == ["no-cart", "no-close", "no-opening"])
    #expect(setup.rulebook.rules.first?.severity == .note)
    #expect(setup.rulebook.vocabulary.id(of: "cart.pay") != nil)
    #expect(setup.facts == ["ios": "17"])
    #expect(setup.records == ["cart"])
  }

  @Test func `do not hide its mistakes`() {
    let error = #expect(throws: SetupError.self) {
      try Shop.load(project + "suppresions: []\n", ["other.yaml": Shop.rulebook], rulebooks: ["other.yaml"])
    }
    #expect(error?.lines == [".lifecheck.yaml:7:1: unknown key `suppresions` - did you mean `suppressions`?"])
  }
}
