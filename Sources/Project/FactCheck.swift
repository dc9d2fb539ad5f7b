import Diagnostics
import Rulebook
import Trace
import YAML

/// Checks facts of a project file against the types of their fields.
enum FactCheck {
  /// The value of a fact as a log would write it; nil if it has another type, which is reported.
  static func text(of fact: ProjectFile.Fact, as type: FieldType, _ log: DiagnosticLog) -> String? {
    let (name, value) = (fact.name.text, fact.value)
    if type == .list {
      let items = value.sequence == nil ? [value] : value.sequence ?? []
      let texts = items.compactMap { log.text($0, "`\(name)`") }.flatMap { $0.split(separator: ",") }
      return texts.map { $0.trimmingBlanks }.joined(separator: ",")
    }
    guard let text = value.scalar else {
      log.report("the fact `\(name)` is a \(type.rawValue), not a list", at: value.range)
      return nil
    }
    if type.reads(text) { return text }
    log.report(
      "the fact `\(name)` is a \(type.rawValue), but `\(text)` is not", at: value.range,
      label: type.example.map { "such as `\($0)`" })
    return nil
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { start[...$0] } ?? ""
  }
}
