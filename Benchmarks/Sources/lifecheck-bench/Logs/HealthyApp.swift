/// The events of a healthy app: 40 kinds of events with some 4,000 ids, between the callbacks of its visits to the
/// foreground. All activities end before the app resigns active.
struct HealthyApp {
  /// A message, and the microseconds since the previous one.
  struct Message {
    var name: String
    var id: Int?
    var pause = 400
  }

  /// An activity in the app: its events in order. Those in the middle occur a few times.
  private static let activities = [
    ["timer.start", "timer.fire", "timer.stop"], ["query.start", "query.stop"], ["task.start", "task.end"],
    ["queue.resume", "queue.suspend"], ["movie.play", "movie.pause"], ["net.request", "net.end"],
    ["db.open", "db.write", "db.close"], ["lock.acquire", "lock.release"],
    ["shared.acquire", "shared.release"], ["resource.acquire", "resource.release"],
    ["cache.fill", "cache.release"], ["socket.connect", "socket.close"],
    ["user.dataDirty", "data.saveStart", "data.save"], ["uiState.dirty", "uiState.save"],
    ["gl.submit", "gl.complete"], ["metal.commit", "metal.complete"],
    ["view.create", "view.update", "view.setNeedsDisplay", "view.draw", "view.layout"],
  ]
  private static let ids = 4_000
  /// The number of events in a visit, and of activities at once.
  private static let stay = 4_000
  private static let most = 200

  /// The callbacks of a visit, each with the microseconds since the previous event.
  struct Callbacks {
    var launch: [(String, Int)]
    var enter: [(String, Int)]
    var leave: [(String, Int)]

    static let iOS = Callbacks(
      launch: [("app.didFinishLaunching", 100_000), ("app.didBecomeActive", 200_000)],
      enter: [("app.willEnterForeground", 2_000_000), ("app.didBecomeActive", 200_000)],
      leave: [("app.willResignActive", 50_000), ("app.didEnterBackground", 300_000)])
    static let android = Callbacks(
      launch: [("activity.create", 100_000), ("activity.start", 50_000), ("activity.resume", 50_000)],
      enter: [("activity.restart", 2_000_000), ("activity.start", 50_000), ("activity.resume", 50_000)],
      leave: [("activity.pause", 50_000), ("activity.stop", 300_000)])
  }

  private let callbacks: Callbacks
  private var random = SplitMix(seed: 3)
  /// The free ids of each activity.
  private var idle: [[Int]]
  private var open: [(activity: Int, id: Int, step: Int)] = []
  private var visits = 0
  private var messages: [Message] = []
  private var given = 0

  init(_ callbacks: Callbacks = .iOS) {
    self.callbacks = callbacks
    let share = Self.ids / Self.activities.count
    idle = Self.activities.indices.map { Array($0 * share..<($0 + 1) * share) }
  }

  mutating func next() -> Message {
    if given == messages.count {
      messages.removeAll(keepingCapacity: true)
      given = 0
      visit()
    }
    defer { given += 1 }
    return messages[given]
  }

  private mutating func visit() {
    for (name, pause) in visits == 0 ? callbacks.launch : callbacks.enter { call(name, after: pause) }
    visits += 1
    for _ in 0..<Self.stay {
      if open.count >= Self.most || (!open.isEmpty && random.next() % 3 != 0) { goOn() } else { begin() }
    }
    while !open.isEmpty { goOn() }
    for (name, pause) in callbacks.leave { call(name, after: pause) }
  }

  /// A callback and its return.
  private mutating func call(_ name: String, after pause: Int) {
    messages.append(Message(name: name, pause: pause))
    messages.append(Message(name: name + ".end"))
  }

  private mutating func begin() {
    let activity = random.index(below: Self.activities.count)
    guard !idle[activity].isEmpty else { return goOn() }
    open.append((activity, random.take(from: &idle[activity]), 0))
    tell(open.count - 1)
  }

  /// The next event of a running activity.
  private mutating func goOn() {
    let place = random.index(below: open.count)
    open[place].step += 1
    tell(place)
    guard open[place].step == Self.activities[open[place].activity].count - 1 else { return }
    idle[open[place].activity].append(open[place].id)
    open.swapAt(place, open.count - 1)
    open.removeLast()
  }

  private mutating func tell(_ place: Int) {
    let (activity, id, step) = open[place]
    messages.append(Message(name: Self.activities[activity][step], id: id))
  }
}

/// The log of a healthy app in the format of `NSLog`. Every line is an event.
struct NSLogLog: LogGenerator {
  private var app = HealthyApp()
  private var clock = LogClock()

  mutating func append(to log: inout [UInt8]) {
    let message = app.next()
    clock.advance(by: message.pause)
    clock.append(to: &log)
    log += "+0100 Sketchpad[4242:1234567] ".utf8
    message.append(to: &log)
    log.append(UInt8(ascii: "\n"))
  }
}

/// The log of a healthy app in the format of Android's `logcat -v threadtime`. Every line is an event.
struct ThreadtimeLog: LogGenerator {
  private var app = HealthyApp(.android)
  private var clock = LogClock()

  mutating func append(to log: inout [UInt8]) {
    let message = app.next()
    clock.advance(by: message.pause)
    log.append(clock.date.month, digits: 2)
    log.append(UInt8(ascii: "-"))
    log.append(clock.date.day, digits: 2)
    log.append(UInt8(ascii: " "))
    clock.appendTime(to: &log)
    log.append(UInt8(ascii: "."))
    log.append(clock.microseconds / 1_000 % 1_000, digits: 3)
    log += "  4242  4242 I Sketchpad: ".utf8
    message.append(to: &log)
    log.append(UInt8(ascii: "\n"))
  }
}

/// The log of a healthy app in the format of `log show --style ndjson`.
struct NDJSONLog: LogGenerator {
  private var app = HealthyApp()
  private var clock = LogClock()
  private var random = SplitMix(seed: 5)

  mutating func append(to log: inout [UInt8]) {
    let message = app.next()
    clock.advance(by: message.pause)
    log += #"{"traceID":"#.utf8
    log.append(Int(random.next() >> 4))
    log += #","eventMessage":""#.utf8
    message.append(to: &log)
    log += #"","eventType":"logEvent","source":null,"formatString":"%{public}@","activityIdentifier":0,"#.utf8
    log += #""subsystem":"com.example.sketchpad","category":"life","threadID":1234567,"#.utf8
    log +=
      #""senderImageUUID":"0E0134C2-8E0C-40AD-8620-099F6D9C0BEB","backtrace":{"frames":[{"imageOffset":"#.utf8
    log.append(random.index(below: 1_000_000))
    log += #","imageUUID":"0E0134C2-8E0C-40AD-8620-099F6D9C0BEB"}]},"bootUUID":"","#.utf8
    log +=
      #""processImagePath":"\/private\/var\/containers\/Bundle\/Application\/Sketchpad.app\/Sketchpad","#.utf8
    log += #""timestamp":""#.utf8
    clock.append(to: &log)
    log +=
      #"+0100","senderImagePath":"\/private\/var\/containers\/Bundle\/Application\/Sketchpad.app\/Sketchpad","#
      .utf8
    log += #""machTimestamp":"#.utf8
    log.append(clock.microseconds * 24 + 1_000_000_000_000)
    log +=
      #","messageType":"Default","processImageUUID":"0E0134C2-8E0C-40AD-8620-099F6D9C0BEB","processID":4242,"#
      .utf8
    log += #""senderProgramCounter":"#.utf8
    log.append(random.index(below: 1_000_000))
    log += ",\"parentActivityIdentifier\":0,\"timezoneName\":\"\"}\n".utf8
  }
}

extension HealthyApp.Message {
  /// `timer.start id=s0042`.
  func append(to log: inout [UInt8]) {
    log += name.utf8
    guard let id else { return }
    log += " id=s".utf8
    log.append(id, digits: 4)
  }
}
