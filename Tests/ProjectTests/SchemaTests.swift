import TestSupport
import Testing

@testable import Project

@Suite struct `The schema of a project file` {
  @Test(arguments: [
    ("zzzzzz: 1", ""), ("rules: {no-cart: {zzzzzz: 1}}", "properties/rules/additionalProperties/oneOf/1"),
    ("suppressions: [{zzzzzz: 1}]", "properties/suppressions/items"),
    ("documents: [{zzzzzz: 1}]", "properties/documents/items"),
  ])
  func `has exactly the keys of a project file`(yaml: String, path: String) throws {
    let error = #expect(throws: SetupError.self) { try Shop.load(Shop.project(yaml)) }
    let label = error?.diagnostics.first { $0.message == "unknown key `zzzzzz`" }?.label
    let keys = try Schema("Rules/project.schema.json").keys(at: path)
    #expect(!keys.isEmpty)
    #expect(keys == Schema.keys(in: label))
  }
}
