import Diagnostics
@testable import Rulebook
import Testing

@testable import Checking

@Suite struct `The language page as a whole` {
  @Test(arguments: ClaimForm.allCases)
  func `has a section on each claim with pattern, formula, and broken and kept examples`(
    claim: ClaimForm
  ) throws {
    let page = try LanguagePage()
    let section = try #require(page.sections.first { $0.title == claim.rawValue })
    #expect(section.path.dropLast() == ["The language of rules", "Claims"])
    #expect(section.text.contains("\n    "), "a formula")
    for part in ["- Reported ", "Related", "- Holds ", "conclusive", "- Judged"] {
      #expect(section.text.contains(part), "\(part)")
    }
    let examples = page.examples.filter { $0.path == section.path }
    #expect(examples.contains { $0.isBroken })
    #expect(examples.contains { !$0.isBroken })
    #expect(try sentences(of: page, in: section).contains { ClaimForm($0.claim) == claim })
  }

  @Test func `has no other sections under claims and scopes`() throws {
    let sections = try LanguagePage().sections.filter { $0.path.count == 3 }
    func titles(_ chapter: String) -> [String] { sections.filter { $0.path[1] == chapter }.map(\.title) }
    #expect(titles("Claims") == ClaimForm.allCases.map(\.rawValue))
    #expect(titles("Scopes") == ScopeForm.allCases.map(\.rawValue))
  }

  @Test(arguments: ScopeForm.allCases)
  func `has a section on each scope with broken and kept examples`(scope: ScopeForm) throws {
    let page = try LanguagePage()
    let section = try #require(page.sections.first { $0.title == scope.rawValue })
    let examples = page.examples.filter { $0.path == section.path }
    #expect(examples.contains { $0.isBroken })
    #expect(examples.contains { !$0.isBroken })
    let sentences = try sentences(of: page, in: section)
    #expect(!sentences.isEmpty && sentences.allSatisfy { ScopeForm($0.scope) == scope })
  }

  @Test func `shows every form of a condition and of a value`() throws {
    let page = try LanguagePage()
    let sections = page.sections.filter { ["Exceptions", "Conditions", "Values"].contains($0.title) }
    let conditions = try sections.flatMap { try sentences(of: page, in: $0) }.flatMap(
      ConditionForm.conditions(of:))
    #expect(Set(conditions.map(ConditionForm.init)) == Set(ConditionForm.allCases))
    #expect(Set(conditions.flatMap(ConditionForm.values(of:))) == Set(ValueForm.allCases))
  }

  @Test func `has every word of the language in its grammar`() throws {
    let page = try LanguagePage()
    let section = try #require(page.sections.first { $0.title == "Grammar" })
    let grammar = section.text.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined(separator: "\n")
    let words = Set(grammar.matches(of: /"([a-z]+)"/).map { String($0.1) })
    let free = Set(section.text.dropFirst(grammar.count).matches(of: /`([a-z]+)`/).map { String($0.1) })
      .subtracting(["and", "or", "where"])
    #expect(words.subtracting(free) == Words.reserved)
    #expect(words.isSuperset(of: free))
  }

  @Test func `describes every key of a rule`() throws {
    let page = try LanguagePage()
    let text = page.rulebook("- {id: a, check: never app.sleep, quite-another: 1}\n")
    let error = #expect(throws: RulebookError.self) {
      try Rulebook.load(["page.yaml"]) { _ in .success(Array(text.utf8)) }
    }
    let keys = try #require(error?.diagnostics.first?.label).matches(of: /`([a-z]+)`/).map { $0.1 }
    let table = try #require(page.sections.first { $0.title == "A rule" }).text
    #expect(keys.count > 5)
    for key in keys {
      #expect(table.contains { $0 == "|" } && table.contains("`\(key)`"), "\(key)")
    }
  }

  @Test func `has the sections that it links to`() throws {
    let page = try LanguagePage()
    let anchors = page.sections.map { section in
      section.title.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
        .replacing(" ", with: "-")
    }
    let links = page.sections.flatMap { $0.text.matches(of: /\]\(#([^)]*)\)/).map { String($0.1) } }
    #expect(links.count > 20)
    for link in links { #expect(anchors.contains(link), "\(link)") }
    let chapters = page.sections.filter { $0.path.count == 2 }.map(\.title)
    let listed = try #require(page.sections.first).text.matches(of: /\[([^\]]*)\]\(#/).map {
      $0.1.lowercased()
    }
    #expect(listed == chapters.map { $0.lowercased() })
  }

  /// The sentences of the rules of a section.
  private func sentences(of page: LanguagePage, in section: LanguagePage.Section) throws -> [Sentence] {
    let rules = Set(page.examples.filter { $0.path == section.path }.map(\.rules))
    return rules.flatMap { Bench.with(page.rulebook($0)).program.rulebook.rules }
      .flatMap { $0.sentences.map(\.sentence) }
  }
}
