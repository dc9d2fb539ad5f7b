import Testing

@testable import Checking

@Suite struct `A queue of responses that any answer satisfies` {
  private let instance = Response.Open(nil, from: Occurrence(), order: 0, key: nil)

  /// A queue with an obligation at each of these times, in nanoseconds, and a limit of 100. Nil is a line without a
  /// time.
  private func queue(_ times: Int64?...) -> ObligationQueue {
    var queue = ObligationQueue(of: 0, limit: 100)
    queue.begin(in: instance)
    for (place, time) in times.enumerated() {
      var start = Moment(order: place, wall: time ?? 0, counted: time ?? 0, era: 0)
      start.isTimed = time != nil
      queue.append(Occurrence(), at: start, earliest: 0, sequence: place + 1)
    }
    return queue
  }

  @Test func `expires in the order of its obligations`() {
    var queue = queue(10, 20, 30)
    var over: [Int64] = []
    while let next = queue.next {
      over.append(next.due)
      queue.expireNext()
    }
    #expect(over == [110, 120, 130])
    #expect(queue.count == 3, "expired obligations wait to be reported")
  }

  @Test func `lets an obligation expire after one without a time`() {
    var queue = queue(nil, 20)
    #expect(queue.next?.sequence == 2)
    queue.expireNext()
    #expect(queue.next == nil)
    #expect(queue.place(of: 2) == 1)
    #expect(queue.remove(at: 1)?.obligation.start.counted == 20)
    #expect(queue.place(of: 1) == 0)
  }

  @Test func `continues with the next obligation after one is removed`() {
    var queue = queue(10, 20, 30)
    queue.expireNext()
    _ = queue.forget(at: 0)
    #expect(queue.next?.sequence == 2)
    #expect(queue.place(of: 1) == nil)
    #expect(queue.place(of: 3) == 1)
  }

  @Test func `has its instance until the last obligation is removed`() {
    var queue = queue(10, 20)
    #expect(queue.remove(at: 0)?.obligation.instance === instance)
    #expect(queue.instance === instance)
    _ = queue.forget(at: 0)
    #expect(queue.isEmpty && queue.instance == nil)
  }

  @Test func `never expires without a limit`() {
    var queue = ObligationQueue(of: 0, limit: nil)
    queue.begin(in: instance)
    queue.append(Occurrence(), at: .none, earliest: 0, sequence: 1)
    #expect(queue.next == nil)
  }
}
