/// An app that opens one more span in each visit to the foreground and never closes it. A visit has seven lines.
struct LeakLog: LogGenerator {
  enum Kind: String, CaseIterable {
    case timers, documents, files, tasks

    /// The text of the opening event before its key, and after it.
    fileprivate var event: (String, String) {
      switch self {
      case .timers: ("timer.start id=k", "")
      case .documents: ("user.dataDirty id=k", "")
      case .files: ("file.open path=k", " protection=complete")
      case .tasks: ("backgroundTask.begin id=k", " name=x")
      }
    }
  }

  private static let callbacks = [
    "app.willEnterForeground", "app.didBecomeActive", "", "app.willResignActive", "app.willResignActive.end",
    "app.didEnterBackground", "app.didEnterBackground.end",
  ]

  private var clock = LogClock()
  private let kind: Kind
  private var lines = 0

  init(_ kind: Kind) { self.kind = kind }

  mutating func append(to log: inout [UInt8]) {
    let (visit, step) = lines.quotientAndRemainder(dividingBy: Self.callbacks.count)
    lines += 1
    clock.advance(by: 200_000)
    clock.append(to: &log)
    log += " Sketchpad[4242:1] ".utf8
    if Self.callbacks[step].isEmpty {
      log += kind.event.0.utf8
      log.append(visit)
      log += kind.event.1.utf8
    } else {
      log += Self.callbacks[step].utf8
    }
    log.append(UInt8(ascii: "\n"))
  }
}
