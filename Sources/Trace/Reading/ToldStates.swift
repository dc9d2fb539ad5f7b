/// What was told last of the state of each process, by lines that tell it again and again: only a change is an event.
struct ToldStates {
  private var newest: [Event.Owner: EventID] = [:]
  /// The newest event of each process that a framework has told in its own words.
  private var newestOfFramework: [Event.Owner?: EventID] = [:]

  /// The newest event that a template has found, and its line.
  private var newestOfTemplate: (id: EventID, line: Int) = (.unknown, 0)
  /// So many lines may lie between two that tell of the same: the stack of a crash is in between.
  private static let mostBetween = 200

  /// Whether an event that a template has found is the same that another line has told right before.
  mutating func isRepeated(_ event: Event) -> Bool {
    let isRepeated =
      event.mayRepeat && event.id == newestOfTemplate.id
      && event.line - newestOfTemplate.line <= Self.mostBetween
    noteTemplate(event)
    return isRepeated
  }

  /// Takes an event that a template has found.
  mutating func noteTemplate(_ event: Event) { newestOfTemplate = (event.id, event.line) }

  /// Whether a line tells no change. The first about a process does not, for what was before is not known.
  @inline(never)
  mutating func isKnown(_ event: Event, _ owner: Event.Owner?) -> Bool {
    guard let owner else { return true }
    let id = event.id
    let before = newest.updateValue(id, forKey: owner)
    return before == nil || before == id
  }

  /// Gives an event that a framework tells the meaning that it has after what was told before: Flutter says `inactive` on
  /// the way back, too.
  @inline(never)
  mutating func noteFramework(_ event: inout Event, _ owner: Event.Owner?, _ recognizer: Recognizer) {
    if event.hasOtherMeaning, let before = newestOfFramework[owner] {
      event.id = recognizer.meaning(of: event.id, after: before)
    }
    newestOfFramework[owner] = event.id
  }
}
