// LifecheckRecorder in one file, to paste into an app. Scripts/single-file of lifecheck writes it: do not edit it.
// docs/recording.md explains it. MIT licence.

public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif
#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif
#if canImport(os)
  import os
#endif

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

/// The facts about an app that `app.config` records.
struct AppFacts: Sendable {
  private(set) var fields: [(name: String, value: String)] = []

  /// Reads the facts from the content of Info.plist. `others` are facts that the app states itself; they take precedence.
  init(info: [String: Any], others: [(key: String, value: String)]) {
    addSystemFacts()
    // Without Info.plist, a missing key proves nothing.
    if !info.isEmpty { addFacts(of: info) }
    for (name, value) in others { set(name, value) }
  }

  private mutating func addFacts(of info: [String: Any]) {
    if let version = info["DTPlatformVersion"] as? String, !version.isEmpty { set("linkedSdk", version) }
    let modes = info["UIBackgroundModes"] as? [String] ?? []
    set("backgroundModes", modes.isEmpty ? "none" : modes.joined(separator: ","))
    set("mainStoryboard", info["UIMainStoryboardFile"] as? String ?? "none")
    set("mainNib", info["NSMainNibFile"] as? String ?? "none")
    set("scenes", info["UIApplicationSceneManifest"] == nil ? "no" : "yes")
    if info["UIApplicationExitsOnSuspend"] as? Bool == true { set("exitsOnSuspend", "yes") }
  }

  private mutating func addSystemFacts() {
    #if os(iOS)
      let version = ProcessInfo.processInfo.operatingSystemVersion
      set("ios", "\(version.majorVersion).\(version.minorVersion)")
    #endif
    #if canImport(Darwin)
      if let isDebugged = Self.isDebugged { set("debugger", isDebugged ? "yes" : "no") }
    #endif
  }

  private mutating func set(_ name: String, _ value: String) {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields[index].value = value
    } else {
      fields.append((name, value))
    }
  }

  #if canImport(Darwin)
    /// Whether a debugger is attached. The system then does not enforce time limits.
    private static var isDebugged: Bool? {
      var info = unsafe kinfo_proc()
      var size = unsafe MemoryLayout<kinfo_proc>.stride
      var request = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard unsafe sysctl(&request, UInt32(request.count), &info, &size, nil, 0) == 0 else { return nil }
      return unsafe info.kp_proc.p_flag & P_TRACED != 0
    }
  #endif
}

/// Pairs callbacks with their notifications. UIKit calls the delegate and posts a notification for the same step, in either
/// order. Only the first of them is recorded, because the second one would look like a callback in the wrong state.
struct CallbackPairs {
  /// The steps whose second report is still expected, with the time of the first.
  private var expected: [Step: Int64] = [:]
  /// The longest time between the two, in microseconds. Later, the second one did not occur, and the report is of a new step.
  private static let longestDelay: Int64 = 2_000_000

  private struct Step: Hashable {
    var event: String
    var scene: String?
    var source: Source
  }

  enum Source: Hashable {
    case callback
    case notification
  }

  /// Returns whether a report is the first one of its step.
  mutating func isFirst(_ event: String, scene: String?, from source: Source, at time: Int64) -> Bool {
    let other = Step(event: event, scene: scene, source: source == .callback ? .notification : .callback)
    if let before = expected.removeValue(forKey: other), time - before <= Self.longestDelay { return false }
    expected[Step(event: event, scene: scene, source: source)] = time
    return true
  }

  /// Counts the delay from now on, if the notification of a callback is still expected: the callback has returned.
  mutating func extend(_ event: String, scene: String?, at time: Int64) {
    let step = Step(event: event, scene: scene, source: .callback)
    if expected[step] != nil { expected[step] = time }
  }
}

/// The thread that records an event.
enum CurrentThread {
  /// The number of the thread in a line. The main thread is 1, as the canonical form demands.
  static var number: UInt64 {
    #if canImport(Darwin)
      if pthread_main_np() != 0 { return 1 }
      var number: UInt64 = 0
      unsafe pthread_threadid_np(nil, &number)
      return max(2, number)
    #else
      if Thread.isMainThread { return 1 }
      // Threads have separate stacks, so these numbers differ.
      #if canImport(Musl)
        return max(2, UInt64(UInt(bitPattern: pthread_self())) >> 12)
      #else
        return max(2, UInt64(pthread_self()) >> 12)
      #endif
    #endif
  }
}

/// Where a recorder writes its lines.
public enum Destination: Sendable {
  /// A file, to which lines are appended. When it is larger than `maximumSize` bytes, it is renamed to `NAME.1`, which replaces
  /// the previous `NAME.1`, and a new file is started.
  case file(URL = Destination.defaultFile, maximumSize: Int = 4 << 20)

  #if canImport(os)
    /// The system's log, with the subsystem `lifecheck`. `log stream`, Xcode and Console show the lines.
    case systemLog
  #endif

  /// A closure that gets each line without its line end, one line at a time, in the order of the lines. Events that the closure
  /// itself records are dropped.
  case lines(@Sendable (String) -> Void)

  /// The file `trace.log` in the app's folder for caches.
  public static var defaultFile: URL {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("trace.log")
  }
}

/// The bytes of one line in lifecheck's canonical form. A recorder uses the same buffer for all lines, so that a line does not
/// allocate memory.
///
///     2026-11-20T10:00:00.123456Z Postbox[4242:1] timer.start id="a b"
struct LineBuffer {
  private(set) var bytes: [UInt8] = []
  /// The index of the event's name: the header is before it.
  private(set) var messageStart = 0
  /// The first name of a field that cannot be written.
  private(set) var invalidField: String?

  /// The longest value in bytes. Longer values are cut, and end in `…`.
  static let longestValue = 4_096

  init() { bytes.reserveCapacity(1_024) }

  /// Whether the line has no event yet.
  var isEmpty: Bool { bytes.count == messageStart }

  /// The event with its fields, without the header and the line end.
  var message: String { String(decoding: bytes[messageStart...].dropLast(), as: UTF8.self) }

  /// The line without its line end.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  /// Starts a new line with its header: the time, and the process with its thread.
  mutating func startLine(_ time: inout TimeText, process: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    invalidField = nil
    time.appendNow(to: &bytes)
    bytes.append(contentsOf: process)
    appendNumber(CurrentThread.number)
    append("] ")
    messageStart = bytes.count
  }

  /// Appends text as it is.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Ends the line.
  mutating func end() { bytes.append(UInt8(ascii: "\n")) }

  /// Appends a field. Quotes its value if it is not a plain word.
  mutating func appendField(_ name: String, _ value: String) {
    guard FieldName.isValid(name) else {
      if invalidField == nil { invalidField = name }
      return
    }
    bytes.append(UInt8(ascii: " "))
    append(name)
    bytes.append(UInt8(ascii: "="))
    var isPlain = !value.isEmpty && value.utf8.count <= Self.longestValue
    if isPlain {
      for byte in value.utf8 where !Self.isPlain(byte) {
        isPlain = false
        break
      }
    }
    if isPlain { append(value) } else { appendQuoted(value) }
  }

  /// Whether a byte may be in a value without quotes.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > UInt8(ascii: " ") && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "^")
  }

  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var rest = Self.longestValue
    var previous: UInt8 = 0
    for byte in value.utf8 {
      // A character of several bytes is not divided.
      if rest <= 0, byte & 0xC0 != 0x80 {
        append("…")
        break
      }
      appendQuoted(byte, after: previous)
      previous = byte
      rest -= 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendQuoted(_ byte: UInt8, after previous: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    // Readers of logs remove NUL, backspace and escape sequences of terminals, so these bytes are shown by their symbols.
    case 0: append("␀")
    case 8: append("␈")
    case 0x1B: append("␛")
    // `^[[` is how some tools show an escape sequence.
    case UInt8(ascii: "[") where previous == UInt8(ascii: "^"): append("\\[")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func appendNumber(_ number: UInt64) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// Builds lines and writes them to the destinations of a recorder. It is not safe for several threads.
struct LineOutput {
  private var line = LineBuffer()
  private var time: TimeText
  /// The start of the text before the number of the thread: `Postbox[4242:`.
  private let process: [UInt8]
  private var files: [TraceFile] = []
  private var closures: [@Sendable (String) -> Void] = []
  /// The first lines of the trace, without their headers. A new file starts with them.
  private var head: [[UInt8]] = []
  #if canImport(os)
    private var usesSystemLog = false
    private static let systemLog = OSLog(subsystem: "lifecheck", category: "trace")
  #endif

  init(_ destinations: [Destination], clock: (@Sendable () -> Int64)?) {
    time = TimeText(clock: clock)
    process = Array("\(Self.processName)[\(ProcessInfo.processInfo.processIdentifier):".utf8)
    for destination in destinations {
      switch destination {
      case .file(let url, let maximumSize): files.append(TraceFile(url, maximumSize: maximumSize))
      case .lines(let closure): closures.append(closure)
      #if canImport(os)
        case .systemLog: usesSystemLog = true
      #endif
      }
    }
  }

  /// The current time in microseconds since 1970.
  var now: Int64 { time.now }

  /// The name of the process, with `-` for all characters that could end a name in a log.
  private static var processName: String {
    let name = ProcessInfo.processInfo.processName.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.isAlphabetic || "0123456789_.".unicodeScalars.contains(scalar)
        ? Character(scalar) : "-"
    }
    return name.isEmpty ? "app" : String(name)
  }

  /// Writes a line. Returns a problem, if there is one. The lines of the head are also written to each new file.
  mutating func write(_ event: String, isHead: Bool, _ appendFields: (inout LineBuffer) -> Void) -> Problem? {
    line.startLine(&time, process: process)
    line.append(event)
    appendFields(&line)
    line.end()
    if isHead { head.append(Array(line.bytes[line.messageStart...])) }
    var problem = line.invalidField.map { Problem.fieldName($0) }
    for index in files.indices {
      let failure = write(to: index)
      if failure != 0 {
        problem = .file(path: files[index].path, reason: unsafe String(cString: strerror(failure)))
      }
    }
    #if canImport(os)
      if usesSystemLog {
        os_log("%{public}@", log: Self.systemLog, type: .default, NSString(string: line.message))
      }
    #endif
    if !closures.isEmpty {
      let text = line.text
      for closure in closures { closure(text) }
    }
    return problem
  }

  /// Appends the line to a file. Returns the error's number; 0 if there is none.
  private mutating func write(to index: Int) -> Int32 {
    if files[index].isFull(adding: line.bytes.count) {
      let failure = files[index].rotate()
      let second = files[index].append(lines(of: head), at: time.newest)
      if failure != 0 || second != 0 { return failure != 0 ? failure : second }
    }
    guard files[index].hasLoss else { return files[index].append(line.bytes, at: time.newest) }
    let loss = Array("trace.loss\n".utf8)
    let failure = files[index].append(lines(of: head + [loss]) + line.bytes, at: time.newest)
    if failure == 0 { files[index].clearLossIfOpen() }
    return failure
  }

  /// Puts the header of the current line in front of each message.
  private func lines(of messages: [[UInt8]]) -> [UInt8] {
    messages.flatMap { line.bytes[..<line.messageStart] + $0 }
  }

  func synchronize() { for file in files { file.synchronize() } }

  mutating func close() {
    head = []
    for index in files.indices { files[index].close() }
  }
}

/// The names of events: two or more parts with dots between them, as in `timer.start`. The first letter is in lower case.
enum EventName {
  static func isValid(_ name: String) -> Bool {
    var previous = UInt8(ascii: ".")
    var parts = 0
    for byte in name.utf8 {
      if byte == UInt8(ascii: ".") {
        guard previous != byte else { return false }
        parts += 1
      } else {
        guard byte.isLetterOrDigit || byte == UInt8(ascii: "-") else { return false }
        if parts == 0 {
          guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return false }
          parts = 1
        }
      }
      previous = byte
    }
    return parts > 1 && previous != UInt8(ascii: ".")
  }
}

/// The names of fields, such as `id`.
enum FieldName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    for byte in name.utf8 {
      let isOther =
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      guard byte.isLetterOrDigit || isOther else { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

extension ObservedNotification {
  /// Whether a notification is the event of this row.
  func matches(_ notification: Notification) -> Bool {
    guard let condition else { return true }
    return Self.number(condition.key, in: notification) == condition.value
  }

  /// Appends the event's fields to a line. `scene` is the id of the scene, if the notification has one.
  func appendFields(of notification: Notification, scene: String?, to line: inout LineBuffer) {
    switch fields {
    case .none: break
    case .appStep: line.append(" via=notification")
    case .launch:
      if let state = Self.state(of: notification.object) { line.appendField("state", state) }
      line.append(" via=notification")
    case .sceneStep:
      if let scene { line.appendField("id", scene) }
      line.append(" via=notification")
    case .name: line.appendField("name", name)
    case .shouldResume(let key):
      guard let options = Self.number(key, in: notification) else { break }
      line.appendField("shouldResume", options & 1 == 1 ? "yes" : "no")
    case .reason(let key):
      if let reason = Self.number(key, in: notification) { line.appendField("reason", String(reason)) }
    }
  }

  private static func number(_ key: String, in notification: Notification) -> Int? {
    let value = notification.userInfo?[key]
    return (value as? NSNumber)?.intValue ?? value as? Int ?? (value as? UInt).flatMap { Int(exactly: $0) }
  }

  /// The state of the app that is launched, as UIKit reports it.
  private static func state(of object: Any?) -> String? {
    #if canImport(UIKit) && !os(watchOS)
      guard let app = object as? UIApplication, Thread.isMainThread else { return nil }
      return MainActor.assumeIsolated {
        switch app.applicationState {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        @unknown default: nil
        }
      }
    #else
      return nil
    #endif
  }
}

extension Recorder {
  /// The persistent identifier of a scene of UIKit; nil for another object.
  @Sendable public static func sceneID(of object: Any?) -> String? {
    #if canImport(UIKit) && !os(watchOS)
      guard let scene = object as? UIScene, Thread.isMainThread else { return nil }
      return MainActor.assumeIsolated { scene.session.persistentIdentifier }
    #else
      return nil
    #endif
  }
}

/// A notification that a recorder observes, and the event that it records. Notifications are observed by name, so the table
/// compiles on every platform.
struct ObservedNotification: Sendable {
  /// The value of the notification's constant.
  var name: String
  var event: String
  var fields: Fields
  /// A value that must be in the notification's `userInfo`.
  var condition: Condition?

  /// The fields of the event.
  enum Fields: Sendable {
    case none
    /// A step of the app's life cycle: `via=notification`, because observers may be called later than the callback.
    case appStep
    /// A launch: `via=notification`, and the state of the app.
    case launch
    /// A step of a scene's life cycle: `via=notification`, and the scene's id.
    case sceneStep
    /// The name of the notification, for those without an event of their own.
    case name
    /// Whether the system recommends to play again: bit 0 of the number in `userInfo`.
    case shouldResume(key: String)
    /// The reason: the number in `userInfo`.
    case reason(key: String)
  }

  struct Condition: Sendable {
    var key: String
    var value: Int
  }

  init(_ name: String, _ event: String, _ fields: Fields = .none, where condition: Condition? = nil) {
    (self.name, self.event, self.fields, self.condition) = (name, event, fields, condition)
  }

  /// Whether this is a step of a life cycle, which an app can also record in its callback.
  var isStep: Bool {
    switch fields {
    case .appStep, .launch, .sceneStep: true
    default: false
    }
  }

  /// Whether the app may be suspended or ended after the notification, so that the trace must be on disk.
  var precedesSuspension: Bool {
    event == "app.didEnterBackground" || event == "scene.didEnterBackground" || event == "app.willTerminate"
  }

  /// All notifications.
  static let all: [ObservedNotification] = [
    // The app.
    .init("UIApplicationDidFinishLaunchingNotification", "app.didFinishLaunching", .launch),
    .init("UIApplicationDidBecomeActiveNotification", "app.didBecomeActive", .appStep),
    .init("UIApplicationWillResignActiveNotification", "app.willResignActive", .appStep),
    .init("UIApplicationDidEnterBackgroundNotification", "app.didEnterBackground", .appStep),
    .init("UIApplicationWillEnterForegroundNotification", "app.willEnterForeground", .appStep),
    .init("UIApplicationWillTerminateNotification", "app.willTerminate", .appStep),
    .init("UIApplicationDidReceiveMemoryWarningNotification", "app.didReceiveMemoryWarning", .appStep),
    .init("UIApplicationSignificantTimeChangeNotification", "app.significantTimeChange", .appStep),
    // These constants have no suffix.
    .init(
      "UIApplicationProtectedDataWillBecomeUnavailable", "app.protectedDataWillBecomeUnavailable", .appStep),
    .init("UIApplicationProtectedDataDidBecomeAvailable", "app.protectedDataDidBecomeAvailable", .appStep),

    // Scenes. The notifications say "activate" for becoming active.
    .init("UISceneWillConnectNotification", "scene.willConnect", .sceneStep),
    .init("UISceneWillEnterForegroundNotification", "scene.willEnterForeground", .sceneStep),
    .init("UISceneDidActivateNotification", "scene.didBecomeActive", .sceneStep),
    .init("UISceneWillDeactivateNotification", "scene.willResignActive", .sceneStep),
    .init("UISceneDidEnterBackgroundNotification", "scene.didEnterBackground", .sceneStep),
    .init("UISceneDidDisconnectNotification", "scene.didDisconnect", .sceneStep),

    // Audio and camera.
    .init(
      "AVAudioSessionInterruptionNotification", "audio.interruptionBegan",
      where: Condition(key: "AVAudioSessionInterruptionTypeKey", value: 1)),
    .init(
      "AVAudioSessionInterruptionNotification", "audio.interruptionEnded",
      .shouldResume(key: "AVAudioSessionInterruptionOptionKey"),
      where: Condition(key: "AVAudioSessionInterruptionTypeKey", value: 0)),
    .init(
      "AVCaptureSessionWasInterruptedNotification", "camera.interrupted",
      .reason(key: "AVCaptureSessionInterruptionReasonKey")),
    .init("AVCaptureSessionInterruptionEndedNotification", "camera.interruptionEnded"),

    // Settings, accessories.
    .init("kCFLocaleCurrentLocaleDidChangeNotification", "locale.changed"),
    .init("NSUserDefaultsDidChangeNotification", "setting.changed"),
    .init("EAAccessoryDidConnectNotification", "accessory.connected"),
    .init("EAAccessoryDidDisconnectNotification", "accessory.disconnected"),

    // Notifications without an event of their own.
    .init("AVAudioSessionRouteChangeNotification", "note.deliver", .name),
    .init("NSProcessInfoPowerStateDidChangeNotification", "note.deliver", .name),
    .init("NSProcessInfoThermalStateDidChangeNotification", "note.deliver", .name),
    .init("UIScreenDidConnectNotification", "note.deliver", .name),
    .init("UIScreenDidDisconnectNotification", "note.deliver", .name),
  ]

  /// The events that are recorded by observing alone, in the order of the table. `note.deliver` is not one of them, because only
  /// a few notifications are recorded.
  static var recordedEvents: [String] {
    var events: [String] = []
    for row in all where row.event != "note.deliver" && !events.contains(row.event) {
      events.append(row.event)
    }
    return events
  }
}

/// A mistake or a failure that a recorder reports. The recorder never throws into the app.
public enum Problem: Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be written. The recorder tries again every second. If it succeeds, it writes `trace.loss`, because lines are
  /// missing.
  case file(path: String, reason: String)
  /// A text that is not the name of an event, such as `timer.start`. The event is dropped.
  case eventName(String)
  /// A text that is not the name of a field: letters, digits, `_`, `.` and `-`, but no digit first. The field is dropped.
  case fieldName(String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .file(let path, let reason): "cannot write the trace \(path): \(reason)"
    case .eventName(let name): "`\(name)` is not an event name like `timer.start`"
    case .fieldName(let name): "`\(name)` is not a field name like `id`"
    }
  }
}

// What an app records itself. Each method writes one event of lifecheck's vocabulary.

extension Recorder {
  /// Records an event: `event("data.save", id: "draft")`.
  public func event(_ name: String, id: String? = nil) {
    write(name) { line in
      if let id { line.appendField("id", id) }
    }
  }

  /// Records an event with other fields: `event("file.open", ["path": path, "protection": "complete"])`.
  public func event(_ name: String, _ fields: KeyValuePairs<String, String>) {
    write(name) { line in
      for (key, value) in fields { line.appendField(key, value) }
    }
  }

  /// Records a callback of the app or of a scene with its return. lifecheck then knows how long it took and what happened inside
  /// it. `id` is the id of the scene.
  ///
  /// ```swift
  /// func applicationDidEnterBackground(_ application: UIApplication) {
  ///   recorder.callback("app.didEnterBackground") { store.save() }
  /// }
  /// ```
  ///
  /// The notification of the same step is not recorded a second time.
  public func callback<Result, Failure: Error>(
    _ name: String, id: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    recordCall(of: name, id: id)
    defer { recordReturn(of: name, id: id) }
    return try body()
  }

  // MARK: - Data

  /// Records that the user's data has changes that are not saved (`user.dataDirty`).
  public func dirty(_ id: String) { event("user.dataDirty", id: id) }

  /// Records that a save begins (`data.saveStart`).
  public func saving(_ id: String) { event("data.saveStart", id: id) }

  /// Records that the data is on disk (`data.save`).
  public func saved(_ id: String) { event("data.save", id: id) }

  /// Records that changes are discarded (`data.discard`).
  public func discarded(_ id: String) { event("data.discard", id: id) }

  // MARK: - Background tasks

  /// Records the begin of a background task (`backgroundTask.begin`). `id` is any text that identifies it until its end, such as
  /// the raw value of its identifier.
  public func backgroundTaskBegan(_ id: String, name: String? = nil) {
    write("backgroundTask.begin") { line in
      line.appendField("id", id)
      if let name { line.appendField("name", name) }
    }
  }

  /// Records the end of a background task (`backgroundTask.end`).
  public func backgroundTaskEnded(_ id: String) { event("backgroundTask.end", id: id) }

  /// Records the expiration handler of a background task (`backgroundTask.expire`).
  public func backgroundTaskExpired(_ id: String) { event("backgroundTask.expire", id: id) }

  // MARK: - Timers

  /// Records the start of a timer (`timer.start`). Without `repeats`, it counts as one that repeats.
  public func timerStarted(_ id: String, repeats: Bool? = nil) {
    write("timer.start") { line in
      line.appendField("id", id)
      if let repeats { line.appendField("repeats", repeats ? "yes" : "no") }
    }
  }

  /// Records that a timer fires (`timer.fire`).
  public func timerFired(_ id: String) { event("timer.fire", id: id) }

  /// Records that a timer is stopped (`timer.stop`).
  public func timerStopped(_ id: String) { event("timer.stop", id: id) }
}

/// The current time as text: `2026-11-20T10:00:00.123456Z `. The text of a second is computed once.
struct TimeText {
  /// A clock for tests, in microseconds since 1970; nil for the clock of the system.
  var clock: (@Sendable () -> Int64)?
  /// The time that was appended last, in microseconds since 1970.
  private(set) var newest: Int64 = 0
  private var second: Int64 = .min
  /// The text of `second`, up to the point before the microseconds.
  private var text: [UInt8] = []

  init(clock: (@Sendable () -> Int64)? = nil) { self.clock = clock }

  /// The current time in microseconds since 1970.
  var now: Int64 {
    if let clock { return clock() }
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Reads the clock and appends the time and a space.
  mutating func appendNow(to bytes: inout [UInt8]) {
    newest = max(0, now)
    let (current, microseconds) = newest.quotientAndRemainder(dividingBy: 1_000_000)
    if current != second {
      second = current
      formatSecond()
    }
    bytes.append(contentsOf: text)
    Self.append(Int(microseconds), digits: 6, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    bytes.append(UInt8(ascii: " "))
  }

  private mutating func formatSecond() {
    let (days, rest) = Int(second).quotientAndRemainder(dividingBy: 86_400)
    // The days of a year are counted from 1 March, so that a leap day is the last day of its year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let day = shifted % 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    text.removeAll(keepingCapacity: true)
    Self.append(year + era * 400 + (month <= 2 ? 1 : 0), digits: 4, to: &text)
    let parts = [
      ("-", month), ("-", dayOfYear - (153 * monthFromMarch + 2) / 5 + 1), ("T", rest / 3_600),
      (":", rest / 60 % 60), (":", rest % 60),
    ]
    for (separator, number) in parts {
      text.append(contentsOf: separator.utf8)
      Self.append(number, digits: 2, to: &text)
    }
    text.append(UInt8(ascii: "."))
  }

  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// The file of a trace. Each line is appended with one call of `write`, so a killed process loses at most the line that it is
/// writing.
struct TraceFile {
  let path: String
  private let maximumSize: Int
  private var descriptor: Int32 = -1
  private var size = 0
  private var canRotate = true
  /// Whether the file ends in a part of a line, because the process that wrote it was killed or the disk was full.
  private var endsInsideLine = false
  /// Whether lines are missing.
  private(set) var hasLoss = false
  /// When to open the file again after a failure, in microseconds.
  private var nextAttempt: Int64 = .min

  init(_ url: URL, maximumSize: Int) {
    path = url.path
    self.maximumSize = max(1, maximumSize)
  }

  /// Whether the file has to be rotated before this many bytes are added.
  func isFull(adding count: Int) -> Bool {
    descriptor >= 0 && canRotate && size > 0 && size + count > maximumSize
  }

  /// Renames the file to `NAME.1` and starts a new one. Returns the error's number; 0 if there is none.
  mutating func rotate() -> Int32 {
    close()
    // If it cannot be renamed, the trace continues in the same file.
    if unsafe rename(path, path + ".1") == 0 { return 0 }
    canRotate = false
    return errno
  }

  /// Appends whole lines. Returns the error's number; 0 if there is none. After a failure, the file is opened again after a
  /// second, and the lines until then are lost.
  mutating func append(_ bytes: [UInt8], at time: Int64) -> Int32 {
    if descriptor < 0 {
      guard time >= nextAttempt else {
        hasLoss = true
        return 0
      }
      let failure = open()
      if failure != 0 { return fail(failure, time) }
    }
    if endsInsideLine {
      let failure = write([UInt8(ascii: "\n")])
      if failure != 0 { return fail(failure, time) }
      endsInsideLine = false
    }
    let failure = write(bytes)
    return failure == 0 ? 0 : fail(failure, time)
  }

  /// Records that the loss of lines was written to the file, unless the file is still closed after a failure.
  mutating func clearLossIfOpen() { if descriptor >= 0 { hasLoss = false } }

  /// Waits until the file is on disk, so that it survives a loss of power.
  func synchronize() { if descriptor >= 0 { fsync(descriptor) } }

  mutating func close() {
    if descriptor >= 0 { closeDescriptor(descriptor) }
    descriptor = -1
  }

  private mutating func fail(_ failure: Int32, _ time: Int64) -> Int32 {
    close()
    hasLoss = true
    nextAttempt = time + 1_000_000
    return failure
  }

  private mutating func open() -> Int32 {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    descriptor = openForAppending(path)
    if descriptor < 0 { return errno }
    size = Int(lseek(descriptor, 0, SEEK_END))
    var last = UInt8(ascii: "\n")
    if size > 0 { unsafe pread(descriptor, &last, 1, off_t(size - 1)) }
    endsInsideLine = last != UInt8(ascii: "\n")
    return 0
  }

  private mutating func write(_ bytes: [UInt8]) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if start > 0 { endsInsideLine = true }
        return count < 0 ? errno : EIO
      }
      start += count
      size += count
    }
    return 0
  }
}

// The methods above have the names of these functions.

private func openForAppending(_ path: String) -> Int32 {
  unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
