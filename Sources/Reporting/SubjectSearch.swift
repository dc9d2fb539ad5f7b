public import Trace

/// Searches the events of a log for the subjects of known violations. Numbers in their values may differ.
public struct SubjectSearch: Sendable {
  /// The subjects that were not found yet, with their values without numbers.
  private var missing: [(subject: [String: String], values: [String: String])]
  /// The subjects that occur in the log: an event has all of their values.
  public private(set) var found: Set<[String: String]> = []
  private let recognizer: Recognizer

  /// Creates a search in one log.
  public init(_ subjects: [[String: String]], _ recognizer: Recognizer) {
    missing = subjects.map { ($0, $0.mapValues(Fingerprint.withoutNumbers)) }
    self.recognizer = recognizer
  }

  /// Searches the values of an event, whose text is `line`.
  public mutating func search(_ event: Event, _ line: Span<UInt8>) {
    if missing.isEmpty || event.fields.isEmpty { return }
    var values: [String: String] = [:]
    for field in event.fields {
      guard case .known(let number) = field.name, recognizer.fieldNames.indices.contains(number) else {
        continue
      }
      values[recognizer.fieldNames[number]] = Fingerprint.withoutNumbers(Event.text(of: field, in: line))
    }
    missing.removeAll { candidate in
      let isHere = candidate.values.allSatisfy { values[$0.key] == $0.value }
      if isHere { found.insert(candidate.subject) }
      return isHere
    }
  }
}
