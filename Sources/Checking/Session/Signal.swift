import BasicContainers
import Rulebook
import Trace

extension Session {
  /// What happened, to be judged. A class, so that handing it on costs one reference.
  final class Signal {
    /// The event, or the close of a callback.
    private(set) var code: Int
    private(set) var order: Int
    /// Its order when it was first asked: earlier where it is asked again once its line is over.
    private(set) var asked: Int
    /// The signal that the event was derived from, or its own: they happen at one moment.
    private(set) var moment: Int
    /// What is judged: the event, or the entry of the callback that closes.
    private(set) var judged: Occurrence
    /// The line at which it happened.
    private(set) var line: Occurrence
    /// The window that closes.
    private(set) var runningCall: RunningCall?

    /// What the tests of its fields say, where that is known: of an event that a line tells, and no close of it.
    private(set) var fieldAnswers: TruthVector

    /// An event of a line, at its own moment or at that of what it was derived from.
    init(_ occurrence: Occurrence, at moment: Int? = nil) {
      code = Int(occurrence.id.rawValue)
      (order, asked) = (occurrence.order, occurrence.order)
      self.moment = moment ?? occurrence.order
      judged = occurrence
      line = occurrence
      runningCall = nil
      fieldAnswers = occurrence.fieldAnswers
    }

    /// Begins anew with another event of a line.
    func assign(_ occurrence: Occurrence, at moment: Int?) {
      code = Int(occurrence.id.rawValue)
      (order, asked) = (occurrence.order, occurrence.order)
      self.moment = moment ?? occurrence.order
      judged = occurrence
      line = occurrence
      if runningCall != nil { runningCall = nil }
      fieldAnswers = occurrence.fieldAnswers
    }

    /// Begins anew with the close of a callback, at a moment of its own or at that of what closes it.
    func assign(
      closing runningCall: RunningCall, code: Int, order: Int, at line: Occurrence, moment: Int? = nil
    ) {
      self.code = code
      (self.order, asked) = (order, order)
      self.moment = moment ?? order
      judged = runningCall.entry
      self.line = line
      self.runningCall = runningCall
      fieldAnswers = .unclear
    }

    /// A moment of that order, after a line, to judge an event anew.
    init(_ occurrence: Occurrence, order: Int, after line: Occurrence) {
      code = Int(occurrence.id.rawValue)
      (self.order, asked) = (order, order)
      moment = occurrence.order
      judged = occurrence
      self.line = line
      runningCall = nil
      fieldAnswers = occurrence.fieldAnswers
    }

    /// Whether it is seen at a later place than its own.
    var isAskedAgain: Bool { asked < order }

    /// The same one as it is seen at a later place in the log's order.
    init(again signal: Signal, order: Int) {
      code = signal.code
      (self.order, asked) = (order, signal.asked)
      moment = signal.moment
      judged = signal.judged
      line = signal.line
      runningCall = signal.runningCall
      fieldAnswers = .unclear
    }
  }

  /// A moment after the newest line.
  func endSignal(of occurrence: Occurrence) -> Signal {
    Signal(occurrence, order: log.nextOrder(), after: last ?? occurrence)
  }

  /// A span has opened or closed, to be judged with the signal of that order. It refers to nothing, so that it is
  /// looked at and handed on without a count of references: the opening and the signal are the session's.
  struct Change {
    let order: Int
    let moment: Int
    let span: Int
    let kind: Kind
    /// When what has changed was opened, and when that happened which opened it, in the log's order.
    let opened: Int
    let told: Int
    /// Its place among the changes of the line, and among the signals that of the one which brought it about.
    fileprivate let place: Int
    fileprivate let by: Int

    enum Kind: Equatable {
      /// A state is settled only once the callback that entered it has closed.
      case opened(isSettled: Bool)
      case settled
      case closed
    }

    /// Whether from here on the span is in force as a scope.
    var isInForce: Bool { kind == .settled || kind == .opened(isSettled: true) }
  }

  /// The newest signal has opened, settled or closed something.
  func note(_ kind: Change.Kind, _ span: Int, _ opening: OpenSpan, by signal: Signal) {
    assert(signals[signals.count - 1] === signal)
    changes.append(
      Change(
        order: signal.order, moment: signal.moment, span: span, kind: kind, opened: opening.order,
        told: opening.told, place: changes.count, by: signals.count - 1))
    changed.append(opening)
  }

  /// What has opened or closed.
  func opening(of change: Change) -> OpenSpan { changed[change.place] }
  /// What brought it about.
  func signal(of change: Change) -> Signal { signals[change.by] }
}
