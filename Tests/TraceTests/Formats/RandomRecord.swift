import TestSupport

/// One record of a random log. The writer of a format turns it into text.
struct RandomRecord {
  /// Its place in the log, from 0.
  var number = 0
  var isLast = false
  /// Nanoseconds since 1970 at Greenwich.
  var time: Int64 = 0
  /// The time zone of the writer's clock, in minutes east of Greenwich.
  var east = 0
  var process = ""
  var pid = 0
  var thread: UInt64 = 0
  /// The first line of the message.
  var message = ""
  /// The other lines of the message.
  var continuation: [String] = []
  /// The event that the message reports; nil for noise.
  var event: String?
  /// The fields of the event.
  var fields: [String: String] = [:]
  /// A random number for choices that are the same in the whole log.
  var habit: UInt64 = 0
  /// A random number for choices that differ between records.
  var whim: UInt64 = 0

  /// The special characters in process names. All other names are plain words, with dots or hyphens.
  struct Oddities: OptionSet {
    let rawValue: Int
    static let blanks = Self(rawValue: 1)
    static let brackets = Self(rawValue: 2)
    static let parentheses = Self(rawValue: 4)
    static let colons = Self(rawValue: 8)
    static let foreign = Self(rawValue: 16)
    static let all: Self = [.blanks, .brackets, .parentheses, .colons, .foreign]
  }

  /// All lines of the message.
  var text: String { ([message] + continuation).joined(separator: "\n") }

  /// Whether the message is an event in the canonical form.
  var isCanonical: Bool { event.map { message.hasPrefix($0) } ?? false }

  /// `2024-02-03` on the writer's clock.
  func date(_ separator: String = "-") -> String {
    let day = civil
    return "\(day.year)\(separator)\(day.month.padded(2))\(separator)\(day.day.padded(2))"
  }

  /// `Feb  3`.
  var monthName: String {
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return names[civil.month - 1] + (civil.day < 10 ? "  " : " ") + "\(civil.day)"
  }

  /// `02-03`.
  var monthDay: String { "\(civil.month.padded(2))-\(civil.day.padded(2))" }

  /// `10:00:00.123` with a number of digits after the mark. Without digits, there is no mark.
  func clock(_ digits: Int, mark: String = ".") -> String {
    let ofDay = local - Self.floor(local, Self.day) * Self.day
    let seconds = Int(ofDay / 1_000_000_000)
    let text =
      "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2)):\((seconds % 60).padded(2))"
    let fraction = Int(ofDay % 1_000_000_000).padded(9).prefix(digits)
    return digits == 0 ? text : text + mark + fraction
  }

  /// `+0100`, or `+01:00` with a separator. If `isShort`, minutes are left out if they are zero.
  func zone(_ separator: String = "", isShort: Bool = false) -> String {
    let minutes = abs(east)
    let hours = (east < 0 ? "-" : "+") + (minutes / 60).padded(2)
    return isShort && minutes % 60 == 0 ? hours : hours + separator + (minutes % 60).padded(2)
  }

  /// One of the choices, chosen for each record.
  func any<T>(of choices: T..., salt: UInt64 = 0) -> T { choices[Self.pick(whim, salt, choices.count)] }

  /// One of the choices, the same in the whole log.
  func always<T>(of choices: T..., salt: UInt64 = 0) -> T { choices[Self.pick(habit, salt, choices.count)] }

  private static func pick(_ number: UInt64, _ salt: UInt64, _ count: Int) -> Int {
    var dice = Dice(seed: number &+ salt)
    return Int(dice.next() % UInt64(count))
  }

  static let day: Int64 = 86_400_000_000_000

  /// Nanoseconds since 1970 on the writer's clock.
  var local: Int64 { time + Int64(east) * 60_000_000_000 }

  /// The day on the writer's clock, after Howard Hinnant's `civil_from_days`.
  var civil: (year: Int, month: Int, day: Int) {
    let days = Int(Self.floor(local, Self.day)) + 719_468
    let era = days / 146_097
    let ofEra = days - era * 146_097
    let years = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * years + years / 4 - years / 100)
    let month = (5 * ofYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (
      years + era * 400 + (civilMonth < 3 ? 1 : 0), civilMonth, ofYear - (153 * month + 2) / 5 + 1
    )
  }

  static func floor(_ value: Int64, _ unit: Int64) -> Int64 {
    value >= 0 ? value / unit : -((-value + unit - 1) / unit)
  }
}

extension Int {
  /// The number with leading zeros.
  func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}

extension RandomRecord {
  /// A log of a few records. Most are close in time, some are hours apart, and some step back a little. The messages
  /// are events in any form and noise, or only canonical events.
  static func log(
    _ dice: inout Dice, oddities: Oddities = .all, continues: Bool = false, isZoned: Bool,
    isCanonical: Bool = false
  ) -> [RandomRecord] {
    let habit = dice.next()
    let processes = (0..<3).map { _ in name(&dice, oddities) }
    let pids = (0..<3).map { _ in Int.random(in: 1...99_999, using: &dice) }
    var east = Int.random(in: -48...56, using: &dice) * 15
    // From 1991 to 2098.
    var time = Int64.random(in: 662_688_000...4_070_908_800, using: &dice) * 1_000_000_000
    return (0..<Int.random(in: 1...12, using: &dice)).map { number in
      var record = RandomRecord()
      let step: Int64 =
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: 39_600_000_000_000
        case 1...3: 60_000_000_000
        default: 1_000_000_000
        }
      time += Int64.random(in: 0...step, using: &dice)
      if isZoned, Int.random(in: 0..<20, using: &dice) == 0 { east = east > 0 ? east - 60 : east + 60 }
      (record.time, record.east) = (time, east)
      let back = Int64.random(in: 0...5_000_000_000, using: &dice)
      let ofDay = record.local - floor(record.local, day) * day
      if Int.random(in: 0..<20, using: &dice) == 0, ofDay > back { record.time -= back }
      record.number = number
      record.habit = habit
      record.whim = dice.next()
      let process = Int.random(in: 0..<3, using: &dice)
      (record.process, record.pid) = (processes[process], pids[process])
      record.thread =
        UInt64.random(in: 16...0xFFFF_FFFF, using: &dice) >> UInt64.random(in: 0...27, using: &dice)
      record.thread = max(record.thread, 16)
      repeat { record.say(&dice) } while isCanonical && !record.isCanonical
      if continues, Int.random(in: 0..<6, using: &dice) == 0 {
        record.continuation = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
          Self.continuations.randomElement(using: &dice) ?? ""
        }
      }
      return record
    }
  }

  private static func name(_ dice: inout Dice, _ oddities: Oddities) -> String {
    var names = ["Walk", "walkd", "com.example.walk", "W", "Walk-2", "Walk_Helper", "7"]
    if oddities.contains(.blanks) { names += ["My Walk", "Walk the Dog"] }
    if oddities.contains(.foreign) { names += ["散歩", "🐕Walk", "Прогулка", "Été"] }
    if oddities.contains([.foreign, .blanks]) { names += ["🐕 Walk"] }
    if oddities.contains(.brackets) { names += ["Walk[x]", "[Walk]y", "Walk[1"] }
    if oddities.contains([.brackets, .blanks]) { names += ["Odd[x] Walk"] }
    if oddities.contains(.parentheses) { names += ["Walk(Dev)"] }
    if oddities.contains([.parentheses, .blanks]) { names += ["Walk Helper (Renderer)"] }
    if oddities.contains(.colons) { names += ["Walk:7"] }
    return names.randomElement(using: &dice) ?? ""
  }

  private static let continuations = [
    "    code = 4;", "}", "", "\tindented", "  \"key\" = \"value\";",
    "0   Walk  0x1 -[Dog dogDidWakeUp:] + 4",
  ]

  /// Sets a random message.
  private mutating func say(_ dice: inout Dice) {
    let id = ["rex", "a b", "été", "1", "x=y", "[7]"].randomElement(using: &dice) ?? ""
    let quoted = id.contains(" ") ? "\"\(id)\"" : id
    let messages: [(String, String?, [String: String])] = [
      ("bark.start id=\(quoted) loud=7.5", "bark.start", ["id": id, "loud": "7.5"]),
      ("bark.stop id=\(quoted)", "bark.stop", ["id": id]),
      ("bark.stop", "bark.stop", [:]),
      ("dog.didWakeUp.end", "dog.didWakeUp.end", [:]),
      ("-[DogDelegate dogDidWakeUp:]", "dog.didWakeUp", [:]),
      ("dogDidWakeUp(_:)", "dog.didWakeUp", [:]),
      ("dog(_:didFetchStickWithOptions:)", "dog.didFetch", [:]),
      ("DogDelegate.dogWillSleep(_:)", "dog.willSleep", [:]),
      ("WFDogWillDozeNotification", "dog.willSleep", [:]),
      ("🐕 dogWillSleep", "dog.willSleep", [:]),
      ("kennelDidOpen:", "kennel.didOpen", [:]),
    ]
    let noise = [
      "nothing to see", "see foo[12] bar", "com.example.walk", "main.swift", "text: more (of it)", "x",
      "dogDidWakeUp was not called before dogWillSleep", "10 % of 20:30", "{", "été – 散歩",
    ]
    if Int.random(in: 0..<3, using: &dice) == 0 {
      (event, fields) = (nil, [:])
      message = noise.randomElement(using: &dice) ?? ""
    } else {
      (message, event, fields) = messages.randomElement(using: &dice) ?? ("", nil, [:])
    }
  }
}
