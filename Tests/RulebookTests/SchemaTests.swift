import TestSupport
import Testing

@testable import Rulebook

@Suite struct `The schema of a rulebook` {
  /// A place for keys: a text with an unknown key at this place, and the path of the place in the schema.
  struct Place: CustomTestStringConvertible {
    var yaml: String
    var path: String
    var testDescription: String { path }
  }

  @Test(arguments: [
    Place(yaml: "zzzzzz: 1", path: ""),
    Place(yaml: "vocabulary: {x.y: {zzzzzz: 1}}", path: "definitions/vocabulary/additionalProperties"),
    Place(yaml: "sessions: {zzzzzz: 1}", path: "properties/sessions"),
    Place(yaml: "clock: {zzzzzz: 1}", path: "properties/clock"),
    Place(yaml: "clock: {gaps: {zzzzzz: 1}}", path: "properties/clock/properties/gaps"),
    Place(yaml: "delivery: {zzzzzz: 1}", path: "definitions/eventField"),
    Place(yaml: "spans: {x: {zzzzzz: 1}}", path: "properties/spans/additionalProperties"),
    Place(yaml: "machines: {x: {zzzzzz: 1}}", path: "properties/machines/additionalProperties"),
    Place(
      yaml: "machines: {x: {states: {y: {zzzzzz: 1}}}}",
      path: "properties/machines/additionalProperties/properties/states/oneOf/1/additionalProperties"),
    Place(
      yaml: "machines: {x: {states: [y], transitions: {shop.open: {zzzzzz: 1}}}}",
      path: "definitions/transition"),
    Place(yaml: "derived: {x.y: {zzzzzz: 1}}", path: "properties/derived/additionalProperties/oneOf/2"),
    Place(yaml: "vocabulary: {x.y: {line: {zzzzzz: 1}}}", path: "definitions/line/oneOf/1"),
    Place(yaml: "derived: {x.y: [{zzzzzz: 1}]}", path: "definitions/forms/items/oneOf/1"),
    Place(yaml: "rules: [{zzzzzz: 1}]", path: "properties/rules/items"),
    Place(yaml: "rules: [{check: {zzzzzz: 1}}]", path: "definitions/sentence/oneOf/1"),
  ])
  func `has exactly the keys of a rulebook`(place: Place) throws {
    let text = "lifecheck: 1\nextends: shop.yaml\n" + place.yaml
    guard case .failure(let error) = Rulebook.reading(["test.yaml": text, "shop.yaml": Shop.text]) else {
      return #expect(Bool(false), "the key is known")
    }
    let label = error.diagnostics.first { $0.message == "unknown key `zzzzzz`" }?.label
    let keys = try Schema("Rules/rulebook.schema.json").keys(at: place.path)
    #expect(!keys.isEmpty)
    #expect(keys == Schema.keys(in: label))
  }

  @Test func `offers an example and a snippet for every claim`() throws {
    let schema = try Schema("Rules/rulebook.schema.json")
    let examples = schema.examples(at: "definitions/sentence")
    #expect(examples.count == 13)
    #expect(schema.snippets(at: "definitions/sentence") as? [String] == examples)
    let rules = examples.enumerated().map { "  - {id: r-\($0), check: '\($1)'}" }.joined(separator: "\n")
    let rulebook = try Rulebook.load(["test.yaml"]) { path in
      path == "test.yaml"
        ? .success(Array("lifecheck: 1\nextends: ios\nrules:\n\(rules)\n".utf8)) : .failure(.missing)
    }
    #expect(rulebook.warnings.isEmpty)
  }

  @Test func `offers a rule to fill in`() throws {
    let snippets = try Schema("Rules/rulebook.schema.json").snippets(at: "properties/rules/items")
    let rule = try #require(snippets.first as? [String: String])
    #expect(rule["severity"] == "error")
    #expect(rule["check"] == "while background, never gl.call")
  }
}
