import Testing

@testable import Checking

@Suite struct `The newest moment of each key` {
  @Test(arguments: [1, 7, 300, 5_000])
  func `is found, however rarely it is read`(_ interval: Int) {
    var moments = LastSeen(Limits())
    var newest: [Int: Int] = [:]
    for order in 1...20_000 {
      let number = order &* 7919 % 301
      moments.write(number, order)
      newest[number] = order
      guard order % interval == 0 else { continue }
      let asked = order &* 104_729 % 311
      #expect(moments.newest(Key("\(asked)"))?.order == newest[asked])
      #expect(moments.newest(nil)?.order == order)
    }
  }

  @Test(arguments: [100, 200, 1_000])
  func `is removed only after the allowed distance`(behind length: Int) {
    var moments = LastSeen(Limits())
    var newest: [Int: Int] = [:]
    for order in 1...20_000 {
      let number = order % 4 == 0 ? 300 : order &* 7919 % 299
      moments.write(number, order, keeping: length)
      newest[number] = order
      guard order % 97 == 0 else { continue }
      let asked = order &* 104_729 % 301
      let expected = newest[asked].flatMap { $0 < order - length ? nil : $0 }
      let found = moments.newest(Key("\(asked)"))?.order
      #expect(expected == nil ? found.map { $0 < order - length } ?? true : found == expected)
    }
  }

  @Test func `is unknown after a key without a time was forgotten`() {
    var limits = Limits()
    (limits.untimedKeys, limits.momentKeys) = (4, 1)
    var moments = LastSeen(limits)
    for order in 1...6 {
      var moment = Moment(order: order, wall: 0, counted: 0, era: 0)
      moment.isTimed = false
      moments.note(Key("\(order)"), moment, retention: 1)
    }
    for order in 1...6 where moments.newest(Key("\(order)"))?.order == order {
      moments.clear(Key("\(order)"), at: 10)
    }
    #expect(moments.newest(Key("1")) != nil)
    #expect(moments.newest(nil) != nil)
  }

  @Test func `is removed by a clear, and later moments are kept`() {
    var moments = LastSeen(Limits())
    for order in 1...10 { moments.write(order % 2, order) }
    moments.clear(Key("1"), at: 11)
    #expect(moments.newest(Key("1")) == nil && moments.newest(Key("0"))?.order == 10)
    moments.write(1, 12)
    #expect(moments.newest(Key("1"))?.order == 12)
    moments.write(0, 13)
    moments.clear(nil, at: 14)
    #expect(moments.newest(nil) == nil && moments.newest(Key("0")) == nil)
  }
}

extension LastSeen {
  /// Writes a moment like a session whose clock counts the events.
  fileprivate mutating func write(_ number: Int, _ order: Int, keeping length: Int? = nil) {
    let moment = Moment(order: order, wall: Int64(order), counted: Int64(order), era: 0)
    if write(Key("\(number)"), moment) { return }
    if isLarge, let length { forget(before: Int64(order - length), keepsUntimed: true) }
    if !write(Key("\(number)"), moment) { note(Key("\(number)"), moment) }
  }
}
