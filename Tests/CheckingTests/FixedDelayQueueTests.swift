import Testing

@testable import Checking

@Suite struct `A queue of checks with the same limit` {
  private let start = Moment.none

  private func timerQueue(of numbers: Range<Int32>) -> FixedDelayQueue {
    var timerQueue = FixedDelayQueue(of: 0, limit: 1_000, Limits())
    for number in numbers { timerQueue.begin(number, at: start, sequence: Int(number) + 1) }
    return timerQueue
  }

  @Test func `expires in the order in which its checks began`() {
    var timerQueue = timerQueue(of: 0..<100)
    for number in [Int32](0..<100) where number % 3 != 0 { timerQueue.cancel(number) }
    var over: [Int32] = []
    while let next = timerQueue.next {
      over.append(next.number)
      timerQueue.removeFirst()
    }
    #expect(over == [Int32](0..<100).filter { $0 % 3 == 0 })
  }

  @Test func `releases settled checks even if older ones are waiting`() {
    var timerQueue = timerQueue(of: 0..<1)
    for sequence in 2..<100_000 {
      timerQueue.begin(1, at: start, sequence: sequence)
      timerQueue.cancel(1)
    }
    #expect(timerQueue.count < 100)
    #expect(timerQueue.next?.number == 0)
  }

  @Test func `ignores checks that are settled twice or never began`() {
    var timerQueue = timerQueue(of: 0..<2)
    for number in [1, 1, 7] as [Int32] { timerQueue.cancel(number) }
    #expect(timerQueue.next?.number == 0)
    timerQueue.cancel(0)
    #expect(timerQueue.next == nil)
  }
}
