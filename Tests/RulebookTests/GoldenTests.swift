import Diagnostics
import Foundation
import Reporting
import Rulebook
import TestSupport
import Testing

@Suite struct `A mistaken rulebook` {
  private func mistakes(_ name: String) throws -> [Diagnostic] {
    let result = Result {
      try Rulebook.load([name]) { path in
        let file = Golden().folder.appending(path: path)
        return (try? Data(contentsOf: file)).map { .success(Array($0)) } ?? .failure(.missing)
      }
    }
    switch result {
    case .success(let rulebook): return rulebook.warnings
    case .failure(let error): return try #require(error as? RulebookError).diagnostics
    }
  }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `is shown with all its mistakes, as by the command`(name: String) throws {
    let mistakes = try mistakes(name + ".yaml")
    try #require(!mistakes.isEmpty)
    let text = DiagnosticText.text(of: mistakes, Style(isUnicode: true))
    #expect(text == (try Golden().expected(name + ".txt", recording: text)))
  }

  @Test(arguments: Golden().names(endingWith: ".yaml"))
  func `has each mistake once, with its place`(name: String) throws {
    let mistakes = try mistakes(name + ".yaml")
    let places = mistakes.map { diagnostic in
      let range = diagnostic.range
      return
        "\(range?.source.name ?? "nowhere"):\(range?.bytes.description ?? "") \(diagnostic.message)"
    }
    #expect(Set(places).count == places.count)
    #expect(!mistakes.contains { $0.range == nil })
  }
}
