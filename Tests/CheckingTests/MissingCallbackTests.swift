import Foundation
import Rulebook
import Testing

@testable import Checking

/// An app need not implement every callback. A healthy trace must stay healthy without the lines of a callback.
@Suite struct `Callbacks that an app does not implement` {
  /// Rules that are not items of the guidance, by their first source.
  static let rules = Bench.ios.program.rulebook.rules.filter { !$0.texts.guidance[0].isItem }

  @Test func `are tested with the 39 rules that are not items of the guidance`() {
    #expect(Self.rules.count == 39)
  }

  @Test(arguments: rules.map(\.id))
  func `do not cause violations`(id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    for example in rule.examples where example.isGood {
      let lines = example.text.split(separator: "\n")
      for missing in Self.choices(of: Set(lines.compactMap(Self.callback)).sorted()) {
        let rest = lines.filter { line in Self.callback(line).map { !missing.contains($0) } ?? true }
        let checked = Bench.ios.check(rest.joined(separator: "\n"))
        // Notes are hints, and the other rules have their own tests.
        let found = checked.violations.filter { violation in
          violation.severity != .note && Self.rules.contains { $0.id == violation.ruleID }
        }
        #expect(found.map(Finding.init) == [], "without \(missing):\n\(rest.joined(separator: "\n"))")
      }
    }
  }

  /// The callback of a canonical line, also of its return: `app.didBecomeActive`.
  private static func callback(_ line: Substring) -> String? {
    guard let match = line.firstMatch(of: /\s((app|scene)\.[A-Za-z]+)/) else { return nil }
    let name = String(match.1)
    return ["app.config", "app.stateRead"].contains(name) ? nil : name
  }

  /// Every single name and every pair of names.
  private static func choices(of names: [String]) -> [Set<String>] {
    names.indices.flatMap { first in
      [[names[first]]] + names[(first + 1)...].map { [names[first], $0] }
    }
  }
}

extension String {
  /// Whether it is the number of an item of the guidance: `G-01`, `M-20`.
  var isItem: Bool { wholeMatch(of: /[GM]-\d+/) != nil }
}
