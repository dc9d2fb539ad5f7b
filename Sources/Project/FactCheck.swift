import Diagnostics
import Rulebook
import Trace
import YAML

/// Reads facts as logs tell them, each by the type of its field.
enum FactCheck {
  /// A fact's value in the words of a log; what is wrong with it goes to the log of mistakes.
  static func text(of fact: ProjectFile.Fact, as type: FieldType, _ log: DiagnosticLog) -> String? {
    let (name, value) = (fact.name.text, fact.value)
    if type == .list {
      let items = value.sequence == nil ? [value] : value.sequence ?? []
      let texts = items.compactMap { log.text($0, "`\(name)`") }.flatMap { $0.split(separator: ",") }
      return texts.map { $0.trimmingBlanks }.joined(separator: ",")
    }
    guard let text = value.scalar else {
      log.report("the fact `\(name)` is a \(type.rawValue), and no list", at: value.range)
      return nil
    }
    if isWellFormed(text, as: type) { return text }
    log.report(
      "the fact `\(name)` is a \(type.rawValue), and `\(text)` is none", at: value.range,
      label: example(of: type).map { "such as `\($0)`" })
    return nil
  }

  /// Whether a log's reader would understand the text: numbers may lack their unit.
  private static func isWellFormed(_ text: String, as type: FieldType) -> Bool {
    switch type {
    case .text, .list: true
    case .version: text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Int($0) != nil }
    case .number, .duration, .size:
      switch Quantity.literal(text) {
      case .number: true
      case .duration: type == .duration
      case .size: type == .size
      case .text, nil: false
      }
    }
  }

  private static func example(of type: FieldType) -> String? {
    switch type {
    case .text, .list: nil
    case .number: "3"
    case .duration: "5s"
    case .size: "64MB"
    case .version: "17.1"
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { start[...$0] } ?? ""
  }
}
