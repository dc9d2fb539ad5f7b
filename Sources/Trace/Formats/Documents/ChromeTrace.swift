/// Chrome's trace events, and Perfetto's in their form: an array of objects, which may lack its end, or one in an
/// object's `traceEvents`.
///
///     {"name":"applicationDidEnterBackground","ph":"B","ts":1000000,"pid":4242,"tid":259},
///
/// `ts` and `dur` are microseconds from any start. What lasts has a begin and an end (`B` and `E`, nested in each
/// thread; `b` and `e`, by id), or is one event with a length (`X`). The order is that of the times, not of the file,
/// so the events wait for the end of the trace.
struct ChromeTrace {
  /// An event that may be one of the vocabulary.
  struct Entry {
    var time: Timestamp?
    var timeText: [UInt8]
    var name: [UInt8]
    var places: [Int32]
    var pid: [UInt8]
    var thread: [UInt8]
    var line: Int
    var original: [UInt8]
    var isEnd: Bool
    var members: [(field: Int, value: [UInt8])]
  }

  private(set) var entries: [Entry] = []
  /// What has begun in each thread and not ended; nil for what is of no interest.
  private var open: [[UInt8]: [Entry?]] = [:]
  private var openCount = 0
  /// What was named for a process.
  private var processes: [[UInt8]: [UInt8]] = [:]
  private var threads: [[UInt8]: [UInt8]] = [:]
  /// Events of no interest.
  private var silent = 0
  private var hasAny = false

  /// More events, begun phases and names than these are not remembered.
  static let most = 1 << 18
  /// The line of the first event that was not.
  private(set) var firstLost: Int?

  var isEmpty: Bool { !hasAny }

  mutating func pass() {
    hasAny = true
    silent += 1
  }

  mutating func add(_ entry: Entry) {
    hasAny = true
    guard entries.count < Self.most else {
      firstLost = firstLost ?? entry.line
      return
    }
    entries.append(entry)
  }

  mutating func begin(_ key: [UInt8], _ entry: Entry?) {
    hasAny = true
    guard openCount < Self.most else { return }
    openCount += 1
    open[key, default: []].append(entry)
  }

  /// What ends, if it began and is of interest.
  mutating func end(_ key: [UInt8]) -> Entry? {
    // In its place: a copy of all that is open would make a deep trace slow.
    guard let entry = open[key]?.popLast() else { return nil }
    openCount -= 1
    if open[key]?.isEmpty == true { open[key] = nil }
    return entry
  }

  mutating func name(process: [UInt8], _ name: [UInt8]) {
    hasAny = true
    if processes.count < Self.most { processes[process] = name }
  }

  mutating func name(thread: [UInt8], _ name: [UInt8]) {
    hasAny = true
    if threads.count < Self.most { threads[thread] = name }
  }

  /// The records in the order of time, and how many there were besides.
  mutating func finish(_ recognizer: Recognizer) -> (
    [AssembledRecord], silent: Int
  ) {
    let trace = self
    self = ChromeTrace()
    let order = trace.entries.enumerated().sorted {
      let (a, b) = ($0.element.time?.nanoseconds ?? 0, $1.element.time?.nanoseconds ?? 0)
      return (a, $0.offset) < (b, $1.offset)
    }
    return (order.map { trace.record($0.element) }, trace.silent)
  }

  private func record(_ entry: Entry) -> AssembledRecord {
    var parts = RecordParts(.chromeTrace)
    parts.time = entry.timeText
    parts.moment = entry.time
    parts.process = processes[entry.pid]
    parts.pid = Int(String(decoding: entry.pid, as: UTF8.self))
    parts.thread = entry.thread
    var record = AssembledRecord(
      message: entry.name, entry.places, line: entry.line, original: entry.original)
    record.take(parts)
    if let name = threads[Self.key(entry.pid, entry.thread)], name.elementsEqual("main".utf8) {
      record.header.isMainThread = true
    }
    record.header.isEnd = entry.isEnd
    for member in entry.members { record.members.append((member.field, record.append(member.value.span))) }
    return record
  }

  static func key(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined(separator: [0])) }
}

extension DocumentReader {
  /// Takes in one event of a trace.
  mutating func takeTraceEvent(_ record: JSONRecord, _ index: Int, _ text: Span<UInt8>) {
    func bytes(_ key: String, of object: Int = index) -> [UInt8]? {
      scanner.member(key, of: object, in: text).map {
        RecordParts.bytes(scanner.nodes[$0].value, text, scanner.nodes[$0].isEscaped)
      }
    }
    let pid = bytes("pid") ?? []
    let thread = bytes("tid") ?? []
    let arguments = scanner.member("args", of: index, in: text)
    let name = scanner.member("name", of: index, in: text).map { scanner.nodes[$0] }
    guard let phase = bytes("ph")?.first else { return }
    let isOfInterest = name.map { recognizer.mayFind(in: text, $0.value, .apple) } == true
    let inThread = ChromeTrace.key(pid, thread)
    func entry(at time: JSONScanner.Node?, plus length: Timestamp? = nil, isEnd: Bool) -> ChromeTrace.Entry {
      self.entry(name, at: time, plus: length, isEnd: isEnd, (pid, thread), arguments, text)
    }
    let time = scanner.member("ts", of: index, in: text).map { scanner.nodes[$0] }
    switch phase {
    case UInt8(ascii: "M"):
      guard let arguments, let value = bytes("name", of: arguments) else { return trace.pass() }
      if bytes("name") == Array("process_name".utf8) { return trace.name(process: pid, value) }
      if bytes("name") == Array("thread_name".utf8) { return trace.name(thread: inThread, value) }
      trace.pass()
    case UInt8(ascii: "B"):
      let begun = isOfInterest ? entry(at: time, isEnd: false) : nil
      trace.begin(inThread, begun)
      begun.map { trace.add($0) } ?? trace.pass()
    case UInt8(ascii: "E"):
      guard var ended = trace.end(inThread) else { return trace.pass() }
      end(&ended, at: time, text)
      trace.add(ended)
    case UInt8(ascii: "X") where isOfInterest:
      trace.add(entry(at: time, isEnd: false))
      guard let time, let length = scanner.member("dur", of: index, in: text) else { return }
      let after = Self.microseconds(scanner.nodes[length].value, text)
      trace.add(entry(at: time, plus: after, isEnd: true))
    case UInt8(ascii: "b"), UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "R"):
      guard isOfInterest else { return trace.pass() }
      trace.add(entry(at: time, isEnd: false))
    case UInt8(ascii: "e"), UInt8(ascii: "F"):
      guard isOfInterest else { return trace.pass() }
      trace.add(entry(at: time, isEnd: true))
    default: trace.pass()
    }
  }

  private mutating func entry(
    _ name: JSONScanner.Node?, at time: JSONScanner.Node?, plus length: Timestamp?, isEnd: Bool,
    _ whose: (pid: [UInt8], thread: [UInt8]), _ arguments: Int?, _ text: Span<UInt8>
  ) -> ChromeTrace.Entry {
    var bytes: [UInt8] = []
    var places: [Int32] = []
    if let name {
      (name.isEscaped ? Coding.json : .plain).decode(text, name.value) { byte, index in
        bytes.append(byte)
        places.append(place.place(of: index))
      }
    }
    let line = place.line(at: name?.value.lowerBound ?? 0)
    var members: [(field: Int, value: [UInt8])] = []
    if let arguments {
      for (_, node) in scanner.children(of: arguments) where node.isScalar {
        guard let field = recognizer.fieldNumber(node.key, in: text) else { continue }
        members.append((field, RecordParts.bytes(node.value, text, node.isEscaped)))
      }
    }
    var moment = time.flatMap { Self.microseconds($0.value, text) }
    var timeText = time.map { RecordParts.bytes($0.value, text, false) } ?? []
    if let length, let end = moment?.advanced(by: length.nanoseconds) {
      moment = end
      timeText = Self.microseconds(of: end)
    }
    return ChromeTrace.Entry(
      time: moment, timeText: timeText, name: bytes, places: places, pid: whose.pid, thread: whose.thread,
      line: line,
      original: place.bytes(of: line, in: text), isEnd: isEnd, members: members)
  }

  /// Makes of what began what ended at another place.
  private mutating func end(
    _ entry: inout ChromeTrace.Entry, at time: JSONScanner.Node?, _ text: Span<UInt8>
  ) {
    entry.isEnd = true
    guard let time else { return }
    entry.time = Self.microseconds(time.value, text)
    entry.timeText = RecordParts.bytes(time.value, text, false)
    entry.line = place.line(at: time.value.lowerBound)
    entry.original = place.bytes(of: entry.line, in: text)
    let column = place.place(of: time.value.lowerBound)
    entry.places = entry.places.map { _ in column }
  }

  private static func microseconds(_ range: Range<Int>, _ text: Span<UInt8>) -> Timestamp? {
    let number = NumberReading(text, at: range.lowerBound, before: range.upperBound, .relative(1_000))
    return number.flatMap { $0.text == range ? $0.timestamp(text) : nil }
  }

  /// A moment as the trace writes it.
  private static func microseconds(of time: Timestamp) -> [UInt8] {
    let (whole, fraction) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    guard fraction != 0 else { return Array("\(whole)".utf8) }
    let digits = "\(1_000 + fraction)".utf8.dropFirst()
    return Array("\(whole).".utf8) + digits.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
  }

  /// Hands out the trace that was read.
  mutating func finishTrace() {
    guard !trace.isEmpty else { return }
    if let line = trace.firstLost { items.append(.fault(line: line, column: 1, .tooManyEvents)) }
    let (records, silent) = trace.finish(recognizer)
    for record in records { items.append(.record(record)) }
    if silent > 0 { items.append(.silent(.chromeTrace, count: silent)) }
  }
}
