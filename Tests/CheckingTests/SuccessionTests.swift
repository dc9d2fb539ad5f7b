import Testing

@testable import Checking

@Suite struct `What waits for the same time` {
  private let start = Moment.none

  private func succession(of numbers: Range<Int32>) -> Succession {
    var succession = Succession(of: 0, limit: 1_000, Limits())
    for number in numbers { succession.begin(number, at: start, sequence: Int(number) + 1) }
    return succession
  }

  @Test func `is over in the order in which it began`() {
    var succession = succession(of: 0..<100)
    for number in [Int32](0..<100) where number % 3 != 0 { succession.settle(number) }
    var over: [Int32] = []
    while let next = succession.next {
      over.append(next.number)
      succession.removeFirst()
    }
    #expect(over == [Int32](0..<100).filter { $0 % 3 == 0 })
  }

  @Test func `is let go once it is settled, whatever waits before it`() {
    var succession = succession(of: 0..<1)
    for sequence in 2..<100_000 {
      succession.begin(1, at: start, sequence: sequence)
      succession.settle(1)
    }
    #expect(succession.count < 100)
    #expect(succession.next?.number == 0)
  }

  @Test func `may be settled twice, or never have begun`() {
    var succession = succession(of: 0..<2)
    for number in [1, 1, 7] as [Int32] { succession.settle(number) }
    #expect(succession.next?.number == 0)
    succession.settle(0)
    #expect(succession.next == nil)
  }
}
