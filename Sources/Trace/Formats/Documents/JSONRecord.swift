/// The members of a JSON object that make up a log record: its time, message, process, and others.
struct JSONRecord {
  typealias Node = JSONScanner.Node

  var format = Format.jsonLine
  private(set) var time: Node?
  /// The time as a timestamp, if it is an object: `{"seconds":1700000000,"nanos":123000000}`.
  private(set) var moment: Timestamp?
  private(set) var message: Node?
  /// Whether the message is not searched for an event.
  var ignoresMessage = false
  /// Whether the record is about the system's log itself.
  private(set) var isFromLoggingSystem = false
  private(set) var event: Node?
  private(set) var ambiguousEventName: Node?
  private(set) var function: Node?
  private(set) var process: Node?
  private(set) var pid: Node?
  private(set) var thread: Node?
  /// The tag of an Android record.
  var tag: Node?
  /// The run of the app that the record belongs to, if it is known.
  var run: [UInt8] = []
  private(set) var phase: Node?
  /// The kind of a record of the system's log.
  private(set) var kind: Node?
  /// A bit set of the marks that are keys of the object itself.
  private(set) var marks: UInt32 = 0
  /// The index of the object whose members may be fields of the event.
  private(set) var object: Int?
  /// Other values that may be fields. A key is a range of the text, and may be the value of a member: `"key":"process.pid"`.
  private(set) var attributes: [(key: Range<Int>, value: Node)] = []
  /// The rank of the key of each property, by role. It grows with the depth of the object.
  private var ranks = SIMD16<UInt8>(repeating: .max)

  func has(_ mark: JSONKeys.Mark) -> Bool { marks >> mark.rawValue & 1 == 1 }

  init() {}

  /// Reads the record of an object.
  init(_ scanner: borrowing JSONScanner, _ index: Int, _ text: Span<UInt8>) {
    read(scanner, index, text, depth: 0)
  }

  /// Reads the members of an object. Members of an outer object take precedence over members of an inner one.
  mutating func read(_ scanner: borrowing JSONScanner, _ index: Int, _ text: Span<UInt8>, depth: UInt8) {
    if object == nil { object = index }
    let nodes = scanner.nodes
    let end = nodes[index].end
    var child = index + 1
    while child < end {
      let node = nodes[child]
      if let meanings = JSONKeys.meanings(of: node.key, in: text) {
        addMember(node, meanings.first, depth: depth, text)
        addMember(node, meanings.second, depth: depth, text)
      }
      if node.kind == .object, time?.value == node.value { readMoment(scanner, child, text) }
      if node.kind == .object, depth < 3 {
        if JSONKeys.isTransparent(node.key, in: text) {
          read(scanner, child, text, depth: depth + 1)
        } else if JSONKeys.isPrefix(node.key, in: text) {
          readDotted(scanner, child, text, [node.key], depth: depth)
        }
      }
      child = node.end
    }
  }

  private mutating func readMoment(_ scanner: borrowing JSONScanner, _ index: Int, _ text: Span<UInt8>) {
    func number(_ key: String) -> Int64 {
      guard let range = scanner.member(key, of: index, in: text).map({ scanner.nodes[$0].value }),
        range.count < 11, text.skippingDigits(range.lowerBound, before: range.upperBound) == range.upperBound
      else { return 0 }
      return Int64(text.number(range))
    }
    let seconds = number("seconds")
    guard seconds > 0, number("nanos") < 1_000_000_000 else { return }
    // With at most ten digits, only years from 2262 on overflow.
    let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let whole = isTooLarge ? nil : Timestamp(nanoseconds: nanoseconds, kind: .zoned)
    moment = whole?.advanced(by: number("nanos"))
  }

  /// Reads the members of an object by dotted keys, which include the keys of the objects around it.
  private mutating func readDotted(
    _ scanner: borrowing JSONScanner, _ index: Int, _ text: Span<UInt8>, _ path: [Range<Int>], depth: UInt8
  ) {
    for (child, node) in scanner.children(of: index) {
      let path = path + [node.key]
      var key: [UInt8] = []
      for (number, part) in path.enumerated() where key.count + part.count < 100 {
        if number > 0 { key.append(UInt8(ascii: ".")) }
        key.append(text.extracting(part))
      }
      let meanings = JSONKeys.meanings(of: key.indices, in: key.span)
      addMember(node, meanings?.first, depth: depth, text)
      if node.kind == .object, path.count < 3 { readDotted(scanner, child, text, path, depth: depth) }
    }
  }

  /// Reads a member whose key is given as a value, such as an attribute of OpenTelemetry.
  mutating func read(key: Range<Int>, _ value: Node, _ text: Span<UInt8>) {
    attributes.append((key, value))
    let meanings = JSONKeys.meanings(of: key, in: text)
    addMember(value, meanings?.first, depth: 1, text)
    addMember(value, meanings?.second, depth: 1, text)
  }

  /// Uses a value for a property unless a key of a lower rank provided one. If a key is repeated, the last value is used.
  @inline(__always)
  private mutating func addMember(
    _ node: Node, _ meaning: JSONKeys.Meaning?, depth: UInt8, _ text: Span<UInt8>
  ) {
    guard let meaning else { return }
    if meaning.role == .mark {
      // The payload of an entry of Cloud Logging may be telemetry.
      let mark = UInt32(1) << UInt32(meaning.rank)
      if depth == 0 || DocumentLayout.marks & mark != 0 { marks |= mark }
      return
    }
    let role = meaning.role
    let rank = meaning.rank + depth * 32
    guard rank <= ranks[role.rawValue], isFit(node, meaning, text) else { return }
    ranks[role.rawValue] = rank
    switch role {
    case .time:
      time = node
      moment = nil
    case .message: message = node
    case .event: event = node
    case .ambiguousEventName: ambiguousEventName = node
    case .function: function = node
    case .process: process = node
    case .pid: pid = node
    case .thread: thread = node
    case .phase: phase = node
    case .kind: kind = node
    case .mark: break
    }
  }

  private func isFit(_ node: Node, _ meaning: JSONKeys.Meaning, _ text: Span<UInt8>) -> Bool {
    guard !node.value.isEmpty else { return false }
    switch meaning.role {
    case .time:
      let isZero = node.value.count == 1 && text[node.value.lowerBound] == UInt8(ascii: "0")
      return (node.kind == .string || node.kind == .number || node.kind == .object) && !isZero
    case .pid:
      return (node.kind == .string || node.kind == .number)
        && text.skippingDigits(node.value.lowerBound, before: node.value.upperBound) == node.value.upperBound
        && node.value.count < 12
    case .thread: return node.kind == .string || node.kind == .number
    case .process where meaning.rank == JSONKeys.rankOfPath:
      // The path of a program, not a source file.
      return node.kind == .string && text.index(of: UInt8(ascii: "/"), in: node.value) != nil
        && text.index(of: UInt8(ascii: "."), in: lastComponent(node.value, text) ?? node.value) == nil
    case .message, .event, .ambiguousEventName, .function, .process, .phase, .kind:
      return node.kind == .string
    case .mark: return true
    }
  }

  /// Whether a value is the time, message, process, pid or thread of the record.
  func isPart(_ node: Node) -> Bool {
    [time, message, process, pid, thread].contains { $0?.value == node.value }
  }

  /// Removes everything other than the message that may name an event or be a field of one.
  mutating func clearEventMembers() {
    event = nil
    ambiguousEventName = nil
    function = nil
    object = nil
  }

  /// Marks the record as one about the system's log itself. If it has no message, its kind is used as the message.
  mutating func isFromLoggingSystem(_ sort: Node) {
    isFromLoggingSystem = true
    message = message ?? sort
  }

  /// Whether the record is a signpost that ends an interval.
  func isEnd(_ text: Span<UInt8>) -> Bool {
    phase.map {
      text.end(of: "end", at: $0.value.lowerBound, before: $0.value.upperBound) == $0.value.upperBound
    }
      ?? false
  }

  /// Returns the process id.
  func pid(_ text: Span<UInt8>) -> Int? { pid.map { text.number($0.value) } }

  /// Returns the range of the process name: the last component if it is a path.
  func processName(_ text: Span<UInt8>) -> Range<Int>? {
    process.flatMap { lastComponent($0.value, text) }
  }

  private func lastComponent(_ path: Range<Int>, _ text: Span<UInt8>) -> Range<Int>? {
    let name = text.lastComponent(path)
    return name.isEmpty ? nil : name
  }
}
