import Rulebook

extension Violation {
  /// What a violation is about, apart from where and when it happened. Two recordings of one fault have the same subject, if its
  /// values do not differ from run to run.
  public struct Subject: Sendable, Equatable {
    /// The name of the event that the violation is about: it broke the rule, another event had to follow it, or it opened a span
    /// that lasted too long. Empty if an event is missing in a whole session.
    public let event: String
    /// The values of the key fields of the claim and of its scope, in this order. Fields without a value are left out.
    public let fields: [Field]

    init(event: String = "", fields: [Field] = []) {
      self.event = event
      self.fields = fields
    }

    /// The value of a key field, as it is in the log: `id` = `redraw`.
    public struct Field: Sendable, Equatable {
      /// The name of the field.
      public let name: String
      /// The value.
      public let value: String
    }
  }
}

extension Monitor {
  /// Returns the subject of a breach that is about an event.
  final func subject(of judged: Occurrence, in instance: ScopeInstance) -> Violation.Subject {
    let opening = instance.opening
    // The event at the beginning of a session is any event.
    let isAnyEvent = compiled.demandsItsEvents && opening == nil && judged === instance.start
    return Violation.Subject(
      event: isAnyEvent ? "" : name(judged),
      fields: compiled.subjectFields.isEmpty
        ? [] : compiled.subjectFields.compactMap { field in value(of: field, judged, in: instance) })
  }

  /// Returns the value of a key field of the judged event, or else of the event that opened the scope.
  private func value(
    of field: SubjectField, _ judged: Occurrence, in instance: ScopeInstance
  ) -> Violation.Subject.Field? {
    let value =
      judged.retainedLine.value(field.number) ?? instance.opening?.retainedLine.value(field.number)
      ?? instance.parts.last?.opening.opening.retainedLine.value(field.number)
    return value.map { Violation.Subject.Field(name: field.name, value: $0) }
  }
}

/// A key field of a sentence, by name and number.
struct SubjectField: Sendable {
  let name: String
  let number: Int
}

extension Compiler {
  /// Returns the key fields of the claim of a sentence, and then those of its scope, each once.
  func subjectFields(of sentence: Sentence) -> [SubjectField] {
    let names = keyNames(of: sentence.claim) + keyNames(of: sentence.scope)
    return names.withoutRepeats.compactMap { name in
      fieldIndex[name].map { SubjectField(name: name, number: $0) }
    }
  }

  private func keyNames(of claim: Claim) -> [String] {
    switch claim {
    case .never(let events), .has(let events, _), .isFollowed(let events, _), .isPreceded(let events, _),
      .atMost(_, let events, _):
      events.keyNames
    case .expect(let events, _), .atLeast(_, let events), .recurs(let events, _): events.keyNames
    case .noneOpen(let spans, _): spans.flatMap { keyName(of: $0.id).map { [$0] } ?? [] }
    case .lasts(let span, _, _), .isReopened(let span, _, _): keyName(of: span.id).map { [$0] } ?? []
    case .obeys(_, let machine): rulebook.machines[machine.rawValue].key.map { [$0] } ?? []
    }
  }

  private func keyNames(of scope: Scope?) -> [String] {
    switch scope {
    case .open(let spans), .during(let spans): spans.flatMap { keyName(of: $0.id).map { [$0] } ?? [] }
    case .after(let start, _), .following(let start, _), .between(let start, _): start.keyNames
    case .outside, .before, nil: []
    }
  }

  private func keyName(of span: SpanID) -> String? {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(_, _, let key): key
    case .state(let machine, _): rulebook.machines[machine.rawValue].key
    case .composed(let first, _): keyName(of: first)
    case .callback: nil
    }
  }
}

extension EventPattern {
  fileprivate var keyNames: [String] { atoms.flatMap(\.keys) }
}
