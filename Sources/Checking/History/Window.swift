import BasicContainers
import Rulebook
import Trace

/// The window of one call of a callback: from its entry to its closing line (guidance B.0.3). Used again once it is over,
/// so that a steady log makes no new ones.
final class Window {
  private(set) var callback: EventID
  private(set) var entry: Occurrence
  /// When that was, and in which life of which process.
  private(set) var time: LogTime?
  private(set) var life = 0
  private(set) var process = 0
  /// The return that closes it, and the key that the return carries where there are several machines.
  private(set) var awaitedEnd: EventID
  private(set) var key: Key
  /// What closed it, and the opening of the callback's own span.
  fileprivate(set) var reason = Reason.returned
  fileprivate(set) var span: OpenSpan?
  /// The states that its entry has entered: they are settled when it closes.
  var entered: [(span: Int, opening: OpenSpan)] = []
  /// What came last before the entry and first after it, in the order of `Program.nearMarks`: of what conditions ask from
  /// either side.
  var before: [Moment?] = []
  var after: [Moment?] = []
  fileprivate(set) var isClosed = false
  /// When it has returned, in the log's order; it may be extended after that.
  fileprivate var returned: Int?
  fileprivate var hasReturned: Bool { returned != nil }
  fileprivate var notification = Notification.none

  /// What closed the window.
  enum Reason {
    case returned
    /// No return was recorded by the first line a second after the entry.
    case time
    /// No return was recorded by the next step of the machine.
    case step
  }

  fileprivate enum Notification {
    case none
    case open
    case done
  }

  /// How long a callback without a recorded return is taken to run (guidance B.0.10).
  static let assumedLength: Int64 = 1_000_000_000

  /// Its close is told, so that no time is too long for it.
  var isAwaited: Bool {
    switch entry.call?.fate {
    case .returns, .extends, .isCut: true
    case .isLost, .unknown, nil: false
    }
  }

  init(callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: Key) {
    self.callback = callback
    self.entry = entry
    self.awaitedEnd = awaitedEnd
    self.key = key
  }

  /// Begins anew, as if it had just been made, with so many marks that are asked for from either side.
  fileprivate func begin(
    callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: Key, nearMarks: Int
  ) {
    self.callback = callback
    self.entry = entry
    (time, life, process) = (entry.time, entry.life, entry.process)
    self.awaitedEnd = awaitedEnd
    self.key = key
    reason = .returned
    if span != nil { span = nil }
    isClosed = false
    returned = nil
    notification = .none
    before.clear()
    after.clear()
    for _ in 0..<nearMarks { after.append(nil) }
  }
}

extension Session {
  func openWindow(for signal: Signal, returningAs awaitedEnd: EventID, key: Key) {
    let occurrence = signal.judged
    let window = windowPool.take {
      Window(callback: occurrence.id, entry: occurrence, awaitedEnd: awaitedEnd, key: key)
    }
    window.begin(
      callback: occurrence.id, entry: occurrence, awaitedEnd: awaitedEnd, key: key,
      nearMarks: program.nearMarks.count)
    for place in program.nearMarks.indices {
      window.before.append(state.marks[program.nearMarks[place]].newestTimed(nil))
    }
    windows.append(window)
    if let span = program.spanOfCallback[window.callback.index] {
      // Of several lives, each may be in a call.
      let slot = isAcrossSessions ? Self.slot(key, ofProcess: occurrence.process) : key
      window.span = open(span, key, in: slot, by: occurrence, at: signal)
    }
    // What the last call entered is over.
    window.entered.clear()
    swap(&window.entered, &entered)
    for place in window.entered.indices { window.entered[place].opening.entering = window }
    for place in stepped.indices { stepped[place].window = window }
  }

  private static func slot(_ key: Key, ofProcess process: Int) -> Key {
    // Short as it is, it needs no memory.
    key.isEmpty ? Key("\u{1F}\(process)") : key.joined(with: Key("\(process)"))
  }

  /// Before a line: windows whose callback has run for so long that it is taken to have returned.
  func closeOverdueWindows(at occurrence: Occurrence) {
    if windows.isEmpty { return }
    let time = occurrence.time
    func isLong(_ window: Window) -> Bool {
      let passed = LogTime.passed(from: window.time, to: time)
      return passed.map { $0 >= Window.assumedLength } == true && !window.isAwaited
    }
    guard windows.indices.contains(where: { isLong(windows[$0]) }) else { return }
    for window in windows where isLong(window) { close(window, at: occurrence, because: .time) }
    removeClosedWindows()
  }

  /// Before a line: windows whose callback is over with its life.
  func closeWindowsOfEarlierLives(at occurrence: Occurrence) {
    if !isAcrossSessions || windows.isEmpty { return }
    let (process, life) = (occurrence.process, occurrence.life)
    for window in windows where window.process == process && window.life != life {
      close(window, at: occurrence, because: .step)
    }
    removeClosedWindows()
  }

  /// Before a callback or a step of machines: what cannot still run has returned unseen, at the moment of a step that is
  /// derived.
  func closeWindows(before occurrence: Occurrence, at moment: Int?) {
    if !program.boundaries[Int(occurrence.id.rawValue)].isEnd {
      for place in calls.indices { calls[place].forget(before: occurrence) }
    }
    if windows.isEmpty { return }
    for window in windows
    where window.life == occurrence.life && window.entry.sighting !== occurrence.sighting {
      if program.ends(occurrence.id, callsOf: window.callback) {
        close(window, at: occurrence, because: .step, moment: moment)
      }
    }
    removeClosedWindows()
  }

  /// Whether two keys may be those of one call: a line that has none may mean any.
  static func mayBeOne(_ a: Key, _ b: Key) -> Bool { a.isEmpty || b.isEmpty || a == b }

  /// A return: closes the newest call that awaits it, and what is derived from that call.
  func noteReturn(_ occurrence: Occurrence) {
    let key = program.callbackKey(occurrence)
    for place in windows.indices.reversed() {
      let window = windows[place]
      guard isReturn(occurrence, key, ofCallAt: place), !window.hasReturned, window.life == occurrence.life,
        // A return ends one call and the calls that are derived from it.
        !windows[(place + 1)...].contains(where: {
          $0.returned == occurrence.order && $0.entry.line != window.entry.line
        })
      else { continue }
      window.returned = occurrence.order
      let isExtended =
        switch window.notification {
        case .open: true
        case .none: window.entry.call?.fate == .extends
        case .done: false
        }
      if !isExtended { close(window, at: occurrence, because: .returned) }
    }
    removeClosedWindows()
  }

  /// Whether it is the return of the call, or of a callback that is derived from it.
  private func isReturn(_ occurrence: Occurrence, _ key: Key, ofCallAt place: Int) -> Bool {
    let window = windows[place]
    if window.entry.call?.returned?.line == occurrence.line { return true }
    guard window.awaitedEnd == occurrence.id, Self.mayBeOne(key, window.key) else { return false }
    // If the source's call is over, this is the return of another call.
    return window.entry.source == nil
      || windows[..<place].contains {
        $0.callback.end == occurrence.id && $0.entry.line == window.entry.line
      }
  }

  /// The delivery of the notification that is paired with a callback extends the callback's window.
  func noteDelivery(_ occurrence: Occurrence, for callback: EventID) {
    let window = windows.last { $0.callback == callback && $0.life == occurrence.life }
    guard let window else { return }
    let isWholeDelivery = occurrence.id.isEnd || !recording.has(occurrence.id.end)
    window.notification = isWholeDelivery ? .done : .open
    if isWholeDelivery, window.hasReturned { close(window, at: occurrence, because: .returned) }
    removeClosedWindows()
  }

  private func close(
    _ window: Window, at occurrence: Occurrence, because reason: Window.Reason, moment: Int? = nil
  ) {
    guard !window.isClosed else { return }
    window.isClosed = true
    window.reason = reason
    let signal = signalPool.take { Signal(occurrence) }
    signal.take(
      closing: window, code: program.code(of: window.callback, isClose: true), order: log.nextOrder(),
      at: occurrence, moment: moment)
    signals.append(signal)
    if let span = window.span, let number = program.spanOfCallback[window.callback.index] {
      close(number, span.slot, by: signal)
    }
    for place in window.entered.indices where window.entered[place].opening.closedAt == nil {
      note(.settled, window.entered[place].span, window.entered[place].opening, by: signal)
    }
    // The states know the window that entered them: none keeps the other alive.
    window.entered.clear()
    apply(signal, reactions[signal.code])
  }

  private func removeClosedWindows() { windows.drop { $0.isClosed } }
}
