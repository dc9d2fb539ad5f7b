import Testing

@testable import Checking

@Suite struct `A queue of responses that any answer satisfies` {
  private let instance = Response.Open(nil, from: Occurrence(), order: 0, key: nil)

  /// A queue with an obligation at each of these times, in nanoseconds, and a limit of 100. Nil is a line without a
  /// time.
  private func docket(_ times: Int64?...) -> Docket {
    var docket = Docket(of: 0, limit: 100)
    docket.begin(in: instance)
    for (place, time) in times.enumerated() {
      var start = Moment(order: place, wall: time ?? 0, counted: time ?? 0, era: 0)
      start.isTimed = time != nil
      docket.append(Occurrence(), at: start, earliest: 0, sequence: place + 1)
    }
    return docket
  }

  @Test func `expires in the order of its obligations`() {
    var docket = docket(10, 20, 30)
    var over: [Int64] = []
    while let next = docket.next {
      over.append(next.due)
      docket.passNext()
    }
    #expect(over == [110, 120, 130])
    #expect(docket.count == 3, "expired obligations wait to be reported")
  }

  @Test func `lets an obligation expire after one without a time`() {
    var docket = docket(nil, 20)
    #expect(docket.next?.sequence == 2)
    docket.passNext()
    #expect(docket.next == nil)
    #expect(docket.place(of: 2) == 1)
    #expect(docket.remove(at: 1)?.obligation.start.counted == 20)
    #expect(docket.place(of: 1) == 0)
  }

  @Test func `continues with the next obligation after one is removed`() {
    var docket = docket(10, 20, 30)
    docket.passNext()
    _ = docket.forget(at: 0)
    #expect(docket.next?.sequence == 2)
    #expect(docket.place(of: 1) == nil)
    #expect(docket.place(of: 3) == 1)
  }

  @Test func `has its instance until the last obligation is removed`() {
    var docket = docket(10, 20)
    #expect(docket.remove(at: 0)?.obligation.instance === instance)
    #expect(docket.instance === instance)
    _ = docket.forget(at: 0)
    #expect(docket.isEmpty && docket.instance == nil)
  }

  @Test func `never expires without a limit`() {
    var docket = Docket(of: 0, limit: nil)
    docket.begin(in: instance)
    docket.append(Occurrence(), at: .none, earliest: 0, sequence: 1)
    #expect(docket.next == nil)
  }
}
