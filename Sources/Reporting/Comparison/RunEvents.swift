/// The events of one run of a session, with the number of the kind of each event.
struct RunEvents {
  let log: RecordedLog
  let events: [RecordedEvent]
  var kinds: [Int]
  /// For each event, the kind of the newest step before it; -1 before the first step.
  private(set) var steps: [Int] = []
  /// The indices of the steps.
  private(set) var stepIndices: [Int] = []
  /// The events of each kind.
  private(set) var occurrences: [Int: Occurrences] = [:]
  /// The number of stretches between two steps, by the kind of the first step. The last one may be cut short, and does not count.
  private var stretches: [Int: Int] = [:]
  /// The number of stretches that contain an event of a kind.
  private var stretchesWithKind: [Stretch: Int] = [:]

  /// The part of a session between a step and the next one, and a kind of event in it.
  private struct Stretch: Hashable {
    var step: Int
    var kind: Int
  }

  /// The events of a session of a log. `kinds` are the numbers of the kinds of `RecordedLog.texts`.
  init(_ log: RecordedLog, _ session: RecordedSession, kinds: [Int]) {
    self.log = log
    events = session.events
    self.kinds = events.map { kinds[$0.text] }
  }

  /// Finds the steps, once it is clear which kinds are compared as one.
  mutating func findSteps(_ isStep: (Int) -> Bool) {
    var step = -1
    var seen: Set<Int> = []
    steps.reserveCapacity(kinds.count)
    for (index, kind) in kinds.enumerated() {
      steps.append(step)
      occurrences[kind, default: Occurrences(first: index)].count += 1
      if isStep(kind) {
        stepIndices.append(index)
        stretches[step, default: 0] += 1
        step = kind
        seen.removeAll(keepingCapacity: true)
      } else if seen.insert(kind).inserted {
        stretchesWithKind[Stretch(step: step, kind: kind), default: 0] += 1
      }
    }
  }

  func count(of kind: Int) -> Int { occurrences[kind]?.count ?? 0 }

  /// How many stretches after a step contain an event.
  enum Share {
    case none
    case some
    case all
  }

  /// How many stretches after a kind of step contain an event of a kind. If the run has no such stretch, it does not show where
  /// the event belongs.
  func stretchesWithEvent(_ kind: Int, after step: Int) -> Share {
    guard let all = stretches[step] else { return occurrences[kind] == nil ? .none : .some }
    let count = stretchesWithKind[Stretch(step: step, kind: kind), default: 0]
    return count == 0 ? .none : count >= all ? .all : .some
  }

  /// The text of an event, as in the log.
  func text(_ index: Int) -> String { log.texts[events[index].text].shown }
  /// The name of an event, as in the log.
  func name(_ index: Int) -> String { log.texts[events[index].text].kind.name }
  func place(_ index: Int) -> LogFiles.Place { log.place(of: events[index]) }
}

/// The events of one kind: the index of the first one, and their number.
struct Occurrences {
  let first: Int
  var count = 0
}

/// Numbers the kinds of events of several logs.
struct KindTable {
  private(set) var kinds: [EventKind] = []
  private var numbers: [EventKind: Int] = [:]

  mutating func number(of kind: EventKind) -> Int {
    if let number = numbers[kind] { return number }
    numbers[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }
}
