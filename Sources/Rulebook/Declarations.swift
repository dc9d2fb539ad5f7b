public import Trace

/// Anything that is open from one event to another: an app state, a running callback, a resource.
public struct SpanDeclaration: Sendable {
  /// The name that sentences use: `timer`, `background`, `scene.active`, `app.didEnterBackground`.
  public var name: String
  /// What opens and closes it.
  public var kind: Kind

  /// The kinds of span that there are.
  public enum Kind: Sendable {
    /// From one pattern to another, one for each value of the key.
    case declared(from: EventPattern, until: EventPattern, key: String?)
    /// A state of a machine: open while the machine is in it or in one that refines it.
    case state(MachineID, StateID)
    /// A callback: from its entry to its closing line (guidance B.0.3).
    case callback(EventID)
    /// Each opening of the first span as long as the other one is open, too; its keys are those of the first.
    case composed(SpanID, while: SpanID)
  }
}

/// A span of a rulebook, by number: an index of `Rulebook.spans`.
public struct SpanID: Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// The span of that number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// States that exclude each other, and what leads from one to the next.
public struct Machine: Sendable {
  /// The machine's name: `app`.
  public var name: String
  /// The field that tells one instance from another; nil for one a session.
  public var key: String?
  /// The states, by `StateID`.
  public var states: [State]
  /// For each event that moves the machine its cases, in order of choice: the first one counts that is legal. Where none is,
  /// the machine still goes where the event says: where the first case leads whose own condition holds,
  /// else the last case that has none.
  public var transitions: [EventID: [Transition]]

  /// A state, the one that it refines, and so on.
  func lineage(of state: StateID) -> [StateID] { Self.lineage(of: state, in: states) }

  static func lineage(of state: StateID, in states: [State]) -> [StateID] {
    Array(sequence(first: state) { states[$0.rawValue].refines })
  }

  /// A state of a machine.
  public struct State: Sendable {
    /// The name in the rulebook.
    public var name: String
    /// What a report calls it.
    public var shownAs: String
    /// The state that this one is a special case of, if any.
    public var refines: StateID?
  }

  /// One way for an event to move a machine.
  public struct Transition: Sendable {
    /// Must hold for the event; nil holds always.
    public var condition: Condition?
    /// The states from which it is legal; nil for all. A state stands for those that refine it, too.
    public var from: Set<StateID>?
    /// The state it leads to; nil if the instance is gone with it.
    public var to: StateID?
  }
}

/// A machine of a rulebook, by number.
public struct MachineID: Hashable, Sendable {
  /// The number: an index of `Rulebook.machines`.
  public let rawValue: Int

  /// The machine of that number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A state of a machine, by number.
public struct StateID: Hashable, Sendable {
  /// The number: an index of `Machine.states`.
  public let rawValue: Int

  /// The state of that number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// An event that follows from others, reported with the line it follows from.
public struct DerivedEvent: Sendable {
  /// The event that is made.
  public var event: EventID
  /// What makes it: each form does, an inferred one only while the app has shown no event of a form that is not.
  public var forms: [Form]
  /// The event is made once in each opening of this span; nil for each time that a form occurs.
  public var oncePer: SpanID?

  /// One way to make the event.
  public struct Form: Sendable {
    /// What must occur.
    public var pattern: EventPattern
    /// A span that must be open just before, if any.
    public var scope: SpanID?
    /// Stops it, if it holds.
    public var exception: Condition?
    /// The event is guessed from this form, not told: what rests on it is inconclusive at best.
    public var isInferred: Bool
  }
}

/// What begins and ends a session: one life of one process.
public struct SessionBoundaries: Sendable {
  /// The events of a launch in the order in which one launch shows them. Each begins a session,
  /// unless the session that runs has seen nothing of its life but earlier ones of the list.
  public var begin: [EventID] = []
  /// Those of `begin` that, if the lines have a process number, belong to the session that runs: the process that goes on
  /// is launched a second time.
  public var sameProcess: Set<EventID> = []
  /// After one of these any event of `begin` begins a session.
  public var ending: Set<EventID> = []
  /// The process is gone: nothing of the session is open after it.
  public var end: Set<EventID> = []
  /// The end of a process that was killed because it did not respond: it proves that the callback that ran was still
  /// running. Nil if no event says so.
  public var watchdog: EventPattern?
  /// The device starts anew: every process is gone. Such an event is none of any session.
  public var boot: Set<EventID> = []
  /// Lines were lost: in every session silence proves nothing from there on. Such an event is none of any session.
  public var loss: Set<EventID> = []

  /// No boundaries: a process has one session.
  public init() {}
}

/// Which time counts for durations and deadlines (guidance B.0.4).
public struct ClockRule: Sendable {
  /// No time passes while one of these is open: the process is stopped.
  public var stopped: [SpanID] = []
  /// While one of these is open, a gap between two events of the session that is longer counts as no time:
  /// the process may have been stopped unseen. Nanoseconds.
  public var gaps: (spans: [SpanID], over: Int64)?
  /// The clock by which the log tells times is set: no duration is known across that. Such an event is none of any session.
  public var set: Set<EventID> = []

  /// All time counts.
  public init() {}
}

/// A field of an event.
public struct EventField: Sendable {
  /// The event.
  public var event: EventID
  /// The field's name.
  public var field: String
}
