import TestSupport
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
  func `takes its fields from the whole message`(template: String, message: String, fields: [String: String])
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
    ("Barking {how=once|twice} {..}", "Barking twice at Tom", "Barking twice ", ["how": "twice"]),
    ("{..}bark{..=s|ing} at {whom}", "Rex is barking at Tom", "barking at Tom", ["whom": "Tom"]),
    ("{..}[{id}]{..}bark{..}", "Rex [7] may bark a lot", "[7] may bark", ["id": "7"]),
    ("{a=b|bb}b", "bbb", "bbb", ["a": "bb"]),
  ])
  func `has the part of the message that it fixes as its name`(
    template: String, message: String, name: String, fields: [String: String]
  ) throws {
    let reading = Reading(message, try Self.vocabulary(template))
    #expect(reading.sightings.map(\.fields) == [fields])
    #expect(reading.sightings.map(\.name) == [name])
  }

  @Test(arguments: [
    "Barking  loudly", "Barking cat", "He said: Barking x loudly", "Barking x loudly!", "barking x loudly",
  ])
  func `does not match a part of a message`(message: String) throws {
    #expect(Reading(message, try Self.vocabulary("Barking {id} loudly")).events == [])
  }

  @Test(arguments: [
    ("Barking {how=once|twice}", "Barking thrice"),
    ("{..}bark{..}", "Rex barks"), ("{..}bark{..}", "debark now"), ("{..}bark", "bark!"),
  ])
  func `requires one of its choices, and whole words beside any text`(
    template: String, message: String
  )
    throws
  {
    #expect(Reading(message, try Self.vocabulary(template)).events == [])
  }

  @Test func `is preferred if it reads furthest, and then if it is the first`() throws {
    let vocabulary = Vocabulary(
      EventDeclaration(name: "dog.up", templates: [try LineTemplate("{..}state=up{..}")]),
      EventDeclaration(name: "dog.down", templates: [try LineTemplate("{..}state=down{..}")]),
      EventDeclaration(name: "dog.same", templates: [try LineTemplate("{..}state=down{..}")]))
    #expect(Reading("was state=up, now state=down", vocabulary).events == ["dog.down"])
    #expect(Reading("was state=down, now state=up, really", vocabulary).events == ["dog.up"])
    #expect(Reading("was state=up, state=down, state=up", vocabulary).events == ["dog.up"])
    #expect(Reading("was state=down, now state=up", vocabulary).sightings.map(\.name) == ["state=up"])
  }

  @Test func `is matched only in lines of its senders`() throws {
    var template = try LineTemplate("Barking {id}")
    template.senders = ["kennel", "*Dog"]
    let vocabulary = Vocabulary(EventDeclaration(name: "bark.start", templates: [template]))
    for (line, events) in [
      ("2024-02-03 10:00:00.123 kennel[7:23] Barking 1", ["bark.start"]),
      ("2024-02-03 10:00:00.123 HotDog[7:23] Barking 1", ["bark.start"]),
      ("2024-02-03 10:00:00.123 kennels[7:23] Barking 1", []),
      ("2024-02-03 10:00:00.123 Dogs[7:23] Barking 1", []),
      ("Barking 1", []),
      ("D/HotDog( 12): Barking 1", ["bark.start"]),
    ] {
      #expect(Reading(line, vocabulary).events == events, "\(line)")
    }
  }

  @Test(arguments: [
    ("walk <dog> ends", ["bark.start"]), ("walk <cat> ends", []), ("walk <dog> with <cat> ends", []),
    ("walk <ca> ends", ["bark.start"]),
  ])
  func `does not match a message with a text that it excludes`(message: String, events: [String]) throws {
    var template = try LineTemplate("walk <{..}> ends")
    template.exclusions = ["<cat>", "<fox>"]
    let vocabulary = Vocabulary(EventDeclaration(name: "bark.start", templates: [template]))
    #expect(Reading(message, vocabulary).events == events)
  }

  @Test func `is matched only on its platform, and adds constant fields`() throws {
    var template = try LineTemplate("Barking {id}")
    template.platform = .android
    template.constants = ["loud": "yes"]
    let vocabulary = Vocabulary(EventDeclaration(name: "bark.start", templates: [template]))
    #expect(Reading("Barking 1", vocabulary).events == [])
    let reading = Reading("D/Dog( 12): Barking 1", vocabulary)
    #expect(reading.sightings.map(\.fields) == [["id": "1", "loud": "yes"]])
  }

  @Test func `may be very short`() throws {
    #expect(
      Reading("x: y", try Self.vocabulary("{a}: {b}")).sightings.map(\.fields) == [["a": "x", "b": "y"]])
  }

  @Test func `has precedence over a callback in the message`() throws {
    var vocabulary = Vocabulary.walk
    vocabulary.declare(
      EventDeclaration(name: "bark.start", templates: [try LineTemplate("dogDidWakeUp {id}")]))
    #expect(Reading("dogDidWakeUp now", vocabulary).events == ["bark.start"])
  }

  @Test
  func `is matched in time proportional to the message`() throws {
    let seconds = try processorSeconds {
      let vocabulary = try Self.vocabulary("{a} aab {b} aab {c}")
      let open = try Self.vocabulary("{..}aab{..}aab{..=b|c}{..}")
      #expect(Reading(String(repeating: " aab", count: 150_000), open).events == [])
      let message = String(repeating: " aa", count: 200_000)
      #expect(Reading(message, vocabulary).events == [])
      #expect(Reading(message + " aab x aab y", vocabulary).events == ["bark.start"])
    }
    #expect(seconds < 60)
  }

  @Test(arguments: [
    ("Bark {id", "`{` without `}`; write `{{` for the character", 5..<6),
    ("Bark } now", "`}` without `{`; write `}}` for the character", 5..<6),
    ("Bark {} now", "expected a field's name between the braces", 5..<7),
    ("Bark {1d}", "expected a field's name between the braces", 5..<9),
    ("Bark {a}{b}", "expected text between two captures", 8..<11),
    ("Bark {a} and {a}", "`a` is captured twice", 13..<16),
    ("Bark {a}{..}", "expected text between two captures", 8..<12),
    ("Bark {=x}", "expected a field's name between the braces", 5..<9),
    ("Bark {a=x|}", "expected texts between `|`", 5..<11),
    ("{..}", "expected some text in addition to captures", 0..<4),
    ("{a}", "expected some text in addition to captures", 0..<3),
    ("", "expected some text in addition to captures", 0..<0),
    ("Bark ", "a message has no blanks at its ends", 0..<5),
  ])
  func `that is malformed is an error with its place`(text: String, message: String, range: Range<Int>) {
    #expect(throws: PlaceholderText.Malformed(message: message, range: range)) { try LineTemplate(text) }
  }
}
