import Testing

@testable import Checking

@Suite struct `A queue of checks with the same limit` {
  private let start = Moment.none

  private func succession(of numbers: Range<Int32>) -> Succession {
    var succession = Succession(of: 0, limit: 1_000, Limits())
    for number in numbers { succession.begin(number, at: start, sequence: Int(number) + 1) }
    return succession
  }

  @Test func `expires in the order in which its checks began`() {
    var succession = succession(of: 0..<100)
    for number in [Int32](0..<100) where number % 3 != 0 { succession.settle(number) }
    var over: [Int32] = []
    while let next = succession.next {
      over.append(next.number)
      succession.removeFirst()
    }
    #expect(over == [Int32](0..<100).filter { $0 % 3 == 0 })
  }

  @Test func `releases settled checks even if older ones are waiting`() {
    var succession = succession(of: 0..<1)
    for sequence in 2..<100_000 {
      succession.begin(1, at: start, sequence: sequence)
      succession.settle(1)
    }
    #expect(succession.count < 100)
    #expect(succession.next?.number == 0)
  }

  @Test func `ignores checks that are settled twice or never began`() {
    var succession = succession(of: 0..<2)
    for number in [1, 1, 7] as [Int32] { succession.settle(number) }
    #expect(succession.next?.number == 0)
    succession.settle(0)
    #expect(succession.next == nil)
  }
}
