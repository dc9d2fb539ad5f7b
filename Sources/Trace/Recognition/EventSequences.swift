/// The relations that templates define between events of one process: the second event of a line (`then`), and the meaning of an
/// event after another one (`after`).
struct EventSequences: Sendable {
  private let seconds: [EventID: Second]
  private let meanings: [Pair: EventID]

  private struct Second {
    let event: EventID
    let fields: [Event.Field]
  }

  private struct Pair: Hashable {
    let first: EventID
    let second: EventID
  }

  init(_ vocabulary: Vocabulary, fieldNumbers: [String: Int]) {
    var seconds: [EventID: Second] = [:]
    var meanings: [Pair: EventID] = [:]
    for (index, event) in vocabulary.events.enumerated() {
      let id = EventID(entryOf: index)
      for template in event.templates {
        for (before, meaning) in template.meaningAfter {
          guard let before = vocabulary.id(of: before) else { continue }
          meanings[Pair(first: before, second: id)] = vocabulary.id(of: meaning)
        }
        // All templates of an event have the same second event; the loader checks that.
        guard seconds[id] == nil, let next = template.next, let event = vocabulary.id(of: next.event) else {
          continue
        }
        let fields = next.constants.sorted { $0.key < $1.key }.compactMap { field, text in
          fieldNumbers[field].map { Event.Field(name: .known($0), value: 0..<0, text: text) }
        }
        seconds[id] = Second(event: event, fields: fields)
      }
    }
    (self.seconds, self.meanings) = (seconds, meanings)
  }

  /// Returns the meaning of a framework's event after the previous event of the framework in the same process.
  func meaning(of event: EventID, after previous: EventID) -> EventID {
    meanings[Pair(first: previous, second: event)] ?? event
  }

  /// Replaces an event with the second event of its line, which has the same process and place.
  func replaceWithSecond(_ event: inout Event) {
    event.traits.remove(.hasSecondEvent)
    guard let second = seconds[event.id.entry] else { return }
    event.id = second.event
    event.fields = second.fields
  }
}
