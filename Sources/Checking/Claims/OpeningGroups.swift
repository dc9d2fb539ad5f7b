import BasicContainers
import Trace

/// The openings of one span S that are open, in groups, for a sentence of the form `no S is open at M`. It is used if many are
/// open. A group contains the openings that the exception cannot distinguish, and is evaluated as a whole. So the cost of a
/// moment does not grow with the number of openings that were left open.
final class OpeningGroups {
  private let span: Int
  private let traits: [Trait]
  private var groups: [Group] = []
  /// All openings before this place in the log order are in groups. The newest of them opened at line `newestLine`.
  private var end = 0
  private var newestLine = 0
  private var arrived: [OpenSpan] = []
  /// Whether there are too many groups (`Limits.openingGroups`). The groups are then no longer used.
  private var hasTooManyGroups = false

  /// A part of the exception that reads the event that opened a span. Openings of a group have the same values of all traits.
  private enum Trait {
    /// The truth value of a condition on the event's fields.
    case condition(Guard)
    /// The text of a field that is compared with a remembered value.
    case field(Guard.Value)
  }

  private enum Value: Equatable {
    case answer(Bool?)
    case text(String?)
  }

  private struct Group {
    let values: [Value]
    /// The event of one opening, for which the exception is evaluated.
    let sample: Occurrence
    /// The openings that the rule has reported.
    let reported: ReportedGroup
    /// The other openings, oldest first. Some may have closed or may have been reported since they were added.
    var unreported: [OpenSpan] = []
    var isExcepted = false
  }

  /// Creates groups for a span. Returns nil if the exception reads more of an opening than its fields and its key.
  init?(of span: Int, exception: Guard?) {
    self.span = span
    var traits: [Trait] = []
    if let exception, !Self.collect(from: exception, &traits) { return nil }
    self.traits = traits
  }

  /// Adds the traits that a condition reads. Returns false if it also reads something else of an opening.
  private static func collect(from condition: Guard, _ traits: inout [Trait]) -> Bool {
    if condition.readsOnlyFields {
      traits.append(.condition(condition))
      return true
    }
    switch condition {
    case .and(let a, let b), .or(let a, let b): return collect(from: a, &traits) && collect(from: b, &traits)
    case .not(let a): return collect(from: a, &traits)
    case .compare(let a, _, let b), .isMember(let a, of: let b):
      return collect(from: a, &traits) && collect(from: b, &traits)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): return collect(from: a, &traits)
    case .question, .isOpen, .withinTheLast, .since, .keyedSince: return true
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

  /// Adds the new openings before a signal to their groups, and evaluates the exception for each group. Returns false if each
  /// opening has to be judged on its own.
  func prepare(for monitor: Monitor, at signal: Session.Signal) -> Bool {
    guard signal.order >= end, !hasTooManyGroups else { return false }
    monitor.session.state.list(span, openedFrom: end, before: signal.order, in: &arrived)
    end = signal.order
    for opening in arrived {
      monitor.log.work.openings += 1
      newestLine = max(newestLine, opening.openedAt.line)
      groups[group(like: opening.opening, for: monitor, at: signal)].unreported.append(opening)
      if groups.count > monitor.program.limits.openingGroups {
        hasTooManyGroups = true
        for place in groups.indices { groups[place].unreported = [] }
        break
      }
    }
    arrived.clear()
    // An opening of a later line cannot be open at this line. This happens if the line was held back and is judged late.
    if hasTooManyGroups || newestLine > signal.line.line { return false }
    let most = 2 * monitor.session.state.spans[span].count
    for place in groups.indices {
      if groups[place].unreported.count > most { removeClosedAndReported(in: place, monitor) }
      if groups[place].unreported.isEmpty, groups[place].reported.members == 0 { continue }
      switch monitor.commonExceptionResult(like: groups[place].sample, at: signal) {
      case .given?: groups[place].isExcepted = true
      case Excuse.none?: groups[place].isExcepted = false
      case .open?, nil: return false
      }
    }
    return true
  }

  /// Returns the index of the group for an opening event. Creates the group if there is none.
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

  /// Removes closed openings from the unreported ones of a group. Moves those that the rule has reported at an earlier line to
  /// the reported ones.
  private func removeClosedAndReported(in group: Int, _ monitor: Monitor) {
    let reported = groups[group].reported
    groups[group].unreported.drop { opening in
      monitor.log.work.openings += 1
      if opening.closedAt != nil { return true }
      guard let violation = monitor.earlierReport(about: opening) else { return false }
      opening.join(reported, as: violation)
      return true
    }
  }

  /// Counts a repeat for each reported opening of the groups that are not excepted, and returns how many openings these are. Adds
  /// the other openings of these groups to a list, oldest first.
  func judge(for monitor: Monitor, unreported: inout [OpenSpan]) -> Int {
    var count = 0
    var groupCount = 0
    for place in groups.indices where !groups[place].isExcepted {
      removeClosedAndReported(in: place, monitor)
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

  /// Whether a group that is not excepted still has an open opening.
  var hasBreaches: Bool {
    groups.contains { group in
      !group.isExcepted && (group.reported.members > 0 || group.unreported.contains { $0.closedAt == nil })
    }
  }

  /// Returns those openings whose group is not marked in `excepted`.
  func unexcepted(_ openings: [OpenSpan], _ excepted: [Bool], for monitor: Monitor, at signal: Session.Signal)
    -> [OpenSpan]
  {
    openings.filter { !excepted[group(like: $0.opening, for: monitor, at: signal)] }
  }

  /// For each group, whether the exception applies to its openings.
  var excepted: [Bool] { groups.map(\.isExcepted) }
}
