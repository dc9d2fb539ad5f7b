import Diagnostics
import Rulebook
import Trace
import YAML

extension DocumentLayout {
  /// The keys of an entry of `documents:`.
  private static let keys = [
    "records", "time", "message", "fields", "thread", "process", "run", "facts",
  ]

  /// Reads the description of a project's own documents. Reports mistakes to a log; nil if there is one.
  init?(_ node: Node, _ log: DiagnosticLog) {
    guard node.mapping != nil else {
      log.report("a document: expected a mapping, found \(node.kindName)", at: node.range)
      return nil
    }
    let fields = log.fields(node, "a document", keys: Self.keys, required: ["message"])
    let count = log.diagnostics.count
    func path(_ key: String) -> JSONPath? { fields[key].flatMap { Self.path($0, "`\(key)`", log) } }
    let messages = log.texts(fields["message"], "`message`").compactMap {
      Self.message($0.text, $0.node, log)
    }
    let facts = log.entries(fields["facts"], "`facts`").compactMap { name, _, value in
      Self.path(value, "`\(name)`", log).map { (field: name, place: $0) }
    }
    self.init(
      records: path("records"), time: path("time"), messages: messages, fields: path("fields"),
      thread: path("thread"), process: path("process"), run: path("run"), facts: facts)
    if messages.isEmpty || log.diagnostics.count > count { return nil }
  }

  private static func path(_ node: Node, _ what: String, _ log: DiagnosticLog) -> JSONPath? {
    guard let text = log.text(node, what) else { return nil }
    if let path = JSONPath(text) { return path }
    log.report(
      "\(what): `\(text)` is not a place in a document", at: node.range,
      help: "such as `data.state`, `events[].breadcrumbs[]`, or `timestamp|time` for either")
    return nil
  }

  private static func message(_ text: String, _ node: Node, _ log: DiagnosticLog) -> DocumentMessage? {
    do {
      return try DocumentMessage(text)
    } catch {
      log.report(
        error.message, at: node.range(ofUTF8: error.range), help: "such as `{category} {data.state}`")
      return nil
    }
  }
}
