import Rulebook
import Trace

/// The window of one call of a callback: from its entry to its closing line (guidance B.0.3).
final class Window {
  let callback: EventID
  let entry: Occurrence
  /// The return that closes it, and the key that the return carries where there are several machines.
  let awaitedEnd: EventID
  let key: String
  var phase = Phase.open
  /// When it closed, in the log's order.
  var closedAt = Int.max
  var reason = Reason.returned
  private(set) var hasReturned = false
  private(set) var notification = Notification.none
  /// What rests on a closing that may be taken back.
  var pending: [Candidate] = []
  var openedSpans: [(span: Int, opening: OpenSpan)] = []
  var closedSpans: [(span: Int, opening: OpenSpan)] = []
  /// How often a sentence was counted as held because of a closing that may be taken back.
  var held: [Int: Int] = [:]
  /// The opening of the callback's own span.
  var span: OpenSpan?

  enum Phase {
    case open
    /// Closed, unless a line comes that shows that it was still open.
    case provisional
    case closed
  }

  /// What closed the window.
  enum Reason {
    case returned
    /// No return was recorded by the first line a second after the entry.
    case time
    /// No return was recorded by the next step of the machine.
    case step
  }

  enum Notification {
    case none
    case open
    case done
  }

  /// How long a callback without a recorded return is taken to run (guidance B.0.10).
  static let assumedLength: Int64 = 1_000_000_000

  init(callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: String) {
    self.callback = callback
    self.entry = entry
    self.awaitedEnd = awaitedEnd
    self.key = key
  }

  /// Whether its closing has closed the opening.
  func closes(_ opening: OpenSpan) -> Bool {
    span === opening || closedSpans.contains { $0.opening === opening }
  }

  func noteReturn() { hasReturned = true }
  func noteDelivery(_ notification: Notification) { self.notification = notification }
}

// MARK: - Opening and closing

extension Session {
  func openWindow(for occurrence: Occurrence, returningAs awaitedEnd: EventID, key: String) {
    let window = Window(callback: occurrence.id, entry: occurrence, awaitedEnd: awaitedEnd, key: key)
    windows.append(window)
    openCallbackSpan(of: window)
    for machine in program.reactions[Int(occurrence.id.rawValue)].machines {
      machines[machine].instances[machineKey(machine, occurrence)]?.window = window
    }
  }

  private func openCallbackSpan(of window: Window) {
    guard let span = program.spanOfCallback[window.callback] else { return }
    window.span = spans[span].open(
      window.key, by: window.entry, order: window.entry.order, basis: window.entry.basis)
  }

  /// Before a line: windows whose callback cannot still run, as far as one knows.
  func closeOverdueWindows(at occurrence: Occurrence) {
    guard !windows.isEmpty else { return }
    for window in windows where window.phase == .open {
      guard window.entry.isComparable(with: occurrence),
        occurrence.wall - window.entry.wall >= Window.assumedLength
      else { continue }
      close(window, at: occurrence, because: .time, finally: !recording.mayReturn(window.callback))
    }
    removeClosedWindows()
  }

  /// Before a callback or a step of machines: a callback has returned when the next one of its machine is called, and
  /// one that moves no machine when the session takes a step or when it is called again.
  func closeWindows(before occurrence: Occurrence) {
    let stepping = program.reactions[Int(occurrence.id.rawValue)].machines
    if !stepping.isEmpty { forgetRunning(before: occurrence) }
    for window in windows where window.entry.sighting !== occurrence.sighting {
      let moved = program.reactions[Int(window.callback.rawValue)].machines
      let isOver =
        moved.isEmpty
        ? stepping.contains { program.rulebook.machines[$0].key == nil } || window.callback == occurrence.id
        : moved.contains(where: stepping.contains)
      guard isOver else { continue }
      if !window.hasReturned { recording.noteMissingReturn(of: window.callback) }
      switch window.phase {
      case .open: close(window, at: occurrence, because: .step, finally: true)
      case .provisional: confirm(window)
      case .closed: break
      }
    }
    removeClosedWindows()
  }

  /// Whether two keys may be those of one call: a line that has none may mean any.
  static func mayBeOne(_ a: String, _ b: String) -> Bool { a.isEmpty || b.isEmpty || a == b }

  /// A return: closes the newest call that awaits it, and what is derived from that call.
  func noteReturn(_ occurrence: Occurrence) {
    let key = callbackKey(of: occurrence, for: occurrence.id)
    var returned: [EventID] = []
    for window in windows.reversed() where window.awaitedEnd == occurrence.id && !window.hasReturned {
      guard Self.mayBeOne(key, window.key), !returned.contains(window.callback) else { continue }
      returned.append(window.callback)
      retract(window)
      window.noteReturn()
      switch window.notification {
      case .open: break
      case .none: close(window, at: occurrence, because: .returned, finally: !recording.showsDeliveries)
      case .done: close(window, at: occurrence, because: .returned, finally: true)
      }
    }
    removeClosedWindows()
  }

  /// The delivery of the notification that is paired with a callback extends the callback's window.
  func noteDelivery(_ occurrence: Occurrence, for callback: EventID) {
    guard let window = windows.last(where: { $0.callback == callback && $0.phase != .closed }) else { return }
    let isWholeDelivery = occurrence.id.isEnd || !recording.has(occurrence.id.end)
    if window.phase == .provisional, window.reason == .time, !window.hasReturned { return }
    retract(window)
    window.noteDelivery(isWholeDelivery ? .done : .open)
    if isWholeDelivery, window.hasReturned {
      close(window, at: occurrence, because: .returned, finally: true)
    }
    removeClosedWindows()
  }

  private func close(
    _ window: Window, at occurrence: Occurrence, because reason: Window.Reason, finally: Bool
  ) {
    window.phase = finally ? .closed : .provisional
    window.reason = reason
    window.closedAt = reason == .returned ? occurrence.order : log.nextOrder()
    if let span = window.span, let number = program.spanOfCallback[window.callback] {
      close(number, span.key, order: window.closedAt)
    }
    var closing = window.entry
    closing.basis = finally ? window.entry.basis : window
    let signal = Signal(
      code: program.code(of: window.callback, isClose: true), order: window.closedAt, judged: closing,
      line: occurrence, window: window)
    signals.append(signal)
    apply(signal)
  }

  /// The closing was right.
  func confirm(_ window: Window) {
    window.phase = .closed
    let pending = window.pending
    window.pending = []
    for candidate in pending { log.resolveWait(of: candidate) }
  }

  /// The callback was still running: what its closing brought about did not happen.
  private func retract(_ window: Window) {
    guard window.phase == .provisional else { return }
    window.phase = .open
    window.closedAt = .max
    for (span, opening) in window.openedSpans { spans[span].retract(opening) }
    for (span, opening) in window.closedSpans { spans[span].reopen(opening) }
    for (number, count) in window.held { log.counts[number].held -= count }
    window.held = [:]
    window.openedSpans = []
    window.closedSpans = []
    openCallbackSpan(of: window)
    for index in sentences.indices where sentences[index].start?.basis === window {
      sentences[index].start = nil
    }
    for index in derivedIn.indices where derivedIn[index]?.basis === window { derivedIn[index] = nil }
    let pending = window.pending
    window.pending = []
    for candidate in pending { log.dismiss(candidate) }
  }

  private func removeClosedWindows() { windows.removeAll { $0.phase == .closed } }
}
