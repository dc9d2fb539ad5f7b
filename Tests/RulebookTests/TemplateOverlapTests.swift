import Testing
import Trace

@testable import Rulebook

@Suite struct `Two templates overlap` {
  private func overlap(_ a: String, _ b: String) throws -> Bool {
    let (first, second) = (try LineTemplate(a), try LineTemplate(b))
    let result = TemplateOverlap.exists(first, second)
    #expect(TemplateOverlap.exists(second, first) == result)
    return result
  }

  @Test(arguments: [
    ("Bag packed", "Bag packed"), ("Bag {id}", "Bag {name}"), ("Bag {id}", "Bag {id} packed"),
    ("Bag {id} packed", "{what} packed"), ("{a}: {b}", "Bag {id} packed: {weight}"),
    ("Rex {does} {what}", "{who} drops {it}"), ("Bag{id}", "Bagful"), ("a{x}", "{y}b"), ("é{x}", "{y}ü"),
  ])
  func `if a common message fits both`(a: String, b: String) throws {
    #expect(try overlap(a, b))
  }

  @Test(arguments: [
    ("Bag packed", "Bag dropped"), ("Bag {id} packed", "Bag {id} dropped"),
    ("Bag {id} packed at {time}", "Bag {id} dropped at {time}"), ("Bag {id}", "Box {id}"), ("Bag{id}", "Bag"),
    ("{who} drops {what}", "Bag {id} packed"), ("{who} drops {what}", "Rex {does} it"),
    ("{who} drops {what}", "Price of {id} is {price}"), ("{who} drops {what}", "Rex {does}"),
    ("a {x}", "a{x}b"),
  ])
  func `but not if only unlikely messages fit both`(a: String, b: String) throws {
    #expect(try !overlap(a, b))
  }

  @Test func `but not if they are too long to be compared`() throws {
    let long = String(repeating: "Bag ", count: 500)
    #expect(try !overlap(long + "{id}", long + "{name}"))
  }
}
