import Rulebook
import Trace

extension Reference.History {
  /// Whether lines of this history may be lost at a place.
  func hasLosses(_ place: Place) -> Bool {
    let end =
      switch end {
      case .log: log.lines.count
      case .launch(let launch): launch
      case .process: lines.last ?? 0
      }
    let limit = lines.indices.contains(place.line) ? lines[place.line] : end
    let known = knownFrom.flatMap { $0 <= limit ? $0 : nil }
    let start = max(known ?? 0, boot ?? 0)
    return start < limit
      && log.lines[start..<limit].contains { rulebook.sessions.loss.contains($0.event) }
  }
}

/// The events that are recorded. Lines of an app show this for the app; declarations apply to the whole log.
extension Reference.Log {
  /// Whether a line is about an app. Lines about the log itself do not show that an app records anything.
  private func isLine(_ index: Int, of app: Int?) -> Bool {
    lines[index].app == app && !isOfLog(lines[index].event)
  }

  /// Whether the app's lines show the event itself.
  func shows(_ event: EventID, in app: Int?) -> Bool {
    lines.indices.contains { isLine($0, of: app) && events(at: $0).contains(event) }
  }

  /// Whether a member of the event's family is shown or declared.
  func records(_ event: EventID, in app: Int?) -> Bool {
    lines.indices.contains { records(event, in: app, by: $0) }
  }

  /// Whether a line shows or declares a member of the event's family.
  func records(_ event: EventID, in app: Int?, by index: Int) -> Bool {
    let family = family(of: name(event))
    let line = lines[index]
    return (isLine(index, of: app) && events(at: index).contains { self.family(of: name($0)) == family })
      || declared(line).contains { self.family(of: $0) == family }
  }

  /// Whether the event itself is shown or declared up to a line.
  func isRecorded(_ event: EventID, in app: Int?, upTo last: Int) -> Bool {
    lines.indices.prefix(last + 1).contains { isRecorded(event, in: app, by: $0) }
  }

  private func isRecorded(_ event: EventID, in app: Int?, by index: Int) -> Bool {
    let name = name(event)
    return isLine(index, of: app) && events(at: index).contains(event)
      || declared(lines[index]).contains { $0 == name || $0 == (event.isEnd ? "end" : family(of: name)) }
  }

  /// Whether a line shows that the log would contain a demanded event. A call or a return must be shown itself, any
  /// other event by its family.
  func wouldShow(_ event: EventID, in app: Int?, by index: Int) -> Bool {
    let isCall = rulebook.vocabulary.declaration(of: event)?.returns == true
    return isCall ? isRecorded(event, in: app, by: index) : records(event, in: app, by: index)
  }

  func wouldShow(_ event: EventID, in app: Int?) -> Bool {
    lines.indices.contains { wouldShow(event, in: app, by: $0) }
  }

  /// Whether a return of the callback is shown, or returns are declared.
  func recordsReturns(of callback: EventID, in app: Int?) -> Bool {
    shows(callback.end, in: app) || declaresReturns
  }

  private var declaresReturns: Bool { declaresReturns(upTo: lines.count - 1) }

  /// Whether returns are declared up to a line.
  func declaresReturns(upTo last: Int) -> Bool {
    lines.prefix(last + 1).contains { declared($0).contains("end") }
  }

  /// The events and families that a line declares.
  private func declared(_ line: Reference.Line) -> [String] {
    guard let declaration = rulebook.recording, declaration.event == line.event else { return [] }
    return line.fields[declaration.field].map(Reference.words) ?? []
  }

  private func name(_ event: EventID) -> String { rulebook.vocabulary.name(of: event) }

  private func family(of name: String) -> String { String(name.prefix { $0 != "." }) }
}
