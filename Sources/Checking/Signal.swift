import Rulebook
import Trace

extension Session {
  /// What happened, to be judged. A class, so that handing it on costs one reference.
  final class Signal {
    /// The event, or the close of a callback.
    private(set) var code: Int
    private(set) var order: Int
    /// The signal that the event was derived from, or its own: they happen at one moment.
    private(set) var moment: Int
    /// What is judged: the event, or the entry of the callback that closes.
    private(set) var judged: Occurrence
    /// The line at which it happened.
    private(set) var line: Occurrence
    /// The window that closes.
    private(set) var window: Window?

    /// An event of a line, at its own moment or at that of what it was derived from.
    init(_ occurrence: Occurrence, at moment: Int? = nil) {
      code = Int(occurrence.id.rawValue)
      order = occurrence.order
      self.moment = moment ?? occurrence.order
      judged = occurrence
      line = occurrence
      window = nil
    }

    /// Begins anew with another event of a line.
    func take(_ occurrence: Occurrence, at moment: Int?) {
      code = Int(occurrence.id.rawValue)
      order = occurrence.order
      self.moment = moment ?? occurrence.order
      judged = occurrence
      line = occurrence
      window = nil
    }

    /// Begins anew with the close of a callback.
    func take(closing window: Window, code: Int, order: Int, at line: Occurrence) {
      self.code = code
      self.order = order
      moment = order
      judged = window.entry
      self.line = line
      self.window = window
    }

    /// A moment of that order, after a line, to judge an event anew.
    init(_ occurrence: Occurrence, order: Int, after line: Occurrence) {
      code = Int(occurrence.id.rawValue)
      self.order = order
      moment = occurrence.order
      judged = occurrence
      self.line = line
      window = nil
    }
  }

  /// A moment after the newest line.
  func endSignal(of occurrence: Occurrence) -> Signal {
    Signal(occurrence, order: log.nextOrder(), after: last ?? occurrence)
  }

  /// A span has opened or closed, to be judged with the signal of that order.
  struct Change {
    let order: Int
    let moment: Int
    let span: Int
    let opening: OpenSpan
    let kind: Kind
    /// The signal that brought it about.
    let by: Signal

    init(_ span: Int, _ opening: OpenSpan, _ kind: Kind, by signal: Signal) {
      order = signal.order
      moment = signal.moment
      self.span = span
      self.opening = opening
      self.kind = kind
      by = signal
    }

    enum Kind: Equatable {
      /// A state is settled only once the callback that entered it has closed.
      case opened(isSettled: Bool)
      case settled
      case closed
    }

    /// Whether from here on the span is in force as a scope.
    var isInForce: Bool { kind == .settled || kind == .opened(isSettled: true) }
  }
}
