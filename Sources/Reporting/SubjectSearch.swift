public import Checking
import Project
import Rulebook
public import Trace

extension KnownSubject {
  /// The subject of a known violation. Numbers in its values may differ from run to run.
  init(_ entry: Baseline.Entry) {
    self.init(
      rule: entry.rule, event: entry.event, values: entry.subject.mapValues(Fingerprint.withoutNumbers))
  }
}

/// Searches the events of a log for the subjects of known violations. Numbers in their values may differ.
public struct SubjectSearch: Sendable {
  /// The subjects that occur in the log.
  public private(set) var found: Set<KnownSubject> = []
  /// The subjects that were not found yet, by the number of the event. An event that no line logs, because it is derived from
  /// others, may be any of them: its number is nil.
  private var missing: [EventID?: [KnownSubject]] = [:]
  private let recognizer: Recognizer

  /// Creates a search in one log, which is checked against a rulebook.
  public init(_ subjects: Set<KnownSubject>, _ recognizer: Recognizer, derived: Set<EventID>) {
    self.recognizer = recognizer
    for subject in subjects {
      let event = recognizer.vocabulary.id(of: subject.event)
      missing[event.flatMap { derived.contains($0) ? nil : $0 }, default: []].append(subject)
    }
  }

  /// Searches the values of an event, whose text is `line`.
  public mutating func search(_ event: Event, _ line: Span<UInt8>) {
    search(event.id, event, line)
    search(nil, event, line)
  }

  private mutating func search(_ key: EventID?, _ event: Event, _ line: Span<UInt8>) {
    guard let candidates = missing[key] else { return }
    var values: [String: String] = [:]
    for field in event.fields {
      guard case .known(let number) = field.name, recognizer.fieldNames.indices.contains(number) else {
        continue
      }
      values[recognizer.fieldNames[number]] = Fingerprint.withoutNumbers(Event.text(of: field, in: line))
    }
    let isHere = { (subject: KnownSubject) in subject.values.allSatisfy { values[$0.key] == $0.value } }
    let here = candidates.filter(isHere)
    if here.isEmpty { return }
    found.formUnion(here)
    let rest = candidates.filter { !isHere($0) }
    missing[key] = rest.isEmpty ? nil : rest
  }
}
