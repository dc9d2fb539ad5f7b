import TestSupport
import Testing
import Trace

@Suite struct `A random trace of Chrome` {
  @Test func `is read as written, in the order of its times`() {
    roundTrip(.chromeTrace) { dice in
      var slices = RandomSlices(dice: Dice(seed: dice.next()))
      return slices.log()
    }
  }
}

/// Slices and instants in the threads of two processes. No two times are the same.
private struct RandomSlices {
  /// An element of the trace and its events.
  struct Element {
    var text: String
    var events: [WrittenEvent] = []
  }

  /// A thread number and its process.
  struct Thread: Hashable {
    var process: RandomRecord
    var number: UInt64

    static func == (a: Self, b: Self) -> Bool { (a.process.pid, a.number) == (b.process.pid, b.number) }
    func hash(into hasher: inout Hasher) {
      hasher.combine(process.pid)
      hasher.combine(number)
    }
  }

  var dice: Dice
  var elements: [Element] = []
  /// The open slices of each thread; nil for a slice that is not an event.
  var open: [Thread: [WrittenEvent?]] = [:]
  /// The number of times written so far.
  var count: Int64 = 0

  static let spellings = [
    "dogDidWakeUp": "dog.didWakeUp", "-[DogDelegate dogDidWakeUp:]": "dog.didWakeUp",
    "dog.willSleep": "dog.willSleep", "kennelDidOpen:": "kennel.didOpen", "bark.start": "bark.start",
    "layout": nil,
  ]

  /// The trace: an array that may lack its end, or an object that contains it.
  mutating func log() -> WrittenLog {
    let records = RandomRecord.log(&dice, isZoned: false)
    let processes = [records[0], records.first { $0.pid != records[0].pid }].compactMap(\.self)
    for step in 0..<Int64.random(in: 1...20, using: &dice) {
      let process = processes.randomElement(using: &dice) ?? records[0]
      add(at: step * 50, Thread(process: process, number: UInt64.random(in: 16...17, using: &dice)))
    }
    for process in processes {
      insert(
        Element(
          text:
            #"{"name":"process_name","ph":"M","pid":\#(process.pid),"args":{"name":"\#(process.process.json)"}}"#
        ))
    }
    let (start, end) =
      [("[", "]"), ("[\n", ",\n"), ("{\"traceEvents\":[\n", "\n],\"displayTimeUnit\":\"ms\"}")]
      .randomElement(using: &dice) ?? ("", "")
    let separator = [",", ",\n"].randomElement(using: &dice) ?? ","
    var log = WrittenLog(text: start)
    for (number, element) in elements.enumerated() {
      let line = log.nextLine
      log.events += element.events.map { event in
        var event = event
        event.line = line
        return event
      }
      log.text += element.text + (number < elements.count - 1 ? separator : end + "\n")
    }
    log.events.sort { ($0.time?.nanoseconds ?? 0) < ($1.time?.nanoseconds ?? 0) }
    return log
  }

  /// Adds an element of a thread at a time after the start.
  private mutating func add(at microseconds: Int64, _ thread: Thread) {
    guard let (spelling, name) = Self.spellings.randomElement(using: &dice) else { return }
    let time = time(microseconds)
    let id = ["rex", "a b", "été", "7", "\"x\"", "a\\b"].randomElement(using: &dice) ?? ""
    var record = thread.process
    record.thread = thread.number
    // The other events have no fields.
    record.fields = name == "kennel.didOpen" || name == "bark.start" ? ["id": id] : [:]
    var begun = name.map { WrittenEvent($0, 0, record, Kept(thread: Kept.decimal)) }
    begun?.time = Timestamp(nanoseconds: time, kind: .relative)

    func element(_ phase: String, _ more: String = "", _ events: WrittenEvent?...) -> Element {
      var members = [
        #""name":"\#(spelling.json)""#, #""ph":"\#(phase)""#, #""ts":\#(Self.text(time))"#,
        #""pid":\#(thread.process.pid)"#, #""tid":\#(thread.number)"#,
        #""args":{"other":[1],"id":"\#(id.json)"}"#,
      ]
      if !more.isEmpty { members.append(more) }
      return Element(
        text: "{" + members.shuffled(using: &dice).joined(separator: ",") + "}",
        events: events.compactMap(\.self))
    }
    switch Int.random(in: 0..<6, using: &dice) {
    case 0:
      let end = self.time(microseconds + Int64.random(in: 0...500, using: &dice))
      insert(element("X", #""dur":\#(Self.text(end - time))"#, begun, begun?.ended(at: end)))
    case 1: insert(element("i", #""s":"t""#, begun))
    case 2: insert(element("b", #""id":"0x1""#, begun))
    case 3: insert(element("e", #""id":"0x1""#, begun?.ended(at: time)))
    case 4:
      elements.append(element("B", "", begun))
      open[thread, default: []].append(begun)
    default:
      let last = open[thread]?.popLast().flatMap(\.self)
      elements.append(
        Element(
          text: #"{"ph":"E","ts":\#(Self.text(time)),"pid":\#(thread.process.pid),"tid":\#(thread.number)}"#,
          events: [last?.ended(at: time)].compactMap(\.self)))
    }
  }

  /// Adds an element at a random position.
  private mutating func insert(_ element: Element) {
    elements.insert(element, at: Int.random(in: 0...elements.count, using: &dice))
  }

  /// A time in nanoseconds whose last three digits make it unique.
  private mutating func time(_ microseconds: Int64) -> Int64 {
    count += 1
    return microseconds * 1_000 + count
  }

  private static func text(_ nanoseconds: Int64) -> String {
    "\(nanoseconds / 1_000).\(Int(nanoseconds % 1_000).padded(3))"
  }
}

extension WrittenEvent {
  /// The event for the end of this event; nil if the vocabulary has none.
  fileprivate func ended(at time: Int64) -> WrittenEvent? {
    guard event != "bark.start" else { return nil }
    var end = self
    end.event += ".end"
    end.time = Timestamp(nanoseconds: time, kind: .relative)
    return end
  }
}
