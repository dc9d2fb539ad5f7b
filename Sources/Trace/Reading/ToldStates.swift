/// What was told last of the state of each process, by lines that tell it again and again: only a change is an event.
struct ToldStates {
  private var newest: [Event.Owner: EventID] = [:]

  /// Whether a line tells no change. The first about a process does not, for what was before is not known.
  @inline(never)
  mutating func isKnown(_ event: Event, _ owner: Event.Owner?) -> Bool {
    guard let owner else { return true }
    let id = event.id
    let before = newest.updateValue(id, forKey: owner)
    return before == nil || before == id
  }
}
