import BasicContainers
import Rulebook
import Trace

extension Session {
  /// An event, or the close of a callback, that is judged. A class, because a copy then costs one reference count.
  final class Signal {
    /// The number of the event or close: `Program.code(of:isClose:)`.
    private(set) var code: Int
    /// The log order.
    private(set) var order: Int
    /// The log order at which it was first judged. It is smaller than `order` if a check is repeated after the line.
    private(set) var asked: Int
    /// The log order of the signal from which it was derived, or its own. Signals with the same moment happen at the same time.
    private(set) var moment: Int
    /// The judged event: the event itself, or the entry of the callback that closes.
    var judged: Occurrence { judgedReference.object }
    private var judgedReference: UnretainedReference<Occurrence>
    /// The line at which it happens.
    var line: Occurrence { lineReference.object }
    private var lineReference: UnretainedReference<Occurrence>
    /// Whether the line reports the judged event itself. It does not if a call closes there.
    private(set) var isOfLine: Bool
    /// The call that closes; nil for an event.
    private(set) var runningCall: RunningCall?
    /// The values of its field conditions (`Plan.fieldConditions`), as far as they are known.
    var answers = TruthVector.unclear

    /// Creates a signal for an event of a line. `moment` is the moment of its source if it is derived.
    init(_ occurrence: Occurrence, at moment: Int? = nil) {
      code = Int(occurrence.id.rawValue)
      (order, asked) = (occurrence.order, occurrence.order)
      self.moment = moment ?? occurrence.order
      judgedReference = UnretainedReference(occurrence)
      lineReference = UnretainedReference(occurrence)
      isOfLine = true
      runningCall = nil
    }

    /// Reuses the object for an event of a line.
    func assign(_ occurrence: Occurrence, at moment: Int?) {
      code = Int(occurrence.id.rawValue)
      (order, asked) = (occurrence.order, occurrence.order)
      self.moment = moment ?? occurrence.order
      judgedReference = UnretainedReference(occurrence)
      lineReference = UnretainedReference(occurrence)
      isOfLine = true
      answers = occurrence.answers
      if runningCall != nil { runningCall = nil }
    }

    /// Reuses the object for the close of a call. `moment` is that of the derived event that closes it; nil for its own.
    func assign(
      closing runningCall: RunningCall, code: Int, order: Int, at line: Occurrence, moment: Int? = nil
    ) {
      self.code = code
      (self.order, asked) = (order, order)
      self.moment = moment ?? order
      judgedReference = UnretainedReference(runningCall.entry)
      lineReference = UnretainedReference(line)
      isOfLine = false
      self.runningCall = runningCall
      answers = .unclear
    }

    /// Creates a signal after a line, at which an earlier event is judged.
    init(_ occurrence: Occurrence, order: Int, after line: Occurrence) {
      code = Int(occurrence.id.rawValue)
      (self.order, asked) = (order, order)
      moment = occurrence.order
      judgedReference = UnretainedReference(occurrence)
      lineReference = UnretainedReference(line)
      isOfLine = false
      runningCall = nil
    }

    /// Calls a function with the judged event or the line, which is not retained.
    @inline(__always)
    func withJudged<Result>(_ body: (Occurrence) -> Result) -> Result { judgedReference.with(body) }
    @inline(__always)
    func withLine<Result>(_ body: (Occurrence) -> Result) -> Result { lineReference.with(body) }

    /// Whether a check is repeated with this signal after the line.
    var isRepeatedCheck: Bool { asked < order }

    /// Creates a copy of a signal with a later log order, for a check that is repeated after the line.
    init(again signal: Signal, order: Int) {
      code = signal.code
      (self.order, asked) = (order, signal.asked)
      moment = signal.moment
      judgedReference = UnretainedReference(signal.judged)
      lineReference = UnretainedReference(signal.line)
      isOfLine = signal.isOfLine
      runningCall = signal.runningCall
    }
  }

  /// Returns a signal after the newest line, at which an earlier event is judged.
  func endSignal(of occurrence: Occurrence) -> Signal {
    Signal(occurrence, order: log.nextOrder(), after: last ?? occurrence)
  }

  /// An opening or a close of a span, which is judged at the moment of a signal. It contains no references, so copying it is
  /// cheap. The session keeps the opening and the signal.
  struct Change {
    /// The log order and the moment of the signal that causes it.
    let order: Int
    let moment: Int
    let span: Int
    let kind: Kind
    /// The log orders at which the span opened, and at which its opening event happened.
    let opened: Int
    let told: Int
    /// Its index in `changes`, and the index in `signals` of the signal that causes it.
    fileprivate let place: Int
    fileprivate let by: Int

    enum Kind: Equatable {
      /// The span opens. A state that a callback enters is not settled before the callback closes.
      case opened(isSettled: Bool)
      /// The state is settled, because the callback that entered it closes.
      case settled
      case closed
    }

    /// Whether the scopes `while` and `during` count the span as open from this change on.
    var isInForce: Bool { kind == .settled || kind == .opened(isSettled: true) }
  }

  /// Records that the newest signal opens, settles or closes a span.
  func note(_ kind: Change.Kind, _ span: Int, _ opening: OpenSpan, by signal: Signal) {
    assert(signals[signals.count - 1].object === signal)
    changes.append(
      Change(
        order: signal.order, moment: signal.moment, span: span, kind: kind, opened: opening.order,
        told: opening.told, place: changes.count, by: signals.count - 1))
    changed.append(opening)
  }

  /// Returns the opening that a change opens, settles or closes.
  func opening(of change: Change) -> OpenSpan { changed[change.place] }
  /// Returns the signal that causes a change.
  func signal(of change: Change) -> Signal { signals[change.by].object }
}
