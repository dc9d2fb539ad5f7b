/// Files that are opened and closed in a random order, with a given number open at once. One event in 2,500 opens a
/// file that is already open.
struct KeysLog: LogGenerator {
  private var clock = LogClock()
  private var random = SplitMix(seed: 4)
  private let live: Int
  private var open: [Int] = []
  /// The closed files, as many as the open ones.
  private var closed: [Int]

  init(live: Int) {
    self.live = live
    closed = Array(0..<2 * live)
  }

  mutating func append(to log: inout [UInt8]) {
    clock.advance(by: 1_000)
    clock.append(to: &log)
    let isFault = !open.isEmpty && random.next() % 2_500 == 0
    let isOpening = isFault || open.count < live
    let file: Int
    if isFault {
      file = open[random.index(below: open.count)]
    } else if isOpening {
      file = random.take(from: &closed)
      open.append(file)
    } else {
      file = random.take(from: &open)
      closed.append(file)
    }
    log += (isOpening ? " Shop[4242:1] file.open path=f" : " Shop[4242:1] file.close path=f").utf8
    log.append(file)
    log.append(UInt8(ascii: "\n"))
  }
}
