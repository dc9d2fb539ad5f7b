import Rulebook
import Trace

extension Reference.History {
  /// Whether lines may be lost by a place that told of this history.
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

/// What a log shows to be recorded. What an app's lines show holds for the app, what a line declares for the whole log.
extension Reference.Log {
  /// Whether a line tells of an app, and not of the log, which records nothing of the app by that.
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

  /// Whether that line shows or declares a member of the event's family.
  func records(_ event: EventID, in app: Int?, by index: Int) -> Bool {
    let family = family(of: name(event))
    let line = lines[index]
    return (isLine(index, of: app) && events(at: index).contains { self.family(of: name($0)) == family })
      || declared(line).contains { self.family(of: $0) == family }
  }

  /// Whether up to a line the event itself, or a recorder of its family, is shown, or it is declared.
  func isRecorded(_ event: EventID, in app: Int?, upTo last: Int) -> Bool {
    let name = name(event)
    return lines.indices.prefix(last + 1).contains { index in
      let line = lines[index]
      let isByRecorder =
        line.event.isEnd && isCallback(line.event) && isCallback(event)
        && family(of: self.name(line.event)) == family(of: name)
      return (isLine(index, of: app) && (events(at: index).contains(event) || isByRecorder))
        || declared(line).contains { $0 == name || $0 == (event.isEnd ? "end" : family(of: name)) }
    }
  }

  /// Whether a return of the callback is shown, or it is declared that returns are recorded.
  func recordsReturns(of callback: EventID, in app: Int?) -> Bool {
    shows(callback.end, in: app) || declaresReturns
  }

  /// Whether up to a line a return of any callback is shown, or it is declared that returns are recorded.
  func recordsReturns(in app: Int?, upTo last: Int) -> Bool {
    lines.prefix(last + 1).contains { $0.app == app && $0.event.isEnd } || declaresReturns(upTo: last)
  }

  private var declaresReturns: Bool { declaresReturns(upTo: lines.count - 1) }

  /// Whether up to a line it is declared that returns are recorded.
  func declaresReturns(upTo last: Int) -> Bool {
    lines.prefix(last + 1).contains { declared($0).contains("end") }
  }

  /// What a line declares to be recorded.
  private func declared(_ line: Reference.Line) -> [String] {
    guard let declaration = rulebook.recording, declaration.event == line.event else { return [] }
    return line.fields[declaration.field].map(Reference.words) ?? []
  }

  /// Whether a recorder of callbacks writes the event.
  private func isCallback(_ event: EventID) -> Bool {
    rulebook.vocabulary.declaration(of: event)?.callbacks.isEmpty == false
  }

  private func name(_ event: EventID) -> String { rulebook.vocabulary.name(of: event) }

  private func family(of name: String) -> String { String(name.prefix { $0 != "." }) }
}
