import Diagnostics
import Foundation
import Reporting
import Rulebook
import TestSupport
import Testing

@Suite struct `A mistaken rulebook` {
  private func load(_ name: String) throws -> RulebookError {
    let result = Result {
      try Rulebook.load([name]) { path in
        let file = Golden().folder.appending(path: path)
        return (try? Data(contentsOf: file)).map { .success(Array($0)) } ?? .failure(.missing)
      }
    }
    switch result {
    case .success: throw NotMistaken(name: name)
    case .failure(let error): return try #require(error as? RulebookError)
    }
  }

  private struct NotMistaken: Error { var name: String }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `is shown with all its mistakes, as the command does`(name: String) throws {
    let error = try load(name + ".yaml")
    let text = DiagnosticText.text(of: error.diagnostics, Style(isUnicode: true))
    #expect(text == (try Golden().expected(name + ".txt", recording: text)))
  }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `has no mistake twice, and each has its place`(name: String) throws {
    let error = try load(name + ".yaml")
    let places = error.diagnostics.map { diagnostic in
      let range = diagnostic.range
      return
        "\(range?.source.name ?? "nowhere"):\(range?.bytes.description ?? "") \(diagnostic.message)"
    }
    #expect(Set(places).count == places.count)
    #expect(!error.diagnostics.contains { $0.range == nil })
  }
}
