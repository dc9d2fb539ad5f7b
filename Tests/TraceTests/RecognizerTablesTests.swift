import Rulebook
import TestSupport
import Testing

@testable import Trace

@Suite struct `The tables of a recognizer` {
  private static let vocabularies = [Vocabulary.walk, Recognizer.bundled.vocabulary, Vocabulary()]

  @Test(arguments: vocabularies.indices) func `are the same after they were stored`(number: Int) throws {
    let bytes = RecognizerTables(Self.vocabularies[number]).bytes
    #expect(bytes.withStoredBytes { RecognizerTables($0)?.bytes } == bytes)
  }

  @Test func `are built again if an event is added`() throws {
    let rulebook = try Rulebook.load([RulebookReference("ios")], withExamples: false) { _ in
      .failure(Rulebook.FileProblem("there are no files here"))
    }
    var vocabulary = rulebook.vocabulary
    #expect(vocabulary.storedTables != nil)
    vocabulary.declare(EventDeclaration(name: "cat.purred"))
    #expect(vocabulary.storedTables == nil)
    #expect(Reading(Array("cat.purred".utf8), Recognizer(vocabulary)).events == ["cat.purred"])
  }

  @Test(arguments: 0..<100) func `are refused if they are cut or too long`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let bytes = RecognizerTables(.walk).bytes
    let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &dice)))
    #expect(cut.withStoredBytes { RecognizerTables($0) == nil })
    #expect((bytes + [0]).withStoredBytes { RecognizerTables($0) == nil })
  }

  @Test(arguments: 0..<200) func `do not crash the reader if they are damaged`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var bytes = RecognizerTables(.walk).bytes
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    }
    bytes.withStoredBytes {
      if let tables = RecognizerTables($0) { #expect(!tables.bytes.isEmpty) }
    }
  }
}
