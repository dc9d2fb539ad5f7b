/// Compares one session of some good runs with the same session of another run.
///
/// The steps of the app's life are aligned first. The events between two steps that all runs have in common are compared as a
/// set, in which a repeated event counts once. Then the order of the events that occur once is compared. So the number of
/// repetitions does not matter, and the time grows linearly with the number of other events.
struct SessionComparison {
  /// The differences, in the order of the session.
  private(set) var differences: [Difference] = []
  /// The events that show the differences.
  private var marks = DifferenceMarks()
  /// The matched events: the index in the first good run, by the index in the other run.
  private var matches: [Int: Int] = [:]

  /// The good runs, then the other run.
  private let runs: [RunEvents]
  private let table: KindTable
  private let steps: StepTable
  /// The steps that all runs have in common, in an order that all have: for each step, its index in each run.
  private let commonSteps: [[Int]]
  private var found: [FoundDifference] = []
  /// The events that another event stands for in the other run, by kind.
  private var standIns: [Int: FoundDifference] = [:]

  private var first: RunEvents { runs[0] }
  private var bad: RunEvents { runs[runs.count - 1] }
  private var good: ArraySlice<RunEvents> { runs.dropLast() }

  /// Compares the runs: one or more good runs, then the other run.
  init(_ runs: [RunEvents], _ table: KindTable, _ steps: StepTable) {
    var table = table
    let standIns = StandIns(runs, &table, steps)
    self.runs = runs.map { run in
      var run = run
      run.kinds = run.kinds.map { standIns.kind(of: $0) }
      run.findSteps { steps.steps.contains(table.kinds[$0].name) }
      return run
    }
    self.table = table
    self.steps = steps
    commonSteps = Self.commonSteps(of: self.runs)
    compareSegments()
    found = FoundDifference.pairing(found) { relation($0, $1) }
    let slow = SlowEvents(good: Array(good), bad: bad, matches, table)
    let merged = FoundDifference.Merged(found + self.standIns.values)
    for item in found { marks.mark(item.difference, merged.number(of: item)) }
    marks.standIns = self.standIns.compactMapValues(merged.number)
    differences = merged.differences
    for difference in countDifferences {
      marks.mark(difference, differences.count)
      differences.append(difference)
    }
    for (index, difference) in zip(slow.indices, slow.differences) {
      marks.slow[index, default: []].append(differences.count)
      differences.append(difference)
    }
    if let first = differences.firstIndex(where: \.isDivergence) { differences[first].isFirst = true }
  }

  /// For each line of the other run with a matched event, the place of the event in the first good run.
  var goodPlaces: [Int: LogFiles.Place] {
    let places = matches.map { (bad.events[$0.key].line, first.place($0.value)) }
    return Dictionary(places) { $0.line < $1.line ? $0 : $1 }
  }

  /// The events of the first good run and of the other run, side by side.
  var rows: [EventRow] {
    EventRows(first, bad, commonSteps.map { ($0[0], $0[$0.count - 1]) }, differences, marks).rows
  }

  private static func commonSteps(of runs: [RunEvents]) -> [[Int]] {
    var common = runs[0].stepIndices.map { [$0] }
    for run in runs.dropFirst() {
      let matches = Alignment(
        common.map { runs[0].kinds[$0[0]] }, run.stepIndices.map { run.kinds[$0] }
      ).matches
      common = matches.map { common[$0.first] + [run.stepIndices[$0.second]] }
    }
    return common
  }

  // MARK: Segments between common steps

  private mutating func compareSegments() {
    var starts = Array(repeating: 0, count: runs.count)
    let ends = runs.map(\.kinds.count)
    for segment in 0...commonSteps.count {
      let step = segment < commonSteps.count ? commonSteps[segment] : ends
      let contents = zip(runs, zip(starts, step)).map { SegmentContent($0, $1.0..<$1.1) }
      let ranks = compareContents(contents, segment)
      compareOrder(contents, segment, ranks)
      if segment < commonSteps.count {
        recordMatch(step[0], step[step.count - 1], [segment, .max])
      }
      starts = step.map { $0 + 1 }
    }
  }

  /// Compares the events of a segment as sets. Returns the ranks of the matched events.
  private mutating func compareContents(_ contents: [SegmentContent], _ segment: Int) -> [Int: Int] {
    guard let goodContent = contents.first, let badContent = contents.last else { return [:] }
    // The number of matched events before an event is its place in the segment.
    var ranks: [Int: Int] = [:]
    for kind in goodContent.kinds where contents.dropLast().allSatisfy({ $0.entries[kind] != nil }) {
      guard let entry = goodContent.entries[kind] else { continue }
      if let match = badContent.entries[kind] {
        recordMatch(entry.first, match.first, [segment, ranks.count, 2])
        ranks[kind] = ranks.count
      } else if isRegular(kind, after: first.steps[entry.first]) {
        var difference = Difference(change: .missing, event: first.text(entry.first), count: entry.count)
        difference.good = first.place(entry.first)
        found.append(FoundDifference(difference, table, kind, [segment, ranks.count, 0, entry.first]))
      }
    }
    var matched = 0
    for kind in badContent.kinds {
      guard let entry = badContent.entries[kind] else { continue }
      let goodRuns = contents.dropLast().count { $0.entries[kind] != nil }
      if goodRuns == contents.count - 1 {
        matched += 1
      } else if goodRuns == 0, isForeign(kind, after: bad.steps[entry.first]) {
        var difference = Difference(change: .new, event: bad.text(entry.first), count: entry.count)
        difference.bad = bad.place(entry.first)
        found.append(FoundDifference(difference, table, kind, [segment, matched, 1, entry.first]))
      }
    }
    return ranks
  }

  /// Compares the order of the events that occur once in the segment of each run, except frequent ones that are there by chance.
  private mutating func compareOrder(_ contents: [SegmentContent], _ segment: Int, _ ranks: [Int: Int]) {
    guard let goodContent = contents.first, let badContent = contents.last else { return }
    let once = Set(
      goodContent.kinds.filter { kind in
        contents.allSatisfy { $0.entries[kind]?.count == 1 }
          && goodContent.entries[kind].map { isRegular(kind, after: first.steps[$0.first]) } == true
      })
    if once.count < 2 { return }
    let orders = contents.map { $0.kinds.filter(once.contains) }
    var common = orders[0]
    for order in orders.dropFirst().dropLast() {
      common = Alignment(common, order).matches.map { common[$0.first] }
    }
    let kept = Alignment(common, orders[orders.count - 1]).matches.map { common[$0.first] }
    if kept.count == common.count { return }
    let keptPlaces = kept.compactMap { kind in
      goodContent.entries[kind].flatMap { good in badContent.entries[kind].map { (good.first, $0.first) } }
    }
    for kind in Set(common).subtracting(kept) {
      guard let good = goodContent.entries[kind]?.first, let other = badContent.entries[kind]?.first,
        let change = move(from: good, to: other, among: keptPlaces)
      else { continue }
      var difference = Difference(change: change, event: first.text(good))
      difference.good = first.place(good)
      difference.bad = bad.place(other)
      found.append(FoundDifference(difference, table, kind, [segment, ranks[kind] ?? 0, 0, good]))
    }
  }

  /// How an event moved among events whose order is kept, given by their indices in both runs.
  private func move(from good: Int, to other: Int, among kept: [(Int, Int)]) -> Difference.Change? {
    // Both indices rise, so the neighbours in the other run can be searched by halves.
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].1 < other { low = middle + 1 } else { high = middle }
    }
    if low > 0, kept[low - 1].0 > good { return .movedAfter(bad.text(kept[low - 1].1)) }
    if low < kept.count, kept[low].0 < good { return .movedBefore(bad.text(kept[low].1)) }
    return nil
  }

  /// Records that two events are the same. If another event stands for the first one, this is a difference.
  private mutating func recordMatch(_ index: Int, _ other: Int, _ order: [Int]) {
    matches[other] = index
    // The return of a callback is renamed with the callback.
    if first.name(index) == bad.name(other) || first.name(index).hasSuffix(".end") { return }
    let kind = first.kinds[index]
    if standIns[kind] != nil {
      standIns[kind]?.difference.count += 1
    } else {
      var difference = Difference(change: .replaced(by: bad.name(other)), event: first.name(index))
      difference.good = first.place(index)
      difference.bad = bad.place(other)
      standIns[kind] = FoundDifference(difference, table, kind, order)
    }
  }

  /// How an event that moved to another segment is described: by the common step that it passed.
  private func relation(_ segment: Int, _ otherSegment: Int) -> Difference.Change {
    let isLater = otherSegment > segment
    let step = commonSteps[isLater ? otherSegment - 1 : otherSegment]
    let text = bad.text(step[step.count - 1])
    return isLater ? .movedAfter(text) : .movedBefore(text)
  }

  // MARK: Frequent events

  /// An event is frequent if a run contains it at least so many times. Timers, requests and touches occur in some stretches of a
  /// session by chance. A frequent event is therefore missing only if it occurs in all such stretches of the good runs, and new
  /// only if it occurs in none.
  private static let frequent = 4

  /// How many times more or fewer frequent events are a difference of its own. Two runs of different length differ by less.
  private static let bigFactor = 10

  private func isFrequent(_ kind: Int) -> Bool {
    !steps.steps.contains(table.kinds[kind].name)
      && runs.contains { $0.count(of: kind) >= Self.frequent }
  }

  private func isRegular(_ kind: Int, after step: Int) -> Bool {
    !isFrequent(kind) || good.allSatisfy { $0.stretchesWithEvent(kind, after: step) == .all }
  }

  private func isForeign(_ kind: Int, after step: Int) -> Bool {
    !isFrequent(kind) || good.allSatisfy { $0.stretchesWithEvent(kind, after: step) == .none }
  }

  /// The frequent events that disappear, or occur much more or less often.
  private var countDifferences: [Difference] {
    let reported = Set(found.map(\.kind))
    return first.occurrences.sorted { $0.value.first < $1.value.first }.compactMap { kind, event in
      guard isFrequent(kind), !reported.contains(kind) else { return nil }
      let counts = good.map { $0.count(of: kind) }
      let count = bad.count(of: kind)
      var difference = Difference(change: .missing, event: first.text(event.first), count: event.count)
      difference.good = first.place(event.first)
      guard let least = counts.min(), let most = counts.max(), least > 0 else { return nil }
      if count == 0 { return difference }
      guard count >= most * Self.bigFactor || count * Self.bigFactor <= least else { return nil }
      difference.change = .recounted(from: count > most ? most : least, to: count)
      difference.count = 1
      difference.bad = bad.occurrences[kind].map { bad.place($0.first) }
      return difference
    }
  }
}

/// The events between two common steps in one run, by kind.
struct SegmentContent {
  /// The kinds, in the order of their first events.
  private(set) var kinds: [Int] = []
  private(set) var entries: [Int: Occurrences] = [:]

  typealias Entry = (kind: Int, places: Occurrences)
  /// The events, in the order of `kinds`.
  var events: [Entry] { kinds.compactMap { kind in entries[kind].map { (kind, $0) } } }

  init(_ run: RunEvents, _ range: Range<Int>) {
    for index in range {
      let kind = run.kinds[index]
      if entries[kind] == nil { kinds.append(kind) }
      entries[kind, default: Occurrences(first: index)].count += 1
    }
  }
}
