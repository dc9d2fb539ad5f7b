/// A log in any of lifecheck's formats, with one event in a thousand records. All other records are noise of all
/// processes of a device.
struct FormatLog: LogGenerator {
  private let row: FormatRow
  private let noiseTemplates: [LineTemplate]
  private let eventTemplate: LineTemplate
  private var clock = LogClock()
  private var events: RareEvents
  private var noise = Noise(
    Noise.ordinary + Noise.ofSystem + Noise.ofApp, words: Noise.ordinaryWords, seed: 12)
  private var device = Device()
  private var random = SplitMix(seed: 13)
  private var number = 0
  private var message: [UInt8] = []

  init(_ row: FormatRow) {
    self.row = row
    noiseTemplates = row.lines.map(LineTemplate.init)
    eventTemplate = LineTemplate(row.event ?? row.lines[0])
    events = RareEvents(row.messages)
  }

  mutating func append(to log: inout [UInt8]) {
    if number == 0 { log += row.start.utf8 }
    number += 1
    clock.advance(by: 200 + random.index(below: 5_000))
    message.removeAll(keepingCapacity: true)
    let event = events.next()
    if let event { message += event.utf8 } else { noise.append(to: &message) }
    let record = event == nil ? device.next() : row.format.home == .android ? .ofActivity : .ofApp
    let template = event == nil ? noiseTemplates[random.index(below: noiseTemplates.count)] : eventTemplate
    template.append(to: &log) { fill($0, record, log: &$1) }
    log.append(UInt8(ascii: "\n"))
  }

  var end: String { row.end }

  private mutating func fill(_ hole: LineTemplate.Hole, _ record: LogRecord, log: inout [UInt8]) {
    let level = record.level.rawValue
    switch hole {
    case .date: clock.appendDate(to: &log)
    case .year: log += "2026".utf8
    case .month: log.append(clock.date.month, digits: 2)
    case .monthName: log += (clock.date.month == 11 ? "Nov" : "Dec").utf8
    case .day: log.append(clock.date.day, digits: 2)
    case .time: clock.appendTime(to: &log)
    case .ms: log.append(clock.microseconds / 1_000 % 1_000, digits: 3)
    case .us: log.append(clock.microseconds % 1_000_000, digits: 6)
    case .epoch: log.append(1_795_168_800 + clock.microseconds / 1_000_000)
    case .elapsed:
      log.append(clock.microseconds / 1_000_000)
      log.append(UInt8(ascii: "."))
      log.append(clock.microseconds / 10_000 % 100, digits: 2)
    case .process: log += record.process.utf8
    case .path: log += record.path.replacing("/", with: "\\/").utf8
    case .pid: log.append(record.pid)
    case .thread: log.append(record.thread)
    case .hexThread: log.append(hex: UInt64(record.thread))
    case .activity: log.append(hex: UInt64(record.activity))
    case .tag: log += record.tag.utf8
    case .library: if let library = record.library { log += "(\(library))".utf8 }
    case .image: log += (record.library ?? record.process).utf8
    case .origin:
      if let library = record.library { log += "(\(library)) ".utf8 }
      if !record.subsystem.isEmpty { log += "[\(record.subsystem):\(record.category)] ".utf8 }
    case .subsystem: log += record.subsystem.utf8
    case .category: log += record.category.utf8
    case .type: log += ["Default", "Info", "Debug", "Error", "Fault"][level].utf8
    case .level: log += ["Notice", "Info", "Debug", "Error", "Fault"][level].utf8
    case .lower: log += ["notice", "info", "debug", "error", "critical"][level].utf8
    case .upper: log += ["NOTICE", "INFO", "DEBUG", "ERROR", "FAULT"][level].utf8
    case .code: log += ["Df", "I", "Db", "E", "F"][level].utf8
    case .letter: log += ["I", "D", "V", "W", "E"][level].utf8
    case .message: log += message
    case .json: log.append(json: message)
    case .xml: log.append(xml: message)
    case .number: log.append(random.index(below: 5_000))
    case .few: log.append(2 + random.index(below: 8))
    case .hex: log.append(hex: random.next(), digits: 8)
    case .row: log.append(number)
    }
  }
}

extension [UInt8] {
  /// A hexadecimal number without leading zeros.
  mutating func append(hex number: UInt64) {
    var digits = 1
    while digits < 16, number >> UInt64(digits * 4) > 0 { digits += 1 }
    append(hex: number, digits: digits)
  }

  /// A text for a string in JSON, with escaped slashes as Apple writes them.
  mutating func append(json text: [UInt8]) {
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/") {
        append(UInt8(ascii: "\\"))
      }
      append(byte)
    }
  }

  /// A text for an attribute in XML.
  mutating func append(xml text: [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case UInt8(ascii: "\""): self += "&quot;".utf8
      default: append(byte)
      }
    }
  }
}
