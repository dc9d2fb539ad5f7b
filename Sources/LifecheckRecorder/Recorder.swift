public import Foundation

/// Records the life cycle of an app as a trace that lifecheck can check. It observes notifications by itself. The app records
/// its own actions with one line of code each.
///
/// ```swift
/// let recorder = Recorder(to: .file(), records: ["timer", "user", "data"])
/// recorder.start()  // in application(_:willFinishLaunchingWithOptions:) or in the initializer of a SwiftUI App
/// recorder.timerStarted("redraw")
/// ```
///
/// All methods can be called on any thread, and none throws. In a release build, a recorder does nothing unless it is enabled.
public final class Recorder: @unchecked Sendable {
  /// Whether recorders are enabled by default: in debug builds only.
  public static var isEnabledByDefault: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Whether this recorder records anything.
  public let isEnabled: Bool
  private let center: NotificationCenter
  private let sceneID: @Sendable (Any?) -> String?
  private let onProblem: (@Sendable (Problem) -> Void)?
  /// The events and families that the trace declares as recorded.
  private let declared: [String]
  private let facts: AppFacts

  // Everything below is used with the lock held. The lock is recursive, because a destination may record an event.
  private let lock = NSRecursiveLock()
  private var output: LineOutput
  private var pairs = CallbackPairs()
  private var observers: [any NSObjectProtocol] = []
  private var state = State.stopped
  private var isWriting = false
  private var reported: Set<Problem> = []
  /// The largest number of different problems that are reported.
  private static let mostReported = 20

  private enum State {
    case stopped
    /// The first lines are being written. Events of other threads are not recorded yet.
    case starting
    case started
  }

  /// The role of a line.
  enum LineKind {
    /// A line that each new file repeats: `trace.begin` and `app.config`.
    case head
    /// The start of the process.
    case start
    case event
  }

  /// Creates a recorder. It does nothing before `start` is called.
  ///
  /// - Parameters:
  ///   - destinations: Where lines are written.
  ///   - records: The events and families of events that the app records itself, without exception: `timer`, `data.save`. If such
  ///     an event is missing from the trace, it did not happen.
  ///   - center: The center whose notifications are observed.
  ///   - info: The content of Info.plist, for `app.config`.
  ///   - facts: Other facts for `app.config`, such as `["settingsBundle": "yes"]`.
  ///   - sceneID: Returns the id of the scene that posted a notification.
  ///   - clock: Returns the time in microseconds since 1970, for tests; nil for the clock of the system.
  ///   - isEnabled: Whether anything is recorded. By default, only in debug builds.
  ///   - onProblem: Gets each problem once, for example a file that cannot be written. It may be called on any thread.
  public convenience init(
    to destinations: Destination..., records: [String] = [], center: NotificationCenter = .default,
    info: [String: Any] = Bundle.main.infoDictionary ?? [:], facts: KeyValuePairs<String, String> = [:],
    sceneID: @escaping @Sendable (Any?) -> String? = Recorder.sceneID,
    clock: (@Sendable () -> Int64)? = nil, isEnabled: Bool = Recorder.isEnabledByDefault,
    onProblem: (@Sendable (Problem) -> Void)? = nil
  ) {
    self.init(
      destinations, records: records, center: center, facts: AppFacts(info: info, others: Array(facts)),
      sceneID: sceneID, isEnabled: isEnabled, clock: clock, onProblem: onProblem)
  }

  init(
    _ destinations: [Destination], records: [String], center: NotificationCenter, facts: AppFacts,
    sceneID: @escaping @Sendable (Any?) -> String?, isEnabled: Bool, clock: (@Sendable () -> Int64)?,
    onProblem: (@Sendable (Problem) -> Void)?
  ) {
    (self.center, self.facts, self.sceneID) = (center, facts, sceneID)
    (self.isEnabled, self.onProblem) = (isEnabled, onProblem)
    declared = ObservedNotification.recordedEvents + records
    output = LineOutput(isEnabled ? destinations : [], clock: clock)
  }

  deinit { stop() }

  // MARK: - Start and stop

  /// Starts the trace, and observes the app's notifications. Call it once at launch, before the app becomes active.
  ///
  /// - Parameter isLaunch: Whether the process has just started. The trace then has the event `process.start`. Pass `false` if
  ///   the recorder is started later.
  public func start(isLaunch: Bool = true) {
    guard isEnabled else { return }
    lock.lock()
    let isFirst = state == .stopped
    if isFirst { state = .starting }
    lock.unlock()
    guard isFirst else { return }
    writeHead(isLaunch: isLaunch)
    lock.lock()
    state = .started
    lock.unlock()
    let tokens = ObservedNotification.all.map { row in
      center.addObserver(forName: Notification.Name(row.name), object: nil, queue: nil) {
        [weak self] notification in self?.record(notification, as: row)
      }
    }
    lock.lock()
    observers += tokens
    lock.unlock()
  }

  /// Ends the trace: removes the observers and closes the files. The recorder can be started again.
  public func stop() {
    lock.lock()
    let tokens = observers
    observers = []
    state = .stopped
    output.close()
    lock.unlock()
    for token in tokens { center.removeObserver(token) }
  }

  /// Waits until the files are on disk. The recorder calls it when the app enters the background and before it terminates. A line
  /// is safe from a crash of the app without it.
  public func flush() {
    lock.lock()
    defer { lock.unlock() }
    output.synchronize()
  }

  /// Writes what the trace records, and the facts about the app.
  private func writeHead(isLaunch: Bool) {
    // The system's log cuts lines after about 1,000 bytes, so the declaration is divided.
    var names = declared[...]
    while !names.isEmpty {
      var length = 0
      let part = names.prefix { name in
        length += name.utf8.count + 1
        return length <= 800
      }
      let list = names.prefix(max(1, part.count)).joined(separator: ",")
      names = names.dropFirst(max(1, part.count))
      write("trace.begin", .head) { $0.appendField("records", list) }
    }
    if !facts.fields.isEmpty {
      write("app.config", .head) { [facts] line in
        for (name, value) in facts.fields { line.appendField(name, value) }
      }
    }
    if isLaunch { write("process.start", .start) { _ in } }
  }

  // MARK: - Events

  private func record(_ notification: Notification, as row: ObservedNotification) {
    guard row.matches(notification) else { return }
    var scene: String?
    if case .sceneStep = row.fields { scene = sceneID(notification.object) }
    if !row.isStep || isFirst(row.event, scene: scene, from: .notification) {
      write(row.event) { row.appendFields(of: notification, scene: scene, to: &$0) }
    }
    if row.precedesSuspension { flush() }
  }

  private func isFirst(_ event: String, scene: String?, from source: CallbackPairs.Source) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return pairs.isFirst(event, scene: scene, from: source, at: output.now)
  }

  /// Records the call of a callback, if its notification was not recorded yet.
  func recordCall(of event: String, id: String?) {
    guard isEnabled, isFirst(event, scene: id, from: .callback) else { return }
    self.event(event, id: id)
  }

  /// Records the return of a callback.
  func recordReturn(of event: String, id: String?) {
    guard isEnabled else { return }
    self.event(event + ".end", id: id)
    lock.lock()
    defer { lock.unlock() }
    pairs.extend(event, scene: id, at: output.now)
  }

  /// Writes one line to all destinations.
  func write(_ event: String, _ kind: LineKind = .event, _ appendFields: (inout LineBuffer) -> Void) {
    guard isEnabled else { return }
    guard EventName.isValid(event) else { return report(.eventName(event)) }
    lock.lock()
    // A destination that records an event must not do so without end.
    guard state == (kind == .event ? .started : .starting), !isWriting else { return lock.unlock() }
    isWriting = true
    let problem = output.write(event, isHead: kind == .head, appendFields)
    isWriting = false
    lock.unlock()
    if let problem { report(problem) }
  }

  /// Reports a problem once. The lock is not held, because the closure may wait for another thread that records an event.
  private func report(_ problem: Problem) {
    guard let onProblem else { return }
    lock.lock()
    let isNew = reported.count < Self.mostReported && reported.insert(problem).inserted
    lock.unlock()
    if isNew { onProblem(problem) }
  }
}
