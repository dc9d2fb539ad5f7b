import Diagnostics
import Trace
import YAML

/// Reads the settings for the log as a whole: `sessions:`, `clock:`, `delivery:`, `facts:` and `recording:`.
final class SessionReader {
  private let resolver: Resolver
  private var sameProcess: [(text: String, node: Node)] = []
  private var watchdogs: [Node] = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  /// Reads one file.
  func read(_ document: [String: Node], into rulebook: inout Rulebook) {
    if let node = document["sessions"] { readSessions(node, into: &rulebook.sessions) }
    if let node = document["clock"] { readClock(node, into: &rulebook.clock) }
    if let node = document["delivery"] {
      rulebook.delivery = eventField(node, "`delivery`") ?? rulebook.delivery
    }
    rulebook.facts.formUnion(resolver.events(document["facts"], "`facts`"))
    if let node = document["recording"] {
      rulebook.recording = eventField(node, "`recording`", .list) ?? rulebook.recording
    }
  }

  /// Reads the patterns once all files are read, because they can name spans and states of any file.
  func readPatterns(into sessions: inout SessionBoundaries) {
    for node in watchdogs { sessions.watchdog = resolver.pattern(node, "`watchdog`") ?? sessions.watchdog }
  }

  /// Checks, once all files are read, that the events of `sameProcess` are in `begin`.
  func check(_ sessions: SessionBoundaries) {
    for (name, node) in sameProcess {
      guard let event = resolver.symbols.vocabulary.id(of: name), !sessions.begin.contains(event) else {
        continue
      }
      resolver.log.report("`\(name)` is in `sameProcess`, and not in `begin`", at: node.range)
    }
  }

  private func readSessions(_ node: Node, into sessions: inout SessionBoundaries) {
    let fields = resolver.log.fields(
      node, "`sessions`",
      keys: ["begin", "sameProcess", "ending", "end", "watchdog", "boot", "loss", "chosen"])
    sessions.begin += resolver.events(fields["begin"], "`begin`")
    sessions.sameProcess.formUnion(resolver.events(fields["sameProcess"], "`sameProcess`"))
    sessions.ending.formUnion(resolver.events(fields["ending"], "`ending`"))
    sessions.end.formUnion(resolver.events(fields["end"], "`end`"))
    sessions.boot.formUnion(resolver.events(fields["boot"], "`boot`"))
    sessions.loss.formUnion(resolver.events(fields["loss"], "`loss`"))
    sessions.chosen.formUnion(resolver.events(fields["chosen"], "`chosen`"))
    if let node = fields["watchdog"] { watchdogs.append(node) }
    if let node = fields["sameProcess"] {
      sameProcess += (node.sequence ?? [node]).compactMap { item in item.scalar.map { ($0, item) } }
    }
  }

  private func readClock(_ node: Node, into clock: inout ClockRule) {
    let log = resolver.log
    let fields = log.fields(node, "`clock`", keys: ["stopped", "gaps", "set"])
    clock.stopped += resolver.spans(fields["stopped"], "`stopped`")
    clock.set.formUnion(resolver.events(fields["set"], "`set`"))
    guard let gaps = fields["gaps"] else { return }
    let details = log.fields(gaps, "`gaps`", keys: ["in", "over"], required: ["in", "over"])
    let spans = resolver.spans(details["in"], "`in`")
    guard let node = details["over"], let text = log.text(node, "`over`"),
      let over = resolver.parse(text, node, { $0.wholeDuration() })
    else { return }
    clock.gaps = (spans, over)
  }

  private func eventField(_ node: Node, _ what: String, _ wanted: FieldType? = nil) -> EventField? {
    let (log, symbols) = (resolver.log, resolver.symbols)
    let fields = log.fields(node, what, keys: ["event", "field"], required: ["event", "field"])
    let event = fields["event"].flatMap { node in
      log.text(node, "`event`").flatMap { resolver.event($0, node) }
    }
    guard let node = fields["field"], let field = log.text(node, "`field`"), let event else { return nil }
    guard let type = symbols.fieldType(field, of: [event]) else {
      resolver.reportUnknown(field: field, of: [event], at: node.range)
      return nil
    }
    if let wanted, type != wanted {
      log.report(
        "the field `\(field)` is a \(type.rawValue), and a \(wanted.rawValue) is needed", at: node.range)
    }
    return EventField(event: event, field: field)
  }
}
