import Diagnostics
import Trace
import YAML

/// Reads the message of a violation: text with holes for the fields of the judged event. `{{` and `}}` are literal
/// braces.
struct MessageReader {
  let resolver: Resolver

  /// Reads the message for violations of the sentences. If the sentences are nil, because one has a mistake, holes are
  /// not checked.
  func read(_ node: Node, of sentences: [Sentence]?) -> MessageTemplate? {
    let log = resolver.log
    guard let text = log.text(node, "`message`") else { return nil }
    do {
      let pieces = try PlaceholderText(text).pieces.map { piece in
        switch piece {
        case .text(let text): MessageTemplate.Piece.text(text)
        case .hole(let name, let range):
          hole(name, at: node.range(ofUTF8: (range.lowerBound + 1)..<(range.upperBound - 1)), of: sentences)
        }
      }
      return MessageTemplate(pieces: pieces)
    } catch {
      log.report(error.message, at: node.range(ofUTF8: error.range))
      return nil
    }
  }

  private func hole(_ name: String, at place: SourceRange, of sentences: [Sentence]?) -> MessageTemplate.Piece
  {
    let measures: [String: MessageTemplate.Piece] = ["duration": .duration, "count": .count, "event": .event]
    guard let sentences, !resolver.symbols.areEventsIncomplete else { return measures[name] ?? .field(name) }
    let events = Set(
      sentences.flatMap { resolver.symbols.rulebook.judgedEvents(of: $0.claim, in: $0.scope) }
    ).sorted()
    var known = events.isEmpty ? [] : ["event"]
    if sentences.contains(where: \.claim.measuresTime) { known.append("duration") }
    if sentences.contains(where: \.claim.counts) { known.append("count") }
    if known.contains(name), let measure = measures[name] { return measure }
    if events.isEmpty || resolver.symbols.fieldType(name, of: events) == nil {
      reportUnknown(name, at: place, of: events, known)
    }
    return .field(name)
  }

  private func reportUnknown(
    _ name: String, at place: SourceRange, of events: [EventID], _ known: [String]
  ) {
    switch name {
    case "duration":
      resolver.log.report(
        "`{duration}` is known only where a sentence measures time", at: place,
        help: "it does with `lasts`, `within` and `recurs`")
    case "count":
      resolver.log.report(
        "`{count}` is known only where a sentence counts", at: place,
        help: "it does with `at most 3` and `at least 3` events")
    default:
      guard events.isEmpty else {
        return resolver.reportUnknown(field: name, of: events, or: known, at: place)
      }
      resolver.log.report("`{\(name)}` refers to no event", at: place, label: "no event is judged here")
    }
  }
}
