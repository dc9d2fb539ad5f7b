import Rulebook
import Trace

/// Explains a sentence of a rule in plain English.
///
///     after each backgroundTask.begin, backgroundTask.end must occur within 30 s. A backgroundTask.begin without it is
///     reported. Different values of id are checked separately
struct SentenceExplanation {
  private let sentence: Sentence
  private let names: Vocabulary

  /// An explanation of a sentence with the events of a vocabulary.
  init(_ sentence: Sentence, _ names: Vocabulary) { (self.sentence, self.names) = (sentence, names) }

  /// One or more sentences; the first begins in lower case, the last one has no full stop.
  var text: String {
    let sessions = sentence.isAcrossSessions ? "over all launches of the app: " : ""
    let parts = [sessions + scope + claim, keys, exception].compactMap(\.self)
    return parts.joined(separator: ". ")
  }

  // MARK: Scope

  private var scope: String {
    switch sentence.scope {
    case nil: ""
    case .open(let spans): "while \(list(spans, "or")) is open, "
    case .during(let spans): "during each opening of \(list(spans, "or")), "
    case .outside(let spans):
      spans.count > 1
        ? "while none of \(list(spans, "and")) is open, " : "while \(list(spans, "and")) is not open, "
    case .after(let start, let end):
      "after \(events(start))\(end.map { " until \(events($0))" } ?? ""), "
    case .following(let start, let limit): "for \(time(limit)) after each \(events(start)), "
    case .before(let end): "before the first \(events(end)), if it occurs, "
    case .between(let start, let end): "between \(events(start)) and \(events(end)), if both occur, "
    }
  }

  // MARK: Claim

  private var claim: String {
    switch sentence.claim {
    case .never(let pattern):
      return "\(events(pattern)) must not occur. Each occurrence is reported"
    case .expect(let pattern, let limit):
      let latest = limit.map { " within \(time($0))" } ?? ""
      let part = sentence.scope == nil ? "session" : "scope"
      return "\(events(pattern)) must occur\(latest). Otherwise the \(part) is reported"
    case .has(let pattern, let condition):
      return "for each \(events(pattern)), this must be true: \(condition.words(names)). "
        + "Otherwise it is reported"
    case .isFollowed(let pattern, let response):
      let earliest = response.earliest.map { " no earlier than \(time($0)) later" } ?? ""
      let latest = response.latest.map { " within \(time($0))" } ?? ""
      let stop = response.stop.map { " before \(events($0))" } ?? ""
      return "after each \(events(pattern)), \(events(response.answer)) must occur"
        + "\(earliest)\(latest)\(stop). Each one without it is reported"
    case .isPreceded(let pattern, let precedence):
      let latest = precedence.latest.map { " in the last \(time($0))" } ?? ""
      let since = precedence.since.map { " since the newest \(events($0))" } ?? ""
      return "before each \(events(pattern)), \(events(precedence.cause)) must have occurred"
        + "\(latest)\(since). Each one without it is reported"
    case .atMost(let count, let pattern, let period):
      let time = period.map { " in any \(Quantity.text(nanoseconds: $0))" } ?? ""
      return
        "\(events(pattern)) may occur \(TextFormat.count(count, "time"))\(time). Each further one is reported"
    case .atLeast(let count, let pattern):
      return "\(events(pattern)) must occur at least \(TextFormat.count(count, "time")). "
        + "Fewer are reported at the end"
    case .recurs(let pattern, let limit):
      return "\(events(pattern)) must occur again at least every \(time(limit)). Each longer wait is reported"
    case .noneOpen(let spans, let moment):
      let delay = moment.delay.map { "\(time($0)) after " } ?? "at "
      let article = moment.pattern.atoms.first?.isClose == true ? "the " : ""
      return "no \(list(spans, "or")) may be open \(delay)\(article)\(events(moment.pattern)). "
        + "Each one that is still open is reported"
    case .lasts(let span, let bound, let limit):
      return "each \(span.name) must last at \(bound == .atMost ? "most" : "least") \(time(limit)). "
        + "Each one that does not is reported"
    case .isReopened(let span, let leaving, let pattern):
      return "each \(span.name) that was open when \(leaving.name) began, and closed during it, "
        + "must be open again at \(events(pattern)). Each one that is not is reported"
    case .obeys(let pattern, _):
      return "each \(events(pattern)) must be a step that the machine allows in its current state. "
        + "Each other one is reported"
    }
  }

  private var exception: String? {
    sentence.exception.map { "Nothing is reported if \($0.words(names))" }
  }

  /// The key fields that match events and spans.
  private var keys: String? {
    let fields = sentence.patterns.flatMap(\.atoms).flatMap(\.keys).withoutRepeats
    if !fields.isEmpty {
      return "Different values of \(TextFormat.conjunction(fields)) are checked separately"
    }
    return nil
  }

  // MARK: Parts

  /// `timer.start (if allow is not background) or periodic.start`.
  private func events(_ pattern: EventPattern) -> String { pattern.words(names) }

  private func list(_ spans: [SpanReference], _ word: String) -> String {
    spans.map(\.name).joined(separator: " \(word) ")
  }

  private func time(_ limit: Limit) -> String {
    switch limit {
    case .fixed(let nanoseconds): Quantity.text(nanoseconds: nanoseconds)
    case .value(.field(let name, _)): "the time in its field `\(name)`"
    case .value: "the time in an earlier event's field"
    }
  }
}

extension EventPattern {
  /// The pattern with its conditions, in plain English.
  fileprivate func words(_ names: Vocabulary) -> String {
    atoms.map { atom in
      let name = atom.isClose ? "close of \(atom.name)" : atom.name
      return name + (atom.condition.map { " (if \($0.words(names)))" } ?? "")
    }.joined(separator: " or ")
  }
}

extension Condition {
  /// The condition in plain English.
  fileprivate func words(_ names: Vocabulary) -> String {
    switch self {
    case .and(let a, let b): "\(a.part(inAnd: true, names)) and \(b.part(inAnd: true, names))"
    case .or(let a, let b): "\(a.part(inAnd: false, names)) or \(b.part(inAnd: false, names))"
    case .not(let condition): condition.negated(names)
    case .compare(let a, let comparison, let b): "\(a.words(names)) \(comparison.words) \(b.words(names))"
    case .oneOf(let value, let literals): "\(value.words(names)) is \(literals.words)"
    case .contains(let list, let literal): "\(list.words(names)) contains \(literal.words)"
    case .isMember(let value, let list): "\(value.words(names)) is in \(list.words(names))"
    case .isPresent(let value): "\(value.words(names)) is present"
    case .isRecorded(let pattern): "the log contains \(pattern.words(names))"
    case .isOpen(let span): "\(span.name) is open"
    case .withinTheLast(let pattern, let time, _):
      "\(pattern.words(names)) occurred in the last \(Quantity.text(nanoseconds: time))"
    case .within(let pattern, let time):
      "\(pattern.words(names)) occurs within \(Quantity.text(nanoseconds: time))"
    case .since(let event, let start): "\(event.words(names)) occurred after the newest \(start.words(names))"
    case .comesBefore(let first, let second):
      "\(first.words(names)) occurs next, before \(second.words(names))"
    }
  }

  /// The negated condition in plain English.
  private func negated(_ names: Vocabulary) -> String {
    switch self {
    case .oneOf(let value, let literals): "\(value.words(names)) is not \(literals.words)"
    case .isPresent(let value): "\(value.words(names)) is missing"
    case .isRecorded(let pattern): "the log does not contain \(pattern.words(names))"
    case .isOpen(let span): "\(span.name) is not open"
    case .contains(let list, let literal): "\(list.words(names)) does not contain \(literal.words)"
    default: "it is not true that \(part(inAnd: true, names))"
    }
  }

  private func part(inAnd isInAnd: Bool, _ names: Vocabulary) -> String {
    switch self {
    case .or where isInAnd, .and where !isInAnd: "(\(words(names)))"
    default: words(names)
    }
  }
}

extension Comparison {
  fileprivate var words: String {
    switch self {
    case .equal: "is"
    case .notEqual: "is not"
    case .less: "is less than"
    case .lessOrEqual: "is at most"
    case .greater: "is greater than"
    case .greaterOrEqual: "is at least"
    }
  }
}

extension Operand {
  fileprivate func words(_ names: Vocabulary) -> String {
    switch self {
    case .field(let name, _): "`\(name)`"
    case .last(let event, let field, _, _): "the newest `\(names.name(of: event)).\(field)`"
    case .highest(let event, let field, _, _): "the highest `\(names.name(of: event)).\(field)`"
    case .literal(let literal): literal.words
    }
  }
}

extension Literal {
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.formatted
    case .duration(let nanoseconds): Quantity.text(nanoseconds: nanoseconds)
    case .size(let bytes): "\(TextFormat.grouped(Int(bytes))) bytes"
    }
  }
}

extension [Literal] {
  fileprivate var words: String { map(\.words).joined(separator: " or ") }
}

extension Double {
  /// Without a point if it is a whole number.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}
