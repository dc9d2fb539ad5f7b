import Testing

@testable import Checking

@Suite struct `A small map` {
  @Test func `has the same values as a dictionary`() {
    var few = SmallDictionary<Int, Int>()
    var dictionary: [Int: Int] = [:]
    for (key, value) in [(3, 1), (3, 2), (5, 3), (7, 4), (5, 5), (3, 6)] {
      few.set(key, value)
      dictionary[key] = value
      #expect(few.count == dictionary.count)
      for key in 0...8 { #expect(few[key] == dictionary[key]) }
    }
    few.removeAll()
    #expect(few.count == 0)
    #expect(few[3] == nil && few[5] == nil)
    few.set(5, 7)
    #expect(few[5] == 7 && few[3] == nil && few.count == 1)
  }
}
