import Testing

@testable import Checking

@Suite struct `What any answer answers` {
  private let instance = Response.Open(nil, from: Occurrence(), order: 0, key: nil)

  /// One asks at each of these times, in nanoseconds, and each may wait for a hundred; nil for a line that tells none.
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

  @Test func `is over in the order in which it asked`() {
    var docket = docket(10, 20, 30)
    var over: [Int64] = []
    while let next = docket.next {
      over.append(next.due)
      docket.passNext()
    }
    #expect(over == [110, 120, 130])
    #expect(docket.count == 3, "what is over still waits to be told")
  }

  @Test func `is over although one before it never will be`() {
    var docket = docket(nil, 20)
    #expect(docket.next?.sequence == 2)
    docket.passNext()
    #expect(docket.next == nil)
    #expect(docket.place(of: 2) == 1)
    #expect(docket.remove(at: 1)?.obligation.start.counted == 20)
    #expect(docket.place(of: 1) == 0)
  }

  @Test func `is the first one again once that before it is answered`() {
    var docket = docket(10, 20, 30)
    docket.passNext()
    _ = docket.forget(at: 0)
    #expect(docket.next?.sequence == 2)
    #expect(docket.place(of: 1) == nil)
    #expect(docket.place(of: 3) == 1)
  }

  @Test func `knows its instance as long as it waits`() {
    var docket = docket(10, 20)
    #expect(docket.remove(at: 0)?.obligation.instance === instance)
    #expect(docket.instance === instance)
    _ = docket.forget(at: 0)
    #expect(docket.isEmpty && docket.instance == nil)
  }

  @Test func `never is over where it has all the time in the world`() {
    var docket = Docket(of: 0, limit: nil)
    docket.begin(in: instance)
    docket.append(Occurrence(), at: .none, earliest: 0, sequence: 1)
    #expect(docket.next == nil)
  }
}
