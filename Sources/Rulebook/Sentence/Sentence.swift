public import Diagnostics
public import Trace

/// A sentence of the rule language, parsed and with its names resolved.
///
/// Scopes and claims are the specification patterns of Dwyer, Avrunin and Corbett (1999,
/// doi:10.1145/302405.302672), bounds those of Konrad and Cheng (2005, doi:10.1145/1062455.1062526).
public struct Sentence: Sendable {
  /// Whether it speaks of all lives of an app as of one.
  public var isAcrossSessions = false
  /// Where the claim must hold; nil for the whole session.
  public var scope: Scope?
  /// What must hold there.
  public var claim: Claim
  /// Where this holds, the claim asks for nothing.
  public var exception: Condition?
  /// The sentence as it was written, on one line.
  public var text: String
  /// Where it stands.
  public var range: SourceRange
}

/// The part of a session in which a claim must hold: an interval of it, or several. What opens an interval is not
/// inside, what closes it is.
public enum Scope: Sendable {
  /// As long as at least one of the spans is open.
  case open([SpanReference])
  /// Each opening of one of the spans on its own.
  case during([SpanReference])
  /// As long as none of the spans is open.
  case outside([SpanReference])
  /// From a first event on; up to a second one, if there is one and it comes.
  case after(EventPattern, until: EventPattern?)
  /// So long after each event of the pattern; a new one begins anew.
  case following(EventPattern, Limit)
  /// From the beginning of the session to an event, only if that comes.
  case before(EventPattern)
  /// From a first event to a second one, only if that comes.
  case between(EventPattern, EventPattern)
}

/// What a sentence claims.
public enum Claim: Sendable {
  /// The event does not occur (absence).
  case never(EventPattern)
  /// The event occurs (existence), soon enough where there is a limit.
  case expect(EventPattern, within: Limit?)
  /// The condition is true of each of these events (universality).
  case has(EventPattern, Condition)
  /// Each of the events is answered (response).
  case isFollowed(EventPattern, Response)
  /// Each of the events is preceded by another (precedence).
  case isPreceded(EventPattern, Precedence)
  /// The event occurs no more than so many times (bounded existence): in the whole scope, or in any stretch
  /// that is shorter than so many nanoseconds.
  case atMost(Int, EventPattern, per: Int64?)
  /// The event occurs at least so many times (bounded existence).
  case atLeast(Int, EventPattern)
  /// The event comes again and again, and never later than that (bounded recurrence).
  case recurs(EventPattern, every: Limit)
  /// None of the spans is open at a moment.
  case noneOpen([SpanReference], at: Moment)
  /// Each opening of the span is so long (bounded duration).
  case lasts(SpanReference, Bound, Limit)
  /// What was open when the second span opened, and closed in it, is open again at one of the events.
  case isReopened(SpanReference, closedWhile: SpanReference, by: EventPattern)
  /// Each of these events is a legal step of the machine (order).
  case obeys(EventPattern, MachineID)

  /// Whether it judges each part of the session where it must hold, not things in it.
  package var judgesScope: Bool {
    switch self {
    case .expect, .atLeast, .recurs: true
    default: false
    }
  }

  /// Whether it tells how long something took.
  var measuresTime: Bool {
    switch self {
    case .lasts, .recurs: true
    case .expect(_, let limit): limit != nil
    case .isFollowed(_, let response): response.latest != nil
    case .isPreceded(_, let precedence): precedence.latest != nil
    case .never, .has, .atMost, .atLeast, .noneOpen, .isReopened, .obeys: false
    }
  }

  /// Whether it tells how many of something there were.
  var counts: Bool {
    switch self {
    case .atMost, .atLeast: true
    default: false
    }
  }

  /// On which side a bound lies.
  public enum Bound: Sendable {
    case atMost
    case atLeast
  }

  /// What answers an event.
  public struct Response: Sendable {
    /// The answer.
    public var answer: EventPattern
    /// It does not count if it comes earlier than that after the event.
    public var earliest: Limit?
    /// It must have come by then after the event.
    public var latest: Limit?
    /// It must come before one of these.
    public var stop: EventPattern?
  }

  /// What must have come before an event.
  public struct Precedence: Sendable {
    /// What must have come.
    public var cause: EventPattern
    /// No longer ago than that.
    public var latest: Limit?
    /// After the newest of these.
    public var since: EventPattern?
  }

  /// The moment at which something is judged.
  public struct Moment: Sendable {
    /// What makes the moment.
    public var pattern: EventPattern
    /// How long after it the moment lies; nil for the moment itself.
    public var delay: Limit?
  }
}

/// How much time there is: nanoseconds, or what a field of type `duration` says.
public enum Limit: Sendable {
  case fixed(Int64)
  /// The value of a field of the event that is judged, or the newest value of one.
  case value(Operand)

  /// Whether there is no time at all.
  var isZero: Bool { if case .fixed(0) = self { true } else { false } }
}

/// A span as a sentence names it: any opening of it, or the one whose key is bound (`saving(id)`).
public struct SpanReference: Sendable {
  /// The span.
  public var id: SpanID
  /// Whether the key is that of the thing that is judged; false means any key.
  public var isBound: Bool
  /// The name as it was written.
  public var name: String
  /// Where it stands.
  public var range: SourceRange
}

/// One of several events, each under its own condition.
public struct EventPattern: Sendable {
  /// The alternatives.
  public var atoms: [Atom]

  /// One event or family of events.
  public struct Atom: Sendable {
    /// The events that are meant: one, or those of a family (`app.*`).
    public var events: [EventID]
    /// Whether the moment is meant at which the callback closes, instead of its entry.
    public var isClose: Bool
    /// Must hold for the event.
    public var condition: Condition?
    /// The fields whose values are those of the thing that is judged (`user.dataDirty(id)`); none binds nothing.
    public var keys: [String]
    /// The name as it was written.
    public var name: String
    /// Where the name stands.
    public var range: SourceRange
  }

  /// The pattern in words: `timer.start or periodic.start`.
  public var text: String {
    atoms.map { $0.isClose ? "the close of \($0.name)" : $0.name }.joined(separator: " or ")
  }
}

/// A condition on an event, on what is open, and on what has been. It is true, false or unknown
/// (Kleene's logic): what is missing is unknown, and only what is true holds.
public indirect enum Condition: Sendable {
  case and(Condition, Condition)
  case or(Condition, Condition)
  case not(Condition)
  /// Two values stand in that relation.
  case compare(Operand, Comparison, Operand)
  /// The value is one of these.
  case oneOf(Operand, [Literal])
  /// The list holds that value.
  case contains(Operand, Literal)
  /// The value is one of those in a list.
  case isMember(Operand, of: Operand)
  /// The value is there at all.
  case isPresent(Operand)
  /// The app's log shows such an event, before the moment or after it, or declares that it records it. The pattern has one
  /// atom, without keys.
  case isRecorded(EventPattern)
  /// The span was open before the moment and still is after it.
  case isOpen(SpanReference)
  /// The event occurred at most so long before the moment, on that clock. Nanoseconds.
  case withinTheLast(EventPattern, Int64, DurationClock)
  /// The event occurs at most so long before or after the entry of the callback or event that is judged,
  /// after it only before the next step of a machine. Nanoseconds.
  case within(EventPattern, Int64)
  /// The newest of the first event occurred after the newest of the second.
  case since(EventPattern, EventPattern)
  /// After the moment the first event occurs before the second one, which need not occur (Φ U E of temporal logic, with
  /// Φ for "not the second").
  case comesBefore(EventPattern, EventPattern)
}

/// The clock on which a duration is measured.
public enum DurationClock: Sendable {
  /// The time during which the app can run: it stands still while the process is suspended.
  case session
  /// The time that the log tells, through silence and suspension.
  case wall
}

/// A relation between two values.
public enum Comparison: String, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// A side of a comparison.
public enum Operand: Sendable {
  /// A field of the event that is judged.
  case field(String, FieldType)
  /// The field of the newest of these events that carried it, as it was before the line or at a moment.
  case last(EventID, field: String, FieldType, at: EventPattern? = nil)
  /// The greatest value of the field that these events carried before the line, since a moment if there is one.
  case highest(EventID, field: String, FieldType, since: EventPattern?)
  case literal(Literal)
}

/// A value in a sentence.
public enum Literal: Sendable, Hashable {
  case text(String)
  case number(Double)
  /// Nanoseconds.
  case duration(Int64)
  /// Bytes.
  case size(Int64)
}
