import Testing
import Trace

@Suite struct `NSLog` {
  @Test func `gives back what was written`() {
    roundTrip(.nslog) {
      let isZoned = $0.always(of: true, false)
      return Kept(time: isZoned ? .zoned : .local, digits: isZoned ? 6 : 3, thread: Kept.decimal)
    } writer: {
      let isZoned = $0.always(of: true, false)
      return
        "\($0.date()) \($0.clock(isZoned ? 6 : 3))\(isZoned ? $0.zone() : "") \($0.process)[\($0.pid):\($0.thread)] \($0.text)"
    }
  }
}
