import Diagnostics
import Trace
import YAML

/// Reads `vocabulary:`: events, their fields and their spellings.
struct VocabularyReader {
  let log: DiagnosticLog
  let names: Names

  private static let keys = ["callback", "notification", "line", "returns", "fields"]

  /// Declares the events of one file. An event that is known already gains what the file adds.
  func read(_ node: Node?) {
    for (name, key, value) in log.entries(node, "`vocabulary`") {
      guard isEventName(name) else {
        log.report(
          "`\(name)` is no event name", at: key.range,
          label: "words of letters and digits between dots: `timer.start`")
        continue
      }
      var event =
        names.vocabulary.events.first { $0.name == name } ?? EventDeclaration(name: name)
      if !value.isNull { read(value, into: &event) }
      names.vocabulary.declare(event)
    }
  }

  private func read(_ node: Node, into event: inout EventDeclaration) {
    let fields = log.fields(node, "an event", keys: Self.keys)
    if let node = fields["callback"] {
      event.callbacks += log.texts(node, "`callback`").map(\.text)
      event.returns = true
    }
    if let node = fields["notification"] {
      event.notifications += log.texts(node, "`notification`").map(\.text)
    }
    if let node = fields["returns"] {
      switch node.scalar {
      case "true", "yes": event.returns = true
      case "false", "no": break
      default: log.report("`returns`: expected `true` or `false`", at: node.range)
      }
    }
    for (name, key, value) in log.entries(fields["fields"], "`fields`") {
      guard let type = value.scalar.flatMap(FieldType.init) else {
        let types = FieldType.allCases.map(\.rawValue)
        log.report(
          "unknown type of the field `\(name)`", at: value.range,
          label: value.scalar.flatMap { Suggestion.didYouMean($0, among: types) }
            ?? types.joined(separator: ", "))
        continue
      }
      if let before = event.fields[name], before != type {
        log.report("the field `\(name)` is already declared as a \(before.rawValue)", at: key.range)
      }
      event.fields[name] = type
    }
    if let node = fields["line"] {
      for (text, node) in log.texts(node, "`line`") { read(template: text, node, into: &event) }
    }
  }

  private func read(template text: String, _ node: Node, into event: inout EventDeclaration) {
    do {
      let template = try LineTemplate(text)
      for case .capture(let field) in template.pieces where event.fields[field] == nil {
        event.fields[field] = .text
      }
      event.templates.append(template)
    } catch {
      log.report(error.message, at: node.range(ofUTF8: error.range))
    }
  }

  private func isEventName(_ name: String) -> Bool {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { isWordByte($0) }
      } && name.utf8.first.map { (0x61...0x7A).contains($0) } == true
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}
