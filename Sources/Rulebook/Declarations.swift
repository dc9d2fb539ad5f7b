public import Trace

/// A span: an interval between two events, such as an app state, a running callback or a held resource.
public struct SpanDeclaration: Sendable {
  /// The name that sentences use: `timer`, `background`, `scene.active`, `app.didEnterBackground`.
  public var name: String
  /// The kind, with the events that open and close the span.
  public var kind: Kind

  /// The kinds of span.
  public enum Kind: Sendable {
    /// Opened by one pattern and closed by another, separately for each value of the key.
    case declared(from: EventPattern, until: EventPattern, key: String?)
    /// A state of a machine: open while the machine is in the state or in a state that refines it.
    case state(MachineID, StateID)
    /// A callback: from its entry to its closing line (guidance B.0.3).
    case callback(EventID)
    /// Open while both spans are open. It has the key of the first span, and one opening for each opening of that span.
    case composed(SpanID, while: SpanID)
  }
}

/// The index of a span in `Rulebook.spans`.
public struct SpanID: Hashable, Sendable {
  /// The index.
  public let rawValue: Int

  /// Creates the ID of an index.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A state machine: states that exclude each other, and the events that change them.
public struct Machine: Sendable {
  /// The machine's name: `app`.
  public var name: String
  /// The field whose values identify the instances of the machine; nil for one instance in each session.
  public var key: String?
  /// The states, indexed by `StateID`.
  public var states: [State]
  /// The transitions of each event, in order of precedence. The first legal one is taken. If none is legal, the machine
  /// still changes its state: by the first transition whose condition holds, else by the last one without a condition.
  public var transitions: [EventID: [Transition]]

  /// The state, the state that it refines, and so on up to the most general one.
  func lineage(of state: StateID) -> [StateID] { Self.lineage(of: state, in: states) }

  static func lineage(of state: StateID, in states: [State]) -> [StateID] {
    Array(sequence(first: state) { states[$0.rawValue].refines })
  }

  /// A state of a machine.
  public struct State: Sendable {
    /// The name in the rulebook.
    public var name: String
    /// The name in reports.
    public var shownAs: String
    /// The state of which this one is a special case, if any.
    public var refines: StateID?
  }

  /// A transition to another state.
  public struct Transition: Sendable {
    /// The condition on the event; nil if there is none.
    public var condition: Condition?
    /// The states from which the transition is legal, including those that refine them; nil for all states.
    public var from: Set<StateID>?
    /// The target state; nil if the transition ends the instance.
    public var to: StateID?
  }
}

/// The index of a machine in `Rulebook.machines`.
public struct MachineID: Hashable, Sendable {
  /// The index.
  public let rawValue: Int

  /// Creates the ID of an index.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The index of a state in `Machine.states`.
public struct StateID: Hashable, Sendable {
  /// The index.
  public let rawValue: Int

  /// Creates the ID of an index.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A derived event: it occurs when other events occur, and is reported on their line.
public struct DerivedEvent: Sendable {
  /// The derived event.
  public var event: EventID
  /// The forms from which the event is derived. An inferred form is used only until the app logs an event of a form
  /// that is not inferred.
  public var forms: [Form]
  /// The span in which the event is derived only once for each opening; nil if it is derived each time a form occurs.
  public var oncePer: SpanID?

  /// One pattern from which the event is derived.
  public struct Form: Sendable {
    /// The events from which it is derived.
    public var pattern: EventPattern
    /// The span that must be open just before, if any.
    public var scope: SpanID?
    /// If this holds, the event is not derived.
    public var exception: Condition?
    /// Whether the event is only guessed from this form. A violation that depends on it is at best inconclusive.
    public var isInferred: Bool
  }
}

/// The events that begin and end a session, which is one life of one process.
public struct SessionBoundaries: Sendable {
  /// The events of a launch, in the order in which they occur. Each begins a session, unless the current session has
  /// had only earlier events of this list.
  public var begin: [EventID] = []
  /// The events of `begin` that continue the current session if the lines have a process ID: the running process is
  /// launched a second time.
  public var sameProcess: Set<EventID> = []
  /// The events after which any event of `begin` begins a session.
  public var ending: Set<EventID> = []
  /// The events at which the process is gone. They close all spans of the session.
  public var end: Set<EventID> = []
  /// The end of a process that was killed because it did not respond, which proves that its callback was still running;
  /// nil if no event reports that.
  public var watchdog: EventPattern?
  /// The restarts of the device, at which every process is gone. They belong to no session.
  public var boot: Set<EventID> = []
  /// The events that report lost lines. From there on, a missing event proves nothing in any session. They belong to no
  /// session.
  public var loss: Set<EventID> = []
  /// The events that count as recorded if the user names the app to check. No line has to report them.
  public var chosen: Set<EventID> = []

  /// No boundaries: a process has one session.
  public init() {}
}

/// The time that counts for durations and deadlines (guidance B.0.4).
public struct ClockRule: Sendable {
  /// The spans in which the clock stops because the process is suspended.
  public var stopped: [SpanID] = []
  /// While one of the spans is open, a gap between two events of a session that is longer than `over` (nanoseconds)
  /// does not count, because the process may have been suspended without a log line.
  public var gaps: (spans: [SpanID], over: Int64)?
  /// The events at which the log's clock was set. Durations across them are unknown. They belong to no session.
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
