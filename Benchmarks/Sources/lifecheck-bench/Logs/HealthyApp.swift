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

  private var random = SplitMix(seed: 3)
  /// The free ids of each activity.
  private var idle: [[Int]]
  private var open: [(activity: Int, id: Int, step: Int)] = []
  private var visits = 0
  private var messages: [Message] = []
  private var given = 0

  init() {
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
    if visits == 0 {
      call("app.didFinishLaunching", after: 100_000)
    } else {
      call("app.willEnterForeground", after: 2_000_000)
    }
    visits += 1
    call("app.didBecomeActive", after: 200_000)
    for _ in 0..<Self.stay {
      if open.count >= Self.most || (!open.isEmpty && random.next() % 3 != 0) { goOn() } else { begin() }
    }
    while !open.isEmpty { goOn() }
    call("app.willResignActive", after: 50_000)
    call("app.didEnterBackground", after: 300_000)
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
  fileprivate func append(to log: inout [UInt8]) {
    log += name.utf8
    guard let id else { return }
    log += " id=s".utf8
    log.append(id, digits: 4)
  }
}
