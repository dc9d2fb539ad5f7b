import Diagnostics
import Testing

@testable import Rulebook

/// The rulebook of a shop, which the sentences of these tests use.
enum Shop {
  static let text = """
    lifecheck: 1
    vocabulary:
      shop.open: {callback: shopDidOpen, fields: {id: text}}
      shop.close: {callback: shopWillClose}
      shop.config: {fields: {memory: size, wait: duration, system: version, modes: list, open-on: text}}
      cart.add: {fields: {id: text, price: number}}
      cart.remove: {fields: {id: text}}
      pay.begin: {fields: {id: text, wait: duration}}
      pay.end: {fields: {id: text}}
      till.lock: {fields: {id: text}}
      till.unlock: {fields: {id: text}}
    spans:
      cart: {from: cart.add, until: cart.remove, key: id}
      strike: {from: shop.close, until: shop.open}
      late-cart: cart while night
    machines:
      shop:
        states: {day: {}, night: {}, rush: {refines: day}}
        transitions: {shop.open: {to: day}, shop.close: {to: night}}
      till:
        per: id
        states: [locked, free]
        transitions: {till.lock: {to: locked}, till.unlock: {to: free}}

    """

  /// The rulebook with added YAML, or its mistakes.
  static func load(adding yaml: String) -> Result<Rulebook, RulebookError> {
    Rulebook.reading(["test.yaml": text + yaml])
  }

  /// The rulebook with a rule of the given sentence.
  static func load(sentence: String) -> Result<Rulebook, RulebookError> {
    load(adding: "rules:\n  - id: it\n    check: |\n      \(sentence)\n")
  }
}

extension Rulebook {
  /// Reads files by name, the first of them as the rulebook.
  static func reading(_ files: KeyValuePairs<String, String>) -> Result<Rulebook, RulebookError> {
    let first = files.first?.key ?? ""
    do {
      return .success(
        try load([first]) { path in
          files.first { $0.key == path }.map { .success(Array($0.value.utf8)) } ?? .failure(.missing)
        })
    } catch {
      return .failure(error)
    }
  }
}

extension RulebookError {
  /// The diagnostics in one line each: the underlined text, the message and the label.
  var lines: [String] {
    diagnostics.map { diagnostic in
      let place = diagnostic.range.map { "«\(String(decoding: $0.source.bytes[$0.bytes], as: UTF8.self))» " }
      return (place ?? "") + diagnostic.message + (diagnostic.label.map { " - " + $0 } ?? "")
    }
  }
}

/// Sentences in a form to compare: with all brackets, and with all names resolved.
struct Outline {
  let rulebook: Rulebook

  func text(_ sentence: Sentence) -> String {
    var result = sentence.isAcrossSessions ? "across sessions: " : ""
    result += sentence.scope.map { text($0) + ": " } ?? ""
    result += text(sentence.claim)
    if let exception = sentence.exception { result += " unless " + text(exception) }
    return result
  }

  func text(_ scope: Scope) -> String {
    switch scope {
    case .open(let spans): "while \(text(spans))"
    case .during(let spans): "during \(text(spans))"
    case .outside(let spans): "outside \(text(spans))"
    case .following(let start, let limit): text("for ", limit) + " after \(text(start))"
    case .before(let end): "before \(text(end))"
    case .after(let start, until: nil): "after \(text(start))"
    case .after(let start, until: let end?): "after \(text(start)) until \(text(end))"
    case .between(let start, let end): "between \(text(start)) and \(text(end))"
    }
  }

  func text(_ claim: Claim) -> String {
    switch claim {
    case .never(let events): "never \(text(events))"
    case .expect(let events, let limit): "expect \(text(events))" + text(" within ", limit)
    case .has(let events, let condition): "\(text(events)) has \(text(condition))"
    case .isFollowed(let events, let response):
      "\(text(events)) then \(text(response.answer))" + text(" from ", response.earliest)
        + text(" within ", response.latest) + text(" before ", response.stop)
    case .isPreceded(let events, let precedence):
      "\(text(events)) after \(text(precedence.cause))" + text(" within ", precedence.latest)
        + text(" since ", precedence.since)
    case .atMost(let count, let events, let time):
      "<= \(count) of \(text(events))" + (time.map { " per \($0)ns" } ?? "")
    case .atLeast(let count, let events): ">= \(count) of \(text(events))"
    case .recurs(let events, let limit): "\(text(events)) recurs" + text(" every ", limit)
    case .noneOpen(let spans, let moment):
      "none open \(text(spans)) at \(text(moment.pattern))"
        + text(" + ", moment.delay)
    case .lasts(let span, let bound, let limit):
      "\(text(span)) lasts" + text(bound == .atMost ? " <= " : " >= ", limit)
    case .isReopened(let span, let leaving, let moment):
      "\(text(span)) closed while \(text(leaving)) is open at \(text(moment))"
    case .obeys(let events, let machine):
      "\(text(events)) obeys \(rulebook.machines[machine.rawValue].name)"
    }
  }

  private func text(_ word: String, _ pattern: EventPattern?) -> String {
    pattern.map { word + text($0) } ?? ""
  }

  private func text(_ word: String, _ limit: Limit?) -> String {
    switch limit {
    case nil: ""
    case .fixed(let nanoseconds): "\(word)\(nanoseconds)ns"
    case .value(let operand): word + text(operand)
    }
  }

  func text(_ spans: [SpanReference]) -> String {
    "[" + spans.map(text).joined(separator: ", ") + "]"
  }

  func text(_ span: SpanReference) -> String {
    rulebook.spans[span.id.rawValue].name + (span.isBound ? "(key)" : "")
  }

  func text(_ pattern: EventPattern) -> String {
    "[" + pattern.atoms.map(text).joined(separator: ", ") + "]"
  }

  func text(_ atom: EventPattern.Atom) -> String {
    var result = atom.isClose ? "close of " : ""
    result += atom.events.map(rulebook.vocabulary.name).joined(separator: "+")
    if !atom.keys.isEmpty { result += "(\(atom.keys.joined(separator: ", ")))" }
    if let condition = atom.condition { result += " where " + text(condition) }
    return result
  }

  func text(_ condition: Condition) -> String {
    switch condition {
    case .and(let a, let b): "(\(text(a)) and \(text(b)))"
    case .or(let a, let b): "(\(text(a)) or \(text(b)))"
    case .not(let a): "not \(text(a))"
    case .compare(let a, let comparison, let b): "\(text(a)) \(comparison.rawValue) \(text(b))"
    case .oneOf(let a, let values): "\(text(a)) in [\(values.map(text).joined(separator: ", "))]"
    case .isMember(let a, of: let b): "\(text(a)) in \(text(b))"
    case .contains(let a, let value): "\(text(a)) contains \(text(value))"
    case .isRecorded(let events): "\(text(events)) recorded"
    case .isPresent(let a): "\(text(a)) present"
    case .isOpen(let span): "\(text(span)) open"
    case .withinTheLast(let events, let time, let clock):
      "\(text(events)) in the \(time)ns\(clock == .wall ? " wall" : "") before"
    case .comesBefore(let events, let others): "\(text(events)) comes before \(text(others))"
    case .within(let events, let time): "\(text(events)) in \(time)ns"
    case .since(let event, let start): "\(text(event)) since \(text(start))"
    }
  }

  func text(_ operand: Operand) -> String {
    switch operand {
    case .field(let name, let type): "\(name):\(type.rawValue)"
    case .last(let event, let field, let type, at: let moment):
      "last \(rulebook.vocabulary.name(of: event)) \(field):\(type.rawValue)" + text(" at ", moment)
    case .highest(let event, let field, let type, since: let start):
      "highest \(rulebook.vocabulary.name(of: event)) \(field):\(type.rawValue)" + text(" since ", start)
    case .literal(let value): text(value)
    }
  }

  func text(_ literal: Literal) -> String {
    switch literal {
    case .text(let text): "'\(text)'"
    case .number(let number): "\(number)"
    case .duration(let nanoseconds): "\(nanoseconds)ns"
    case .size(let bytes): "\(bytes)B"
    }
  }
}
