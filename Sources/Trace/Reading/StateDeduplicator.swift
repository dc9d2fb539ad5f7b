/// Drops reports of a state that has not changed. Some lines report the state of a process again and again; only a change is an
/// event.
struct StateDeduplicator {
  private var newest: [Event.Owner: EventID] = [:]
  /// The newest event of each process that a framework reported.
  private var newestOfFramework: [Event.Owner?: EventID] = [:]

  /// The newest event that a template matched, and its line.
  private var newestOfTemplate: (id: EventID, line: Int) = (.unknown, 0)
  /// The newest reports of each event by templates, by the index of the event: one for each of a few processes.
  private var reports: [[Report]] = []
  /// The largest distance in lines between two reports of the same event. The stack of a crash may be between them.
  private static let mostBetween = 200
  private static let mostProcesses = 4

  /// The newest line at which a template matched an event, and the pid of the process that the line is about; nil if it has none.
  private struct Report {
    var pid: Int?
    var line: Int
  }

  /// Whether an event repeats an earlier one that a template matched. The earlier one has to be of the same process. If the line
  /// has no process, it has to be the newest event of the log. If it is about an unknown process, it may be of any process. `pid`
  /// is the number of the process that logs the line.
  mutating func isRepeated(_ event: Event, pid: Int?) -> Bool {
    let isOfUnknown = event.subject.map { $0.pid == nil && $0.process == nil } ?? false
    let pid = isOfUnknown ? nil : event.subject?.pid ?? pid
    while reports.count <= event.id.index { reports.append([]) }
    let known = reports[event.id.index].firstIndex { $0.pid == pid }
    let isNear = { (report: Report) in event.line - report.line <= Self.mostBetween }
    let isRepeated =
      event.traits.contains(.mayRepeat)
      && (known.map { isNear(reports[event.id.index][$0]) } ?? false
        || isOfUnknown && reports[event.id.index].contains(where: isNear)
        || pid == nil && event.id == newestOfTemplate.id
          && event.line - newestOfTemplate.line <= Self.mostBetween)
    newestOfTemplate = (event.id, event.line)
    if let known {
      reports[event.id.index][known].line = event.line
    } else {
      if reports[event.id.index].count == Self.mostProcesses { reports[event.id.index].removeFirst() }
      reports[event.id.index].append(Report(pid: pid, line: event.line))
    }
    return isRepeated
  }

  /// Whether an event reports no change. The first one of a process counts as no change, because the state before it is unknown.
  @inline(never)
  mutating func isKnown(_ event: Event, _ owner: Event.Owner?) -> Bool {
    guard let owner else { return true }
    let id = event.id
    let before = newest.updateValue(id, forKey: owner)
    return before == nil || before == id
  }

  /// Replaces a framework's event if its meaning depends on the previous one: Flutter also reports `inactive` on the way
  /// back to the foreground.
  @inline(never)
  mutating func resolveFrameworkEvent(_ event: inout Event, _ owner: Event.Owner?, _ recognizer: Recognizer) {
    if event.traits.contains(.dependsOnPrevious), let before = newestOfFramework[owner] {
      event.id = recognizer.phrases.value.sequences.meaning(of: event.id, after: before)
    }
    newestOfFramework[owner] = event.id
  }
}
