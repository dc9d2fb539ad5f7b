import BasicContainers
import Trace

/// The open spans that a sentence of the form `no S is open at M` has judged before, of one span S. Those that its exception
/// cannot tell apart are a group and are judged as one: so a moment costs no more if many spans were left open.
final class Backlog {
  private let span: Int
  private let traits: [Trait]
  private var groups: [Group] = []
  /// All openings from before this place in the log's order were taken in, the newest of them at that line.
  private var end = 0
  private var newestLine = 0
  private var arrived: [OpenSpan] = []
  /// There are too many groups to be of use.
  private var isDiverse = false

  /// What the exception reads of the event that has opened a span.
  private enum Trait {
    /// The answer to a condition on its fields.
    case condition(Guard)
    /// The text of a field that is compared with something else.
    case field(Guard.Value)
  }

  private enum Value: Equatable {
    case answer(Bool?)
    case text(String?)
  }

  private struct Group {
    let values: [Value]
    /// The event of one opening, which stands for all.
    let sample: Occurrence
    let reported: ReportedGroup
    /// Those that were not reported, oldest first, and some that have closed or were reported since.
    var unreported: [OpenSpan] = []
    var isExcepted = false
  }

  /// Nil if an exception reads more of an opening than fields and the key.
  init?(of span: Int, exception: Guard?) {
    self.span = span
    var traits: [Trait] = []
    if let exception, !Self.collect(from: exception, &traits) { return nil }
    self.traits = traits
  }

  private static func collect(from condition: Guard, _ traits: inout [Trait]) -> Bool {
    if condition.isOfFields {
      traits.append(.condition(condition))
      return true
    }
    switch condition {
    case .and(let a, let b), .or(let a, let b): return collect(from: a, &traits) && collect(from: b, &traits)
    case .not(let a): return collect(from: a, &traits)
    case .compare(let a, _, let b), .isMember(let a, of: let b):
      return collect(from: a, &traits) && collect(from: b, &traits)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): return collect(from: a, &traits)
    case .question, .isOpen, .withinTheLast, .since, .standsSince: return true
    case .within: return false
    }
  }

  private static func collect(from value: Guard.Value, _ traits: inout [Trait]) -> Bool {
    switch value {
    case .field: traits.append(.field(value))
    case .fact, .snapshot, .literal: break
    case .thread, .via: return false
    }
    return true
  }

  /// Takes in what has opened before a signal, and finds out what the exception says of each group. False if that may be
  /// something else for each opening.
  func prepare(for monitor: Monitor, at signal: Session.Signal) -> Bool {
    guard signal.order >= end, !isDiverse else { return false }
    monitor.session.state.list(span, openedFrom: end, before: signal.order, in: &arrived)
    end = signal.order
    for opening in arrived {
      monitor.log.work.openings += 1
      newestLine = max(newestLine, opening.openedAt.line)
      groups[group(like: opening.opening, for: monitor, at: signal)].unreported.append(opening)
      if groups.count > monitor.program.limits.openingGroups {
        isDiverse = true
        for place in groups.indices { groups[place].unreported = [] }
        break
      }
    }
    arrived.clear()
    // A line that was held back is judged after later ones.
    if isDiverse || newestLine > signal.line.line { return false }
    let most = 2 * monitor.session.state.spans[span].count
    for place in groups.indices {
      if groups[place].unreported.count > most { forgetOver(in: place, monitor) }
      if groups[place].unreported.isEmpty, groups[place].reported.members == 0 { continue }
      switch monitor.commonExcuse(like: groups[place].sample, at: signal) {
      case .given?: groups[place].isExcepted = true
      case Excuse.none?: groups[place].isExcepted = false
      case .open?, nil: return false
      }
    }
    return true
  }

  /// The group of what an event has opened; it is made if there is none.
  private func group(like opening: Occurrence, for monitor: Monitor, at signal: Session.Signal) -> Int {
    let session = monitor.session
    func value(_ trait: Trait) -> Value {
      switch trait {
      case .condition(let condition): .answer(session.evaluate(condition, signal, judging: opening))
      case .field(let field): .text(session.value(field, opening)?.text)
      }
    }
    let place = groups.firstIndex { group in
      traits.indices.allSatisfy { value(traits[$0]) == group.values[$0] }
    }
    if let place { return place }
    groups.append(
      Group(values: traits.map(value), sample: opening, reported: ReportedGroup(monitor.log)))
    return groups.count - 1
  }

  /// Forgets what has closed, and counts what was reported with its group from here on.
  private func forgetOver(in group: Int, _ monitor: Monitor) {
    let reported = groups[group].reported
    groups[group].unreported.drop { opening in
      monitor.log.work.openings += 1
      if opening.closedAt != nil { return true }
      guard let violation = monitor.earlierReport(about: opening) else { return false }
      opening.join(reported, as: violation)
      return true
    }
  }

  /// Counts a moment for all reported openings that are not excepted, and hands over the others that are not excepted, oldest
  /// first. Returns how many of the reported ones there are.
  func judge(for monitor: Monitor, unreported: inout [OpenSpan]) -> Int {
    var count = 0
    var groupCount = 0
    for place in groups.indices where !groups[place].isExcepted {
      forgetOver(in: place, monitor)
      let group = groups[place]
      if group.reported.members > 0 { group.reported.countMoment() }
      count += group.reported.members
      if group.unreported.isEmpty { continue }
      groupCount += 1
      unreported += group.unreported
    }
    if groupCount > 1 { unreported.sort { $0.order < $1.order } }
    return count
  }

  /// Whether the exception excuses no opening that is left of some group.
  var hasOffences: Bool {
    groups.contains { group in
      !group.isExcepted && (group.reported.members > 0 || group.unreported.contains { $0.closedAt == nil })
    }
  }

  /// Which of some openings the exception did not excuse, if it excuses these groups.
  func unexcused(_ openings: [OpenSpan], _ excepted: [Bool], for monitor: Monitor, at signal: Session.Signal)
    -> [OpenSpan]
  {
    openings.filter { !excepted[group(like: $0.opening, for: monitor, at: signal)] }
  }

  /// Whether the exception excuses the openings of each group.
  var excepted: [Bool] { groups.map(\.isExcepted) }
}
