public import Diagnostics
public import Trace

/// A sentence of the rule language, parsed and with its names resolved.
///
/// Scopes and claims are the specification patterns of Dwyer, Avrunin and Corbett (1999,
/// doi:10.1145/302405.302672), bounds those of Konrad and Cheng (2005, doi:10.1145/1062455.1062526).
public struct Sentence: Sendable {
  /// Whether all sessions of an app are checked as one.
  public var isAcrossSessions = false
  /// The scope of the claim; nil for the whole session.
  public var scope: Scope?
  /// The claim that must hold in the scope.
  public var claim: Claim
  /// If this holds, the claim is not checked.
  public var exception: Condition?
  /// The source text, on one line.
  public var text: String
  /// The range in the rulebook.
  public var range: SourceRange
}

/// The intervals of a session in which a claim must hold. The event that opens an interval is outside, the event that
/// closes it is inside.
public enum Scope: Sendable {
  /// While at least one of the spans is open.
  case open([SpanReference])
  /// Each opening of one of the spans separately.
  case during([SpanReference])
  /// While none of the spans is open.
  case outside([SpanReference])
  /// From a first event to a second one, or to the end of the session if there is none.
  case after(EventPattern, until: EventPattern?)
  /// For a time after each event of the pattern; another event restarts the time.
  case following(EventPattern, Limit)
  /// From the beginning of the session to an event, only if that occurs.
  case before(EventPattern)
  /// From a first event to a second one, only if that occurs.
  case between(EventPattern, EventPattern)
}

/// The claim of a sentence.
public enum Claim: Sendable {
  /// The event does not occur (absence).
  case never(EventPattern)
  /// The event occurs (existence), within the limit if there is one.
  case expect(EventPattern, within: Limit?)
  /// The condition is true of each of these events (universality).
  case has(EventPattern, Condition)
  /// Each of the events is answered (response).
  case isFollowed(EventPattern, Response)
  /// Each of the events is preceded by another (precedence).
  case isPreceded(EventPattern, Precedence)
  /// The event occurs at most a number of times (bounded existence): in the whole scope, or in any interval
  /// shorter than `per` nanoseconds.
  case atMost(Int, EventPattern, per: Int64?)
  /// The event occurs at least a number of times (bounded existence).
  case atLeast(Int, EventPattern)
  /// The event recurs, at most the limit after the previous one (bounded recurrence).
  case recurs(EventPattern, every: Limit)
  /// None of the spans is open at a moment.
  case noneOpen([SpanReference], at: Moment)
  /// Each opening of the span lasts at most or at least the limit (bounded duration).
  case lasts(SpanReference, Bound, Limit)
  /// An opening of the first span that closes while the second span is open is open again at one of the events.
  case isReopened(SpanReference, closedWhile: SpanReference, by: EventPattern)
  /// Each of these events is a legal step of the machine (order).
  case obeys(EventPattern, MachineID)

  /// Whether the claim judges each interval of the scope as a whole, not single events or openings in it.
  package var judgesScope: Bool {
    switch self {
    case .expect, .atLeast, .recurs: true
    default: false
    }
  }

  /// Whether the claim is about events that may have happened before the log, if that does not show the beginning.
  package var needsBeginning: Bool {
    switch self {
    case .expect, .isPreceded, .atLeast: true
    default: false
    }
  }

  /// Whether the claim measures a duration.
  var measuresTime: Bool {
    switch self {
    case .lasts, .recurs: true
    case .expect(_, let limit): limit != nil
    case .isFollowed(_, let response): response.latest != nil
    case .isPreceded(_, let precedence): precedence.latest != nil
    case .never, .has, .atMost, .atLeast, .noneOpen, .isReopened, .obeys: false
    }
  }

  /// Whether the claim counts events.
  var counts: Bool {
    switch self {
    case .atMost, .atLeast: true
    default: false
    }
  }

  /// The direction of a bound.
  public enum Bound: Sendable {
    case atMost
    case atLeast
  }

  /// The answer that must follow an event.
  public struct Response: Sendable {
    /// The answer.
    public var answer: EventPattern
    /// The minimum time after the event. An earlier answer does not count.
    public var earliest: Limit?
    /// The maximum time after the event.
    public var latest: Limit?
    /// The events before which the answer must occur.
    public var stop: EventPattern?
  }

  /// The cause that must precede an event.
  public struct Precedence: Sendable {
    /// The cause.
    public var cause: EventPattern
    /// The maximum time between the cause and the event.
    public var latest: Limit?
    /// The events of which the newest must be before the cause.
    public var since: EventPattern?
  }

  /// The moment at which a claim is judged.
  public struct Moment: Sendable {
    /// The events that determine the moment.
    public var pattern: EventPattern
    /// The delay after the event; nil for the event itself.
    public var delay: Limit?
  }
}

/// A time limit: nanoseconds, or the value of a field of type `duration`.
public enum Limit: Sendable {
  case fixed(Int64)
  /// The value of a field of the judged event or of an earlier event.
  case value(Operand)

  /// Whether the limit is a literal 0.
  var isZero: Bool { if case .fixed(0) = self { true } else { false } }
}

/// A reference to a span in a sentence: to any opening, or to the opening with the key of the judged event
/// (`saving(id)`).
public struct SpanReference: Sendable {
  /// The span.
  public var id: SpanID
  /// Whether only the opening with the key of the judged event or opening is meant.
  public var isBound: Bool
  /// The name in the source.
  public var name: String
  /// The range of the name.
  public var range: SourceRange
}

/// Alternative events, each with its own condition.
public struct EventPattern: Sendable, Hashable {
  /// The alternatives.
  public var atoms: [Atom]

  /// One event or family of events.
  public struct Atom: Sendable {
    /// The event, or the events of the family (`app.*`).
    public var events: [EventID]
    /// Whether the close of the callback is meant, not its entry.
    public var isClose: Bool
    /// The condition on the event.
    public var condition: Condition?
    /// The fields whose values must be equal to those of the judged event or opening (`user.dataDirty(id)`).
    public var keys: [String]
    /// The name in the source.
    public var name: String
    /// The range of the name.
    public var range: SourceRange
  }

  /// The text of the pattern, without conditions: `timer.start or periodic.start`.
  public var text: String {
    atoms.map { $0.isClose ? "the close of \($0.name)" : $0.name }.joined(separator: " or ")
  }
}

/// A condition on an event, on open spans and on other events. It is true, false or unknown (Kleene's logic). If a
/// value is missing, it is unknown. It holds only if it is true.
public indirect enum Condition: Sendable, Hashable {
  case and(Condition, Condition)
  case or(Condition, Condition)
  case not(Condition)
  /// The comparison of two values.
  case compare(Operand, Comparison, Operand)
  /// The value is one of the literals.
  case oneOf(Operand, [Literal])
  /// The list contains the literal.
  case contains(Operand, Literal)
  /// The value is an item of a list.
  case isMember(Operand, of: Operand)
  /// The value is present.
  case isPresent(Operand)
  /// The app's log contains the event, before or after the moment, or declares that it records it. The pattern has one
  /// atom, without keys.
  case isRecorded(EventPattern)
  /// The span is open both before and after the moment.
  case isOpen(SpanReference)
  /// The event occurred at most this many nanoseconds before the moment, on the given clock.
  case withinTheLast(EventPattern, Int64, DurationClock)
  /// The event occurs at most this many nanoseconds before or after the entry of the judged callback or event. After
  /// it, only until the next transition of a machine.
  case within(EventPattern, Int64)
  /// The newest of the first event occurred after the newest of the second.
  case since(EventPattern, EventPattern)
  /// After the moment, the first event occurs before the second one, which need not occur (`¬second U first` in
  /// temporal logic).
  case comesBefore(EventPattern, EventPattern)
}

/// The clock on which a duration is measured.
public enum DurationClock: Sendable {
  /// The running time of the app: the clock stops while the process is suspended.
  case session
  /// The time of the log, including gaps and suspension.
  case wall
}

/// A comparison operator.
public enum Comparison: String, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// An operand of a comparison.
public enum Operand: Sendable, Hashable {
  /// A field of the judged event.
  case field(String, FieldType)
  /// The newest value of a field of an event, before the line or at a moment.
  case last(EventID, field: String, FieldType, at: EventPattern? = nil)
  /// The greatest value of a field of an event before the line, since a moment if there is one.
  case highest(EventID, field: String, FieldType, since: EventPattern?)
  case literal(Literal)
}

/// A literal value in a sentence.
public enum Literal: Sendable, Hashable {
  case text(String)
  case number(Double)
  /// Nanoseconds.
  case duration(Int64)
  /// Bytes.
  case size(Int64)
}
