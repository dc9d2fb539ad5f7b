import Foundation
import TestSupport
import Testing

@testable import Rulebook

@Suite struct `The archive of the bundled rulebook` {
  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/CBundledRules")
      .standardized
  }

  private static func read() throws -> Rulebook { try Rulebook.load(["ios"]) { _ in .failure(.missing) } }

  @Test func `is that of the files`() throws {
    // `RECORD=1 swift test --filter ArchiveTests` writes it; then it has to be built in.
    let archive = BundledArchive.archive(of: try Self.read())
    let file = Self.folder.appending(path: "ios.archive")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(archive).write(to: file)
      let embedding = Self.folder.appending(path: "rules.c").path
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: embedding)
    }
    #expect(
      try Array(Data(contentsOf: file)) == archive, "record it: RECORD=1 swift test --filter ArchiveTests")
  }

  @Test func `is built in and read in place of them`() throws {
    let rulebook = try #require(BundledArchive.rulebook("ios"))
    #expect(BundledArchive.archive(of: rulebook) == BundledArchive.bytes)
    #expect(BundledArchive.rulebook("android") == nil)
  }

  @Test func `gives the rulebook that the files give, without examples`() throws {
    var fromFiles = try Self.read()
    let fromArchive = try BundledArchive.read(BundledArchive.archive(of: fromFiles))
    for index in fromFiles.rules.indices { fromFiles.rules[index].examples = [] }
    #expect(fromArchive.warnings.isEmpty && fromFiles.warnings.isEmpty)
    #expect(fromArchive.rules.count == fromFiles.rules.count)
    for (archived, read) in zip(fromArchive.rules, fromFiles.rules) {
      #expect(text(archived) == text(read))
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

  /// Everything that a value holds, but for which object a source is.
  private func text(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text.replacing(#/ #\d+/#, with: "")
  }

  @Test func `of other files counts for nothing`() throws {
    var archive = BundledArchive.bytes
    archive[0] ^= 1
    #expect(throws: DamagedArchive.self) { try BundledArchive.read(archive) }
  }

  @Test(arguments: 0..<200) func `that is cut is refused`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let archive = BundledArchive.bytes
    let cut = Array(archive.prefix(Int.random(in: 0..<archive.count, using: &dice)))
    #expect(throws: DamagedArchive.self) { try BundledArchive.read(cut) }
    #expect(throws: DamagedArchive.self) {
      try BundledArchive.read(archive + [UInt8(truncatingIfNeeded: seed)])
    }
  }

  @Test(arguments: 0..<200) func `that is damaged makes no reader trap`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var archive = BundledArchive.bytes
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      archive[Int.random(in: 8..<archive.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    }
    if let rulebook = try? BundledArchive.read(archive) {
      #expect(BundledArchive.archive(of: rulebook).count > 8)
    }
  }
}
