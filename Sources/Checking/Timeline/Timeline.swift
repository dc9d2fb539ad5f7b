/// What happened in a log, to be drawn: for each process, lanes with the states of machines, the calls of callbacks and the spans
/// that were open.
public struct Timeline: Sendable {
  /// The processes, each in one of its lives, in the order of their first events.
  public internal(set) var processes: [Process] = []
  /// The events that the log contains, in the order of its lines.
  public internal(set) var events: [Event] = []
  /// The time of each line with an event, in nanoseconds since the first time of the log. It never goes back. For a line without a
  /// time, it is the time of the line before.
  public internal(set) var times: [Int: Int64] = [:]
  /// Whether at least half of the events have times. Otherwise, a drawing shows only their order.
  public internal(set) var hasTimes = false
  /// The time of the first line that has one, as it is printed.
  public internal(set) var clock: String?

  /// Creates the timeline of an empty log.
  public init() {}

  /// A process in one of its lives.
  public struct Process: Sendable {
    /// The name and the pid: `MyApp[4242]`. Empty if the log names no process.
    public internal(set) var name: String
    /// The lanes: machines first, then callbacks, then spans in the order in which they opened.
    public internal(set) var lanes: [Lane] = []
    /// Whether it ends before the log does.
    public internal(set) var hasEnded = false
  }

  /// A row of bars. If bars overlap, a drawing may need several rows for it.
  public struct Lane: Sendable {
    /// The kind of the bars.
    public let kind: Kind
    /// The name of the machine or of the span, with the key.
    public let title: String
    /// The bars, in the order in which they begin.
    public internal(set) var bars: [Bar] = []

    /// The kinds of lanes.
    public enum Kind: String, Sendable {
      /// The states of a machine that exists once in each process.
      case state
      /// The states of one instance of a machine, such as one scene.
      case instance
      /// The calls of callbacks, which may overlap.
      case callback
      /// The openings of a span with one key.
      case span
    }
  }

  /// A state, a call or an opening, from one line to another.
  public struct Bar: Sendable {
    /// The name of the state, the callback or the span.
    public let label: String
    /// The 1-based line at which it begins.
    public let open: Int
    /// The 1-based line at which it ends; nil if the log does not show that it does.
    public internal(set) var close: Int?
    /// The last line of its process that shows that it has not ended yet, if `close` is nil; otherwise `close`.
    public internal(set) var last: Int
    /// Whether the return of a callback is not logged, so its length is unknown.
    public internal(set) var isAssumed = false

    /// Creates a bar from one line to another.
    public init(label: String, open: Int, close: Int? = nil) {
      self.label = label
      self.open = open
      self.close = close
      last = close ?? open
    }
  }

  /// A recognized event.
  public struct Event: Sendable {
    /// The 1-based line.
    public let line: Int
    /// The name.
    public let name: String
    /// The index of its process; nil if it belongs to the log as a whole.
    public internal(set) var process: Int?
  }
}
