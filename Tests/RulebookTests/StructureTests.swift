import Testing
import Trace

@testable import Rulebook

@Suite struct `A machine` {
  private func machine() throws -> Machine {
    let rulebook = try Shop.load(
      adding: """
          door:
            states:
              shut: {shows: not open}
              locked: {refines: shut}
              barred: {refines: locked, shows: barred}
              ajar:
            transitions:
              pay.begin: {from: shut, to: ajar}
              pay.end: [{from: [locked, ajar], to: shut}, {to: none}]

        """
    ).get()
    return try #require(rulebook.machines.first { $0.name == "door" })
  }

  @Test func `is shown by the names of its states`() throws {
    #expect(try machine().states.map(\.shownAs) == ["not open", "not open", "barred", "ajar"])
  }

  @Test func `includes all refinements of a state, at any depth`() throws {
    let machine = try machine()
    let froms = machine.transitions.sorted { $0.key < $1.key }.flatMap(\.value).map { transition in
      transition.from.map { from in
        from.sorted { $0.rawValue < $1.rawValue }.map { machine.states[$0.rawValue].name }
      }
    }
    #expect(froms == [["shut", "locked", "barred"], ["locked", "barred", "ajar"], nil])
  }

  @Test func `can leave all states`() throws {
    let targets = try machine().transitions.sorted { $0.key < $1.key }.flatMap(\.value).map(\.to)
    #expect(targets == [StateID(3), StateID(0), nil])
  }
}

@Suite struct `An event of the vocabulary` {
  @Test(arguments: [
    ("{}", false), ("", false), ("{callback: aDidB}", true), ("{returns: yes}", true),
    ("{returns: false}", false),
    ("{callback: aDidB, returns: no}", false), ("{notification: ADidBNotification}", false),
  ])
  func `returns if it is a callback or declares it`(declaration: String, returns: Bool) throws {
    let text = "lifecheck: 1\nvocabulary:\n  a.b: \(declaration)\n"
    let vocabulary = try Rulebook.reading(["a.yaml": text]).get().vocabulary
    #expect(vocabulary.events.map(\.returns) == [returns])
    #expect((vocabulary.id(of: "a.b.end") != nil) == returns)
  }

  @Test func `has the fields of its templates as texts, unless it declares other types`() throws {
    let text = "lifecheck: 1\nvocabulary:\n  a.b: {line: 'B {id} of {ms}', fields: {ms: number}}\n"
    let vocabulary = try Rulebook.reading(["a.yaml": text]).get().vocabulary
    #expect(vocabulary.events.map(\.fields) == [["id": .text, "ms": .number]])
  }

  @Test(arguments: ["line: 'B of {ms}'", "line: {message: B, fields: {ms: 5}}"])
  func `may get the types of these fields in another file`(line: String) throws {
    let vocabulary = try Rulebook.reading([
      "a.yaml": "lifecheck: 1\nextends: b.yaml\nvocabulary: {a.b: {fields: {ms: number}}}\n",
      "b.yaml": "lifecheck: 1\nvocabulary: {a.b: {\(line)}}\n",
    ]).get().vocabulary
    #expect(vocabulary.events.map(\.fields) == [["ms": .number]])
  }

  @Test(arguments: [
    ("{from: 'a*b', callback: aDidB}", "«'a*b'» `*` is allowed at the end of a name only"),
    ("{line: {message: B, from: [a, '**']}}", nil),
    ("{line: {message: B, from: [a, '*b*c']}}", "«'*b*c'» `*` is allowed at the end of a name only"),
    (
      "{line: {message: B, fields: {n: abc}}, fields: {n: number}}",
      "«abc» the field `n` is a number, but `abc` is not - such as `3`"
    ),
    ("{line: {message: B, fields: {n: -5, t: 5s}}, fields: {n: number, t: duration}}", nil),
    (
      "{line: {message: 'B {n}', fields: {n: 1}}}",
      "«n» `n` is a part of the message already"
    ),
  ])
  func `has no templates that can never match`(declaration: String, mistake: String?) throws {
    let text = "lifecheck: 1\nvocabulary:\n  a.b: \(declaration)\n"
    switch Rulebook.reading(["a.yaml": text]) {
    case .success: #expect(mistake == nil)
    case .failure(let error): #expect(error.lines == [mistake])
    }
  }
}

@Suite struct `A message` {
  @Test(
    arguments: [
      ("'cart {id}'", [.text("cart "), .field("id")]), ("'{event} {{id}}'", [.event, .text(" {id}")]),
      ("'é{id}{price}'", [.text("é"), .field("id"), .field("price")]), ("'}}{{'", [.text("}{")]),
      ("'on {thread}'", [.text("on "), .field("thread")]),
    ] as [(String, [MessageTemplate.Piece])])
  func `has holes for fields`(message: String, pieces: [MessageTemplate.Piece]) throws {
    let rulebook = try Shop.load(
      adding: "rules:\n  - id: it\n    check: never cart.add\n    message: \(message)\n"
    ).get()
    #expect(rulebook.rules.first?.message?.pieces == pieces)
  }

  private func message(of sentence: String, _ message: String) throws -> [MessageTemplate.Piece]? {
    let rule = "rules:\n  - {id: it, check: '\(sentence)', message: '\(message)'}\n"
    return try Shop.load(adding: rule).get().rules.first?.message?.pieces
  }

  @Test(arguments: [
    "each cart lasts at most 5s", "cart.add recurs every 5s", "after cart.add, expect pay.end within 5s",
    "each cart.add is followed by cart.remove within 1s to 5s",
    "each cart.add is preceded by pay.end within 5s",
  ])
  func `can show the duration that a sentence measures`(sentence: String) throws {
    #expect(try message(of: sentence, "after {duration}") == [.text("after "), .duration])
  }

  @Test(arguments: ["at most 2 cart.add per 1s", "while night, at least 2 cart.add"])
  func `can show the count of a sentence`(sentence: String) throws {
    #expect(try message(of: sentence, "{count} times") == [.count, .text(" times")])
  }

  @Test func `reads a field of the same name if nothing is measured`() throws {
    let rulebook = try Rulebook.reading([
      "a.yaml": """
      lifecheck: 1
      vocabulary: {bag.pack: {fields: {count: number}}}
      rules: [{id: it, check: never bag.pack, message: '{count}'}]
      """
    ]).get()
    #expect(rulebook.rules.first?.message?.pieces == [.field("count")])
  }

  @Test(
    arguments: [
      ("after cart.add, expect pay.end", "{price}", [.field("price")]),
      (
        "each cart closed while night is reopened by shop.open", "{event} {id}",
        [.event, .text(" "), .field("id")]
      ),
      ("no cart is open 1s after shop.close", "{id}", [.field("id")]),
    ] as [(String, String, [MessageTemplate.Piece])])
  func `reads the fields of the judged event`(sentence: String, text: String, pieces: [MessageTemplate.Piece])
    throws
  {
    #expect(try message(of: sentence, text) == pieces)
  }
}

@Suite struct `A span` {
  @Test(arguments: [
    ("cart", ["cart.add"]), ("strike", ["shop.close"]), ("shop.open", ["shop.open"]),
    ("night", ["shop.open", "shop.close"]), ("late-cart", ["cart.add"]),
    ("till.free", ["till.lock", "till.unlock"]),
  ])
  func `is opened by events`(name: String, events: [String]) throws {
    let rulebook = try Shop.load(sentence: "each \(name) lasts at most 5s").get()
    let span = try #require(rulebook.spans.firstIndex { $0.name == name })
    #expect(rulebook.openingEvents(of: SpanID(span)).map(rulebook.vocabulary.name) == events)
  }
}
