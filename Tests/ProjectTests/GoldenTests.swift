import Diagnostics
import Foundation
import Reporting
import TestSupport
import Testing

@testable import Project
@testable import Rulebook

@Suite struct `A mistaken project file` {
  private func load(_ name: String) throws -> SetupError {
    let bytes = Array(try Data(contentsOf: Golden().folder.appending(path: name)))
    let parts = Golden().folder.appending(path: "parts")
    let error = #expect(throws: SetupError.self) {
      try Setup.candidates(project: SourceText(name: name, bytes: bytes)) { path in
        if path == "shop.yaml" { return .success(Array(Shop.rulebook.utf8)) }
        let part = try? Data(contentsOf: parts.appending(path: path))
        return part.map { .success(Array($0)) } ?? .failure(.missing)
      }
    }
    return try #require(error)
  }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `is shown with all its mistakes, as by the command`(name: String) throws {
    let error = try load(name + ".yaml")
    let text = DiagnosticText.text(of: error.diagnostics, Style(isUnicode: true))
    #expect(text == (try Golden().expected(name + ".txt", recording: text)))
  }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `has each mistake once, with its place and in order`(name: String) throws {
    let diagnostics = try load(name + ".yaml").diagnostics
    let places = diagnostics.map { diagnostic in
      "\(diagnostic.range?.source.name ?? "nowhere"):\(diagnostic.range?.bytes.description ?? "") \(diagnostic.message)"
    }
    #expect(Set(places).count == places.count)
    let own = diagnostics.compactMap(\.range).prefix { $0.source.name == name + ".yaml" }
    #expect(own.map(\.start) == own.map(\.start).sorted())
  }
}
