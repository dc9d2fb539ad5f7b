import Diagnostics
import Trace
import YAML

/// Reads what a violation says: text with holes for the fields of the event that it is about. `{{` and `}}` stand
/// for the braces.
struct MessageReader {
  let resolver: Resolver

  /// Reads a message about violations of the sentences; nil for sentences that are not known says that any field may be meant.
  func read(_ node: Node, of sentences: [Sentence]?) -> MessageTemplate? {
    let log = resolver.log
    guard let text = log.text(node, "`message`") else { return nil }
    let bytes = Array(text.utf8)
    var pieces: [MessageTemplate.Piece] = []
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      guard isBrace, index + 1 == bytes.count || bytes[index + 1] != byte else {
        literal.append(byte)
        index += isBrace ? 2 : 1
        continue
      }
      guard byte == UInt8(ascii: "{") else {
        log.report(
          "`}` without `{`; write `}}` for the character", at: node.range(ofUTF8: index..<(index + 1)))
        return nil
      }
      guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
        log.report(
          "`{` without `}`; write `{{` for the character", at: node.range(ofUTF8: index..<(index + 1)))
        return nil
      }
      guard close > index + 1 else {
        log.report("expected a field's name between the braces", at: node.range(ofUTF8: index..<(close + 1)))
        return nil
      }
      if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
      literal = []
      let name = String(decoding: bytes[(index + 1)..<close], as: UTF8.self)
      pieces.append(hole(name, at: node.range(ofUTF8: (index + 1)..<close), of: sentences))
      index = close + 1
    }
    if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
    return MessageTemplate(pieces: pieces)
  }

  private func hole(_ name: String, at place: SourceRange, of sentences: [Sentence]?) -> MessageTemplate.Piece
  {
    let (log, names) = (resolver.log, resolver.names)
    switch name {
    case "event": return .event
    case "duration":
      let isMeasured = sentences?.contains { if case .lasts = $0.claim { true } else { false } }
      if isMeasured == false {
        log.report("`{duration}` is known only where a sentence says `lasts`", at: place)
      }
      return .duration
    default:
      if let sentences {
        let events = Set(sentences.flatMap { names.judgedEvents(of: $0.claim, in: $0.scope) }).sorted()
        if names.fieldType(name, of: events) == nil {
          resolver.reportUnknown("field", name, at: place, among: names.fieldNames(of: events) + ["event"])
        }
      }
      return .field(name)
    }
  }
}
