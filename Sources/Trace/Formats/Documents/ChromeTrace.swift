/// Chrome's trace events, and Perfetto's in their form: an array of objects, which may lack its end, or one in an
/// object's `traceEvents`.
///
///     {"name":"applicationDidEnterBackground","ph":"B","ts":1000000,"pid":4242,"tid":259},
///
/// `ts` and `dur` are microseconds from any start. What lasts has a begin and an end (`B` and `E`, nested in each
/// thread; `b` and `e`, by id), or is one event with a length (`X`). The order is that of the times, not of the file,
/// so the events wait in a window, from which the earliest are handed out when it is full. Real traces are nearly in order:
/// a thread's events are, and the threads take turns.
struct ChromeTrace {
  /// An event that may be one of the vocabulary. Thousands of them wait, so that their texts share one block of memory.
  struct Entry {
    var time: Timestamp?
    var isEnd: Bool
    var excerpt: DocumentText.Excerpt
    /// Where in the excerpt the bytes of the name are; one place for all of them where they are somewhere else.
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

    /// What the window is sorted by: events without a time come first.
    fileprivate var moment: Int64 { time?.nanoseconds ?? 0 }

    fileprivate mutating func append(_ text: [UInt8]) -> Range<Int> {
      bytes += text
      return bytes.count - text.count..<bytes.count
    }

    /// Those bytes by themselves.
    fileprivate func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
  }

  /// What processes and threads are called. A class: events that were handed out refer to it.
  final class Names {
    fileprivate var processes: [[UInt8]: [UInt8]] = [:]
    fileprivate var threads: [[UInt8]: [UInt8]] = [:]
  }

  /// Why an event of a trace is not read, or not as it is.
  typealias Loss = UnreadableReason

  private let limits: ReaderLimits
  /// The events that wait, in the order of the file, and how many bytes they have.
  private var window: [Entry] = []
  private var size = 0
  /// The time up to which events were handed out; nil for none.
  private var handedOut: Int64?
  /// The processes and threads whose events were handed out, and that had no name then.
  private var nameless: Set<[UInt8]> = []
  /// Whether there were more than are kept.
  private var isNamelessFull = false
  /// What has begun in each thread and not ended; nil for what is of no interest.
  private var open: [[UInt8]: [Entry?]] = [:]
  private var openCount = 0
  private(set) var names = Names()
  /// Events of no interest.
  private var silent = 0
  private var hasAny = false

  init(_ limits: ReaderLimits) { self.limits = limits }

  var isEmpty: Bool { !hasAny }

  mutating func pass() {
    hasAny = true
    silent += 1
  }

  /// Adds an event, unless it comes too late to be handed out in the order of time.
  mutating func add(_ entry: Entry) -> Loss? {
    hasAny = true
    if let handedOut, entry.moment < handedOut { return .lateEvent }
    // Events of one line share what is shown of it.
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

  /// What ends, if it began and is of interest.
  mutating func end(_ key: [UInt8]) -> Entry? {
    // In its place: a copy of all that is open would make a deep trace slow.
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

  /// The events that are to be handed out by now, in the order of time: the first half of those that wait, if there are
  /// too many, or all.
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
    // What stays keeps the order of the file.
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

  /// Ends the trace: how many events of no interest there were.
  mutating func finish() -> Int {
    defer { self = ChromeTrace(limits) }
    return silent
  }

  static func key(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined(separator: [0])) }
}

extension ChromeTrace.Entry {
  /// The record that the event is.
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

  /// Of a longer name or number no more is kept.
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

  /// Makes of what began what ended at another place.
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

  /// A moment as the trace writes it.
  private static func microseconds(of time: Timestamp) -> [UInt8] {
    let (whole, fraction) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    guard fraction != 0 else { return Array("\(whole)".utf8) }
    let digits = "\(1_000 + fraction)".utf8.dropFirst()
    return Array("\(whole).".utf8) + digits.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
  }

  /// Hands out the rest of the trace that was read.
  mutating func finishTrace() {
    guard !trace.isEmpty else { return }
    for entry in trace.takeEntries(isLast: true) { items.append(.traceEvent(entry, trace.names)) }
    let silent = trace.finish()
    if silent > 0 { items.append(.silent(.chromeTrace, count: silent)) }
  }
}
