/// Writes records as `log show --style ndjson` does, with all of its keys. As in a real log, nearly all values differ
/// from record to record.
struct AppleJSON {
  private static let formatStrings = [
    "%{public}@", "%{public}s: %d", "[%{public}@] %{public}s", "%s", "%{public}@ took %llu us", "<%p> %@",
    "%{public, signpost.description:attribute}@", "%{private, mask.hash}@ %{public}d",
  ]

  private var random = SplitMix(seed: 21)

  mutating func append(_ record: LogRecord, _ message: [UInt8], at clock: LogClock, to log: inout [UInt8]) {
    let image = record.library ?? record.process
    let offset = random.index(below: 4_000_000)
    log += #"{"traceID":"#.utf8
    log.append(Int(random.next() >> 4))
    log += #","eventMessage":""#.utf8
    log.append(json: message)
    log += #"","eventType":"logEvent","source":null,"formatString":""#.utf8
    log += Self.formatStrings[random.index(below: Self.formatStrings.count)].utf8
    log += #"","activityIdentifier":"#.utf8
    log.append(record.activity)
    log += #","subsystem":""#.utf8
    log += record.subsystem.utf8
    log += #"","category":""#.utf8
    log += record.category.utf8
    log += #"","threadID":"#.utf8
    log.append(record.thread)
    log += #","senderImageUUID":""#.utf8
    log.append(uuidOf: image)
    log += #"","backtrace":{"frames":[{"imageOffset":"#.utf8
    log.append(offset)
    log += #","imageUUID":""#.utf8
    log.append(uuidOf: image)
    log += #""}]},"bootUUID":"5B5C1D6E-27C4-4F0B-9E0C-0C7B4E4C2B11","processImagePath":""#.utf8
    log.append(json: Array(record.path.utf8))
    log += #"","timestamp":""#.utf8
    clock.append(to: &log)
    log += #"+0100","senderImagePath":""#.utf8
    if let library = record.library {
      log += #"\/System\/Library\/Frameworks\/"#.utf8
      log += library.utf8
      log += #".framework\/"#.utf8
      log += library.utf8
    } else {
      log.append(json: Array(record.path.utf8))
    }
    log += #"","machTimestamp":"#.utf8
    log.append(clock.microseconds * 24 + 1_000_000_000_000 + random.index(below: 24))
    log += #","messageType":""#.utf8
    log += ["Default", "Info", "Debug", "Error", "Fault"][record.level.rawValue].utf8
    log += #"","processImageUUID":""#.utf8
    log.append(uuidOf: record.process)
    log += #"","processID":"#.utf8
    log.append(record.pid)
    log += #","senderProgramCounter":"#.utf8
    log.append(offset)
    log += #","parentActivityIdentifier":"#.utf8
    log.append(record.activity == 0 ? 0 : record.activity - 1)
    log += ",\"timezoneName\":\"\"}\n".utf8
  }
}

extension [UInt8] {
  /// A UUID that depends only on the name.
  fileprivate mutating func append(uuidOf name: String) {
    var random = SplitMix(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let start = count
    for digits in [8, 4, 4, 4, 12] {
      if count > start { append(UInt8(ascii: "-")) }
      append(hex: random.next(), digits: digits)
    }
    for index in start..<count where self[index] >= UInt8(ascii: "a") { self[index] -= 32 }
  }
}

/// The log of a healthy app with all of Apple's keys. Every line is an event.
struct AppleLog: LogGenerator {
  private static let categories = ["life", "network", "database", "sync", "drawing", "audio"]

  private var app = HealthyApp()
  private var clock = LogClock()
  private var json = AppleJSON()
  private var random = SplitMix(seed: 22)
  private var message: [UInt8] = []

  mutating func append(to log: inout [UInt8]) {
    let next = app.next()
    clock.advance(by: next.pause)
    message.removeAll(keepingCapacity: true)
    next.append(to: &message)
    var record = LogRecord()
    record.thread += random.index(below: 16)
    record.category = Self.categories[random.index(below: Self.categories.count)]
    record.library = random.index(below: 4) == 0 ? "ShopKit" : nil
    record.activity = random.index(below: 2) * (400_000 + clock.microseconds / 10_000)
    json.append(record, message, at: clock, to: &log)
  }
}

/// The log of a device with all of Apple's keys, with one event in a thousand lines.
struct SparseAppleLog: LogGenerator {
  private var clock = LogClock()
  private var events = RareEvents(RareEvents.callbacks)
  private var noise = Noise(Noise.ordinary + Noise.ofSystem, words: Noise.ordinaryWords, seed: 23)
  private var device = Device()
  private var json = AppleJSON()
  private var message: [UInt8] = []

  mutating func append(to log: inout [UInt8]) {
    clock.advance(by: 200 + noise.pick(5_000))
    message.removeAll(keepingCapacity: true)
    let event = events.next()
    if let event { message += event.utf8 } else { noise.append(to: &message) }
    json.append(event == nil ? device.next() : .ofApp, message, at: clock, to: &log)
  }
}
