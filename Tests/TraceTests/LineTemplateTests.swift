import Testing
import Trace

@Suite struct `A line template` {
  private static func vocabulary(_ templates: String...) throws -> Vocabulary {
    Vocabulary(EventDeclaration(name: "bark.start", templates: try templates.map { try LineTemplate($0) }))
  }

  @Test(arguments: [
    ("Barking {id} loudly", "Barking at the cat loudly", ["id": "at the cat"]),
    ("Barking {id} loudly", "Barking loudly and loudly loudly", ["id": "loudly and loudly"]),
    ("{who} barks", "Rex barks", ["who": "Rex"]),
    (
      "{who} barks at {whom}", "Rex barks at all who barks at him",
      ["who": "Rex", "whom": "all who barks at him"]
    ),
    ("{{bark}} {n}%", "{bark} 12%", ["n": "12"]),
    ("Wuff.", "Wuff.", [:]),
  ])
  func `takes its captures from a whole message`(template: String, message: String, fields: [String: String])
    throws
  {
    let vocabulary = try Self.vocabulary(template)
    for line in [message, "2024-02-03 10:00:00.123 MyApp[7:23] " + message, "MyApp[7:23] [Noise] " + message]
    {
      let reading = Reading(line, vocabulary)
      #expect(reading.sightings.map(\.fields) == [fields])
      #expect(reading.sightings.map(\.name) == [message])
      #expect(reading.sightings.map(\.form) == [.template])
    }
  }

  @Test(arguments: [
    "Barking  loudly", "Barking cat", "He said: Barking x loudly", "Barking x loudly!", "barking x loudly",
  ])
  func `does not match a part of a message`(message: String) throws {
    #expect(Reading(message, try Self.vocabulary("Barking {id} loudly")).events == [])
  }

  @Test func `matches however short it is`() throws {
    #expect(
      Reading("x: y", try Self.vocabulary("{a}: {b}")).sightings.map(\.fields) == [["a": "x", "b": "y"]])
  }

  @Test func `wins over a callback in its message`() throws {
    var vocabulary = Vocabulary.walk
    vocabulary.declare(
      EventDeclaration(name: "bark.start", templates: [try LineTemplate("dogDidWakeUp {id}")]))
    #expect(Reading("dogDidWakeUp now", vocabulary).events == ["bark.start"])
  }

  @Test func `takes time in proportion to the message`() throws {
    let vocabulary = try Self.vocabulary("{a} aab {b} aab {c}")
    let message = String(repeating: " aa", count: 200_000)
    #expect(Reading(message, vocabulary).events == [])
    #expect(Reading(message + " aab x aab y", vocabulary).events == ["bark.start"])
  }

  @Test(arguments: [
    ("Bark {id", "`{` without `}`; write `{{` for the character", 5..<6),
    ("Bark } now", "`}` without `{`; write `}}` for the character", 5..<6),
    ("Bark {} now", "expected a field's name between the braces", 5..<7),
    ("Bark {1d}", "expected a field's name between the braces", 5..<9),
    ("Bark {a}{b}", "expected text between two captures", 8..<11),
    ("Bark {a} and {a}", "`a` is captured twice", 13..<16),
    ("{a}", "expected some text besides captures", 0..<3),
    ("", "expected some text besides captures", 0..<0),
    ("Bark ", "a message has no blanks at its ends", 0..<5),
  ])
  func `that is malformed says where and why`(text: String, message: String, range: Range<Int>) {
    #expect(throws: TextWithHoles.Malformed(message: message, range: range)) { try LineTemplate(text) }
  }
}
