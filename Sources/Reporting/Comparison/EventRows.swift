/// Puts the events of two runs side by side: a row for each step that they have in common, and between two steps a row for each
/// kind of event. Reordered events have a row at both places.
struct EventRows {
  private(set) var rows: [EventRow] = []
  private let first: RunEvents
  private let bad: RunEvents
  private let steps: Set<Int>
  private let badSteps: Set<Int>
  private let differences: [Difference]
  private let marks: DifferenceMarks
  /// The indices of the slow events in the other run, in rising order.
  private let slow: [Int]

  /// Aligns the first good run and the other run. `commonSteps` are the indices of the steps that all runs have in common.
  init(
    _ first: RunEvents, _ bad: RunEvents, _ commonSteps: [(Int, Int)], _ differences: [Difference],
    _ marks: DifferenceMarks
  ) {
    self.first = first
    self.bad = bad
    steps = Set(first.stepIndices)
    badSteps = Set(bad.stepIndices)
    self.differences = differences
    self.marks = marks
    slow = marks.slow.keys.sorted()
    var (start, badStart) = (0, 0)
    for (step, badStep) in commonSteps {
      addSegment(start..<step, badStart..<badStep)
      let isSlow = marks.slow[badStep] != nil
      add(
        Occurrences(first: step, count: 1), Occurrences(first: badStep, count: 1),
        slow: isSlow ? [badStep] : [])
      (start, badStart) = (step + 1, badStep + 1)
    }
    addSegment(start..<first.events.count, badStart..<bad.events.count)
  }

  // MARK: Segments between common steps

  private mutating func addSegment(_ range: Range<Int>, _ badRange: Range<Int>) {
    if range.isEmpty, badRange.isEmpty { return }
    let events = SegmentContent(first, range).events
    let badEvents = SegmentContent(bad, badRange).events
    // A reordered event is alone in its row. Its negative key occurs only once.
    let badKeys = badEvents.enumerated().map { place, event in
      isMoved(badNumbers(event.places)) ? -2 * place - 2 : event.kind
    }
    let keys = keys(of: events, badEvents)
    let shared = Set(keys)
    let slow = Dictionary(grouping: self.slow.filter(badRange.contains)) { bad.kinds[$0] }
    var next = 0
    func addBad(upTo end: Int) {
      // An event that both runs have in another order already has a row, at its place in the good run.
      for place in next..<end where !shared.contains(badKeys[place]) {
        add(nil, badEvents[place].places, slow: slow[badEvents[place].kind] ?? [])
      }
      next = end
    }
    let matches = Alignment(keys, badKeys).matches
    let badPlaces = Dictionary(uniqueKeysWithValues: matches.map { ($0.first, $0.second) })
    let placesOfKind = Dictionary(badEvents.map { ($0.kind, $0.places) }) { first, _ in first }
    for (place, event) in events.enumerated() {
      if let match = badPlaces[place] {
        addBad(upTo: match)
        next = match + 1
      }
      add(event.places, placesOfKind[keys[place]], slow: slow[keys[place]] ?? [])
    }
    addBad(upTo: badEvents.count)
  }

  /// For each kind of the good run, the kind of the other run in the same row; a negative number if there is none.
  private func keys(of events: [SegmentContent.Entry], _ badEvents: [SegmentContent.Entry]) -> [Int] {
    let kinds = Set(badEvents.map(\.kind))
    var replacements: [Int: Int] = [:]
    for event in badEvents {
      for number in badNumbers(event.places) where differences[number].isReplacement {
        replacements[number] = event.kind
      }
    }
    return events.enumerated().map { place, event in
      let numbers = numbers(event.places)
      let none = -2 * place - 1
      if isMoved(numbers) { return none }
      if kinds.contains(event.kind) { return event.kind }
      return numbers.lazy.compactMap { replacements[$0] }.first ?? none
    }
  }

  private func isMoved(_ numbers: [Int]) -> Bool { numbers.contains { differences[$0].isMove } }

  /// The differences at an event of the good run, and of the other run.
  private func numbers(_ places: Occurrences) -> [Int] { marks.good[first.place(places.first).line] ?? [] }
  private func badNumbers(_ places: Occurrences) -> [Int] { marks.bad[bad.place(places.first).line] ?? [] }

  // MARK: Rows

  private mutating func add(_ event: Occurrences?, _ other: Occurrences?, slow: [Int]) {
    var numbers = slow.flatMap { marks.slow[$0] ?? [] }
    if let event { numbers += self.numbers(event) }
    if let other { numbers += badNumbers(other) }
    if let event, let other, first.name(event.first) != bad.name(other.first),
      !first.name(event.first).hasSuffix(".end"), let number = marks.standIns[first.kinds[event.first]]
    {
      numbers.append(number)
    }
    let isStep =
      event.map { steps.contains($0.first) } ?? other.map { badSteps.contains($0.first) } ?? false
    rows.append(
      EventRow(
        good: event.map { side(first, $0.first, count: $0.count) },
        bad: other.map { side(bad, slow.first ?? $0.first, count: $0.count) },
        isStep: isStep, differences: Set(numbers).sorted()))
  }

  private func side(_ run: RunEvents, _ index: Int, count: Int) -> EventRow.Side {
    let event = run.events[index]
    return EventRow.Side(
      text: run.text(index), line: event.line, time: event.time(since: run.events[0]), count: count)
  }
}
