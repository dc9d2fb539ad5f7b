/// Drops reports of a state that has not changed. Some lines report the state of a process again and again; only a change is an
/// event.
struct StateDeduplicator {
  private var newest: [Event.Owner: EventID] = [:]
  /// The newest event of each process that a framework reported.
  private var newestOfFramework: [Event.Owner?: EventID] = [:]

  /// The newest event that a template matched, and its line.
  private var newestOfTemplate: (id: EventID, line: Int) = (.unknown, 0)
  /// The newest line of each event that a template matched, by the index of the event, and the pid that logged it.
  private var newestLines: [(line: Int, pid: Int?)] = []
  /// The largest distance in lines between two reports of the same event. The stack of a crash may be between them.
  private static let mostBetween = 200

  /// Whether an event repeats an event that a template matched before: one that the same process logged, or the newest one, if
  /// its line is about another process or names none.
  mutating func isRepeated(_ event: Event, pid: Int?) -> Bool {
    let isRepeated =
      event.traits.contains(.mayRepeat)
      && (wasLogged(event, pid: pid)
        || (pid == nil || event.subject != nil) && event.id == newestOfTemplate.id
          && event.line - newestOfTemplate.line <= Self.mostBetween)
    noteTemplate(event, pid: pid)
    return isRepeated
  }

  private func wasLogged(_ event: Event, pid: Int?) -> Bool {
    guard event.id.index < newestLines.count, newestLines[event.id.index].line > 0 else { return false }
    let (line, number) = newestLines[event.id.index]
    return number == pid && event.line - line <= Self.mostBetween
  }

  /// Remembers an event that a template matched.
  private mutating func noteTemplate(_ event: Event, pid: Int?) {
    newestOfTemplate = (event.id, event.line)
    while newestLines.count <= event.id.index { newestLines.append((0, nil)) }
    newestLines[event.id.index] = (event.line, pid)
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
