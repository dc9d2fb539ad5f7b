import Diagnostics
import Foundation
import TestSupport
import Testing
import Trace
import YAML

@testable import Rulebook

@Suite struct `The archive of the bundled rulebook` {
  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/CBundledRules")
      .standardized
  }

  private static func read(_ name: String) throws -> Rulebook {
    try Rulebook.load([name]) { _ in .failure(.missing) }
  }

  private static var bytes: [UInt8] { get throws { try #require(BundledArchive.bytes(of: "ios")).array } }

  @Test(arguments: Rulebook.bundledNames) func `matches the YAML files`(name: String) throws {
    // `RECORD=1 swift test --filter ArchiveTests` writes the archive. The program then has to be rebuilt.
    let archive = BundledArchive.archive(of: try Self.read(name))
    let file = Self.folder.appending(path: "\(name).archive")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(archive).write(to: file)
      let embedding = Self.folder.appending(path: "rules.c").path
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: embedding)
    }
    #expect(
      try Array(Data(contentsOf: file)) == archive, "record it: RECORD=1 swift test --filter ArchiveTests")
  }

  @Test(arguments: Rulebook.bundledNames) func `is built in and read instead of the files`(name: String)
    throws
  {
    let rulebook = try #require(BundledArchive.rulebook(name))
    #expect(BundledArchive.archive(of: rulebook) == BundledArchive.bytes(of: name)?.array)
  }

  @Test func `exists for each file with a name, and for no other file`() {
    let names = Rulebook.bundledFiles.compactMap { file in
      Composer.compose(SourceText(name: file, bytes: Rulebook.bundled(file) ?? [])).root?.mapping?
        .first { $0.key.scalar == "name" }?.value.scalar
    }
    #expect(names == Rulebook.bundledNames)
    #expect(BundledArchive.rulebook("ios-launch") == nil)
  }

  @Test(arguments: Rulebook.bundledNames)
  func `gives the same rulebook as the files, without examples`(name: String) throws {
    var fromFiles = try Self.read(name)
    let fromArchive = try #require(BundledArchive.rulebook(name))
    for index in fromFiles.rules.indices { fromFiles.rules[index].examples = [] }
    #expect(fromArchive.warnings.isEmpty && fromFiles.warnings.isEmpty)
    #expect(fromArchive.rules.count == fromFiles.rules.count)
    for (archived, read) in zip(fromArchive.rules, fromFiles.rules) {
      #expect(archived.texts == read.texts)
      #expect(text(archived.sentences) == text(read.sentences))
      #expect(archived.range.start == read.range.start)
    }
    #expect(fromArchive.vocabulary.events.map(\.name) == fromFiles.vocabulary.events.map(\.name))
    for (archived, read) in zip(fromArchive.vocabulary.events, fromFiles.vocabulary.events) {
      #expect(archived.templates == read.templates && archived.fields == read.fields)
    }
    #expect(text(fromArchive.spans) == text(fromFiles.spans))
    #expect(text(fromArchive.derived) == text(fromFiles.derived))
    #expect(fromArchive.sessions.begin == fromFiles.sessions.begin && fromArchive.facts == fromFiles.facts)
    #expect(text(fromArchive.clock.gaps as Any) == text(fromFiles.clock.gaps as Any))
  }

  /// A dump of a value, without the identity of its sources.
  private func text(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text.replacing(#/ #\d+/#, with: "")
  }

  @Test func `with another checksum is refused`() throws {
    var archive = try Self.bytes
    archive[0] ^= 1
    #expect(throws: DamagedArchive.self) { try archive.withStoredBytes(BundledArchive.read) }
  }

  @Test(arguments: 0..<200) func `that is cut or too long is refused`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let archive = try Self.bytes
    let cut = Array(archive.prefix(Int.random(in: 0..<archive.count, using: &dice)))
    #expect(throws: DamagedArchive.self) { try cut.withStoredBytes(BundledArchive.read) }
    #expect(throws: DamagedArchive.self) {
      try (archive + [UInt8(truncatingIfNeeded: seed)]).withStoredBytes(BundledArchive.read)
    }
  }

  @Test(arguments: 0..<200) func `that is damaged is refused`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var archive = try Self.bytes
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      archive[Int.random(in: 8..<archive.count, using: &dice)] ^= UInt8.random(in: 1...255, using: &dice)
    }
    guard archive != (try Self.bytes) else { return }
    #expect(throws: DamagedArchive.self) { try archive.withStoredBytes(BundledArchive.read) }
  }

  @Test(arguments: 0..<200)
  func `of another version of the program does not crash the reader`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var content = Array(try Self.bytes.dropFirst(8))
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      content[Int.random(in: content.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    }
    content.withStoredBytes { content in
      var reader = ArchiveReader(content)
      if let rulebook = try? reader.read(Rulebook.self) { #expect(rulebook.rules.count < content.count) }
    }
  }
}
