/// The `NSLog` output of an app that draws, has timers and opens files. Each of four faults occurs in one visit of
/// twenty.
///
/// 1. The app draws in the background. 2. A timer fires after the app has resigned active. 3. The app enters the
/// background without saving. 4. A protected file is open after the device was locked and the app has resigned active.
struct LifecycleLog: LogGenerator {
  private var clock = LogClock()
  private var random = SplitMix(seed: 6)
  private var visits = 0

  mutating func append(to log: inout [UInt8]) {
    visits += 1
    if visits == 1 {
      line("app.didFinishLaunching", after: 100, &log)
      line("app.didFinishLaunching.end", after: 80, &log)
    } else {
      line("device.unlock", after: 60_000, &log)
      line("app.willEnterForeground", after: 300, &log)
      line("app.willEnterForeground.end", after: 3, &log)
    }
    line("app.didBecomeActive", after: 250, &log)
    line("timer.start id=redraw", after: 1, &log)
    line("file.open path=vault.db protection=complete", after: 2, &log)
    line("app.didBecomeActive.end", after: 4, &log)
    line("user.dataDirty id=drawing", after: 5, &log)
    for _ in 0..<200 + random.index(below: 401) { work(&log) }
    let (drawsLate, firesLate, savesNot, closesLate) = (isFaulty, isFaulty, isFaulty, isFaulty)
    line("device.lock", after: 900, &log)
    line("app.willResignActive", after: 60, &log)
    if !closesLate { line("file.close path=vault.db protection=complete", after: 1, &log) }
    if !firesLate { line("timer.stop id=redraw", after: 2, &log) }
    line("app.willResignActive.end", after: 4, &log)
    line("app.didEnterBackground", after: 300, &log)
    if closesLate { line("file.close path=vault.db protection=complete", after: 1, &log) }
    if !savesNot { line("data.save id=drawing", after: 40, &log) }
    line("gl.finish", after: 5, &log)
    line("app.didEnterBackground.end", after: 20, &log)
    if firesLate {
      line("timer.fire id=redraw", after: 30, &log)
      line("timer.stop id=redraw", after: 2, &log)
    }
    if drawsLate { line("gl.call fn=glDrawArrays", after: 15, &log) }
  }

  private var isFaulty: Bool { mutating get { random.next() % 20 == 0 } }

  private mutating func work(_ log: inout [UInt8]) {
    switch random.index(below: 10) {
    case 0..<6: line("gl.call fn=glDrawArrays", after: 4, &log)
    case 6..<9: line("timer.fire id=redraw", after: 5, &log)
    default:
      let file = random.index(below: 400)
      line("file.open path=Documents/page\(file).sketch protection=none", after: 6, &log)
      line("file.close path=Documents/page\(file).sketch protection=none", after: 8, &log)
    }
  }

  private mutating func line(_ message: String, after milliseconds: Int, _ log: inout [UInt8]) {
    clock.advance(by: milliseconds * 1_000)
    clock.append(to: &log)
    log += "+0100 Sketchpad[4242:1234567] ".utf8
    log += message.utf8
    log.append(UInt8(ascii: "\n"))
  }
}
