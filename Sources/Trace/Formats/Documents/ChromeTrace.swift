/// Collects events in Chrome's trace event format, which Perfetto can also write: an array of objects, at the top level or as an
/// object's `traceEvents`. The end of the array may be missing.
///
///     {"name":"applicationDidEnterBackground","ph":"B","ts":1000000,"pid":4242,"tid":259},
///
/// `ts` and `dur` are microseconds from an arbitrary start. A phase has a begin and an end event (`B` and `E`, nested per thread;
/// `b` and `e`, paired by id), or is one event with a duration (`X`). Events are handed out in the order of time, not of the
/// file. They wait in a window, and the earlier half is handed out when it is full. This suffices because real traces are nearly
/// sorted: the events of a thread are in order, and the threads take turns.
struct ChromeTrace {
  /// A trace event that may be an event of the vocabulary. Its texts share one array, because thousands of entries wait.
  struct Entry {
    var time: Timestamp?
    var isEnd: Bool
    var excerpt: DocumentText.Excerpt
    /// The index of each byte of the name in the excerpt; a single index if the name is not in the excerpt.
    fileprivate var places: [Int32] = []
    fileprivate var bytes: [UInt8] = []
    fileprivate var timeText = 0..<0
    fileprivate var name = 0..<0
    fileprivate var pid = 0..<0
    fileprivate var thread = 0..<0
    fileprivate var members: [(field: Int, value: Range<Int>)] = []

    init(time: Timestamp? = nil, isEnd: Bool, _ excerpt: DocumentText.Excerpt) {
      (self.time, self.isEnd, self.excerpt) = (time, isEnd, excerpt)
    }

    /// The sort key of the window. Events without a time sort first.
    fileprivate var moment: Int64 { time?.nanoseconds ?? 0 }

    fileprivate mutating func append(_ text: [UInt8]) -> Range<Int> {
      bytes += text
      return bytes.count - text.count..<bytes.count
    }

    fileprivate func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
  }

  /// The names of processes and threads. A class, because all events that are handed out share it.
  final class Names {
    fileprivate var processes: [[UInt8]: [UInt8]] = [:]
    fileprivate var threads: [[UInt8]: [UInt8]] = [:]
  }

  /// The reason why a trace event is dropped or read incompletely.
  typealias Loss = UnreadableReason

  private let limits: ReaderLimits
  /// The waiting events in the order of the file. `size` is the number of their bytes.
  private var window: [Entry] = []
  private var size = 0
  /// The time of the last event that was handed out, in nanoseconds; nil if there is none.
  private var handedOut: Int64?
  /// The processes and threads that had no name when their events were handed out.
  private var nameless: Set<[UInt8]> = []
  /// Whether `nameless` exceeded its limit and was emptied.
  private var isNamelessFull = false
  /// The stack of open phases of each thread (`B` without `E`). An entry is nil if it cannot be an event of the vocabulary.
  private var open: [[UInt8]: [Entry?]] = [:]
  private var openCount = 0
  private(set) var names = Names()
  /// The number of trace events without an event of the vocabulary. They are only counted.
  private var silent = 0
  private var hasAny = false

  init(_ limits: ReaderLimits) { self.limits = limits }

  var isEmpty: Bool { !hasAny }

  mutating func pass() {
    hasAny = true
    silent += 1
  }

  /// Adds an event. Returns a reason instead if later events were already handed out.
  mutating func add(_ entry: Entry) -> Loss? {
    hasAny = true
    if let handedOut, entry.moment < handedOut { return .lateEvent }
    // Events of one line share its excerpt, so its bytes are counted once.
    let isShared = window.last.map { $0.excerpt.isSame(as: entry.excerpt) } ?? false
    size += entry.bytes.count + (isShared ? 0 : entry.excerpt.bytes.count)
    window.append(entry)
    return nil
  }

  mutating func begin(_ key: [UInt8], _ entry: Entry?) -> Loss? {
    hasAny = true
    guard openCount < limits.phases else { return .tooManyPhases }
    openCount += 1
    open[key, default: []].append(entry)
    return nil
  }

  /// Closes the innermost phase of a thread. Returns its begin event; nil if there is none or it is not of interest.
  mutating func end(_ key: [UInt8]) -> Entry? {
    // Pops in place, because copying the stack would make a deep trace slow.
    guard let entry = open[key]?.popLast() else { return nil }
    openCount -= 1
    if open[key]?.isEmpty == true { open[key] = nil }
    return entry
  }

  mutating func name(process: [UInt8], _ name: [UInt8]) -> Loss? {
    hasAny = true
    guard names.processes.count < limits.names else { return .tooManyNames }
    names.processes[process] = name
    return isNamelessFull || nameless.contains(process) ? .lateName : nil
  }

  mutating func name(thread: [UInt8], _ name: [UInt8]) -> Loss? {
    hasAny = true
    guard names.threads.count < limits.names else { return .tooManyNames }
    names.threads[thread] = name
    return (isNamelessFull || nameless.contains(thread)) && name.elementsEqual("main".utf8) ? .lateName : nil
  }

  /// Removes and returns the events that are due, in the order of time: all of them if `isLast` is true, the earlier half if the
  /// window is full, none otherwise.
  mutating func takeEntries(isLast: Bool) -> [Entry] {
    guard isLast || window.count >= limits.traceEvents || size >= limits.traceBytes else { return [] }
    var sorted: [Entry] = []
    swap(&sorted, &window)
    let order = sorted.indices.sorted { (sorted[$0].moment, $0) < (sorted[$1].moment, $1) }
    let count = isLast ? order.count : order.count / 2
    var taken: [Entry] = []
    taken.reserveCapacity(count)
    for index in order.prefix(count) {
      let entry = sorted[index]
      taken.append(entry)
      note(entry)
    }
    size /= 2
    // The remaining events keep the order of the file.
    for index in order.dropFirst(count).sorted() { window.append(sorted[index]) }
    handedOut = taken.last?.moment
    return taken
  }

  private mutating func note(_ entry: Entry) {
    let process = entry.text(entry.pid)
    if names.processes[process] == nil { nameless.insert(process) }
    let thread = Self.key(process, entry.text(entry.thread))
    if names.threads[thread] == nil { nameless.insert(thread) }
    if nameless.count > 2 * limits.names { (nameless, isNamelessFull) = ([], true) }
  }

  /// Resets the trace. Returns the number of events that were only counted.
  mutating func finish() -> Int {
    defer { self = ChromeTrace(limits) }
    return silent
  }

  static func key(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined(separator: [0])) }
}

extension ChromeTrace.Entry {
  /// Returns the event as a record. `names` provides the name of the process, and whether the thread is the main thread.
  func record(_ names: ChromeTrace.Names) -> AssembledRecord {
    var parts = RecordParts(.chromeTrace)
    let (process, thread) = (text(pid), text(thread))
    parts.time = text(timeText)
    parts.moment = time
    parts.process = names.processes[process]
    parts.pid = Int(String(decoding: process, as: UTF8.self))
    parts.thread = thread
    let places = self.places.count == name.count ? self.places : name.map { _ in self.places.first ?? 0 }
    var record = AssembledRecord(message: text(name), places, in: excerpt)
    record.setParts(parts)
    if let name = names.threads[ChromeTrace.key(process, thread)], name.elementsEqual("main".utf8) {
      record.header.isMainThread = true
    }
    record.header.isEnd = isEnd
    for member in members { record.members.append((member.field, record.append(text(member.value).span))) }
    return record
  }
}

extension DocumentReader {
  /// Reads one event of a trace.
  mutating func readTraceEvent(_ record: JSONRecord, _ index: Int, _ text: Span<UInt8>) {
    if let loss = readTraceEvent(index, text) { fault(loss, at: scanner.nodes[index].value.lowerBound, text) }
    for entry in trace.takeEntries(isLast: false) { items.append(.traceEvent(entry, trace.names)) }
  }

  /// The maximum number of bytes that are kept of a name or number.
  private static let longestName = 256

  private mutating func readTraceEvent(_ index: Int, _ text: Span<UInt8>) -> ChromeTrace.Loss? {
    func bytes(_ key: String, of object: Int = index) -> [UInt8]? {
      scanner.member(key, of: object, in: text).map {
        let node = scanner.nodes[$0]
        return RecordParts.bytes(node.value.prefix(Self.longestName), text, node.isEscaped)
      }
    }
    let pid = bytes("pid") ?? []
    let thread = bytes("tid") ?? []
    let arguments = scanner.member("args", of: index, in: text)
    let name = scanner.member("name", of: index, in: text).map { scanner.nodes[$0] }
    guard let phase = bytes("ph")?.first else { return nil }
    let isOfInterest = name.map { recognizer.mayFind(in: text, $0.value, .apple) } == true
    let inThread = ChromeTrace.key(pid, thread)
    func entry(at time: JSONScanner.Node?, plus length: Timestamp? = nil, isEnd: Bool) -> ChromeTrace.Entry {
      self.entry(name, at: time, plus: length, isEnd: isEnd, (pid, thread), arguments, text)
    }
    let time = scanner.member("ts", of: index, in: text).map { scanner.nodes[$0] }
    switch phase {
    case UInt8(ascii: "M"):
      if let arguments, let value = bytes("name", of: arguments) {
        if bytes("name") == Array("process_name".utf8) { return trace.name(process: pid, value) }
        if bytes("name") == Array("thread_name".utf8) { return trace.name(thread: inThread, value) }
      }
      trace.pass()
    case UInt8(ascii: "B"):
      let begun = isOfInterest ? entry(at: time, isEnd: false) : nil
      let loss = trace.begin(inThread, begun)
      guard let begun else {
        trace.pass()
        return loss
      }
      return trace.add(begun) ?? loss
    case UInt8(ascii: "E"):
      guard var ended = trace.end(inThread) else {
        trace.pass()
        return nil
      }
      end(&ended, at: time, text)
      return trace.add(ended)
    case UInt8(ascii: "X") where isOfInterest:
      let loss = trace.add(entry(at: time, isEnd: false))
      guard let time, let length = scanner.member("dur", of: index, in: text) else { return loss }
      let after = Self.microseconds(scanner.nodes[length].value, text)
      return trace.add(entry(at: time, plus: after, isEnd: true)) ?? loss
    case UInt8(ascii: "b"), UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "R"),
      UInt8(ascii: "e"), UInt8(ascii: "F"):
      guard isOfInterest else {
        trace.pass()
        return nil
      }
      return trace.add(
        entry(at: time, isEnd: phase == UInt8(ascii: "e") || phase == UInt8(ascii: "F")))
    default: trace.pass()
    }
    return nil
  }

  private mutating func entry(
    _ name: JSONScanner.Node?, at time: JSONScanner.Node?, plus length: Timestamp?, isEnd: Bool,
    _ whose: (pid: [UInt8], thread: [UInt8]), _ arguments: Int?, _ text: Span<UInt8>
  ) -> ChromeTrace.Entry {
    let excerpt = place.excerpt(at: name?.value.lowerBound ?? 0, in: text)
    var entry = ChromeTrace.Entry(isEnd: isEnd, excerpt)
    if let name {
      entry.places.reserveCapacity(name.value.count)
      (name.isEscaped ? MessageEncoding.json : .plain).decode(text, name.value) { byte, index in
        entry.bytes.append(byte)
        entry.places.append(place.place(of: index, in: excerpt))
      }
    }
    entry.name = entry.bytes.indices
    entry.pid = entry.append(whose.pid)
    entry.thread = entry.append(whose.thread)
    if let arguments {
      for (_, node) in scanner.children(of: arguments) where node.isScalar {
        guard let field = recognizer.fieldNumber(node.key, in: text) else { continue }
        let value = entry.append(RecordParts.bytes(node.value, text, node.isEscaped))
        entry.members.append((field, value))
      }
    }
    entry.time = time.flatMap { Self.microseconds($0.value, text) }
    var timeText = time.map { RecordParts.bytes($0.value, text, false) } ?? []
    if let length, let end = entry.time?.advanced(by: length.nanoseconds) {
      entry.time = end
      timeText = Self.microseconds(of: end)
    }
    entry.timeText = entry.append(timeText)
    return entry
  }

  /// Turns the begin event of a phase into its end event, with the time and the location of the end.
  private mutating func end(
    _ entry: inout ChromeTrace.Entry, at time: JSONScanner.Node?, _ text: Span<UInt8>
  ) {
    entry.isEnd = true
    guard let time else { return }
    entry.time = Self.microseconds(time.value, text)
    entry.timeText = entry.append(RecordParts.bytes(time.value, text, false))
    entry.excerpt = place.excerpt(at: time.value.lowerBound, in: text)
    entry.places = [place.place(of: time.value.lowerBound, in: entry.excerpt)]
  }

  private static func microseconds(_ range: Range<Int>, _ text: Span<UInt8>) -> Timestamp? {
    let number = EpochField(text, at: range.lowerBound, before: range.upperBound, .relative(1_000))
    return number.flatMap { $0.text == range ? $0.timestamp(text) : nil }
  }

  /// Returns a time as the trace writes it: in microseconds, with up to three decimals.
  private static func microseconds(of time: Timestamp) -> [UInt8] {
    let (whole, fraction) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    guard fraction != 0 else { return Array("\(whole)".utf8) }
    let digits = "\(1_000 + fraction)".utf8.dropFirst()
    return Array("\(whole).".utf8) + digits.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
  }

  /// Hands out the remaining events, and ends the trace.
  mutating func finishTrace() {
    guard !trace.isEmpty else { return }
    for entry in trace.takeEntries(isLast: true) { items.append(.traceEvent(entry, trace.names)) }
    let silent = trace.finish()
    if silent > 0 { items.append(.silent(.chromeTrace, count: silent)) }
  }
}
