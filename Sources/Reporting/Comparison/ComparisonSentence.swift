import Checking
import Diagnostics
import Rulebook

/// The sentences about a comparison, which its reports have in common. Text of the logs is escaped, and long events are cut.
enum ComparisonSentence {
  /// The maximum length of an event's text.
  private static let longestEvent = 80

  /// `app.didEnterBackground is now scene.didEnterBackground`. For an event that is missing or new, only the event.
  static func text(of difference: Difference) -> String {
    var text = shown(difference.event)
    switch difference.change {
    case .missing, .new: break
    case .movedAfter(let other): text += " is now after \(shown(other))"
    case .movedBefore(let other): text += " is now before \(shown(other))"
    case .replaced(let other): text += " is now \(shown(other))"
    case .recounted(let from, let to):
      text += " occurs \(TextFormat.count(to, "time")) instead of \(TextFormat.grouped(from))"
    case .longer(let from, let to): text += " takes \(duration(to)) instead of \(duration(from))"
    case .later(let other, let from, let to):
      text += " is \(duration(to)) after \(shown(other)) instead of \(duration(from))"
    }
    return text + times(difference.count)
  }

  /// `session 2 of Notes (14 events)`.
  static func text(of session: ComparedSession) -> String {
    "\(name(of: session)) (\(TextFormat.count(session.events, "event")))"
  }

  /// `session 2 of Notes`.
  static func name(of session: ComparedSession) -> String {
    "session \(session.number)" + (session.app.isEmpty ? "" : " of \(Escaping.line(session.app))")
  }

  /// The change without the rule: `was held, is violated now`.
  static func text(of change: VerdictChange) -> String {
    var text =
      if change.before == change.after {
        "is \(change.after.word) in another way"
      } else {
        "was \(change.before.word), " + (change.after == .held ? "holds now" : "is \(change.after.word) now")
      }
    if let cause = change.cause {
      text += ": \(shown(cause.event)) is missing (\(self.text(of: cause.good)))"
    }
    return text
  }

  static func text(of violation: VerdictChange.NewViolation) -> String {
    Escaping.line(violation.message) + times(violation.count)
  }

  /// `before.log:7`.
  static func text(of place: LogFiles.Place) -> String { "\(Escaping.path(place.path)):\(place.line)" }

  /// The logs, and how much differs.
  static func summary(of comparison: LogComparison) -> String {
    let good =
      comparison.good.count == 1
      ? Escaping.line(comparison.good[0].name) : TextFormat.count(comparison.good.count, "good run")
    let subject = "\(Escaping.line(comparison.bad.name)) compared with \(good)"
    if !comparison.hasDifferences {
      let matched = comparison.sessions.filter(\.isMatched)
      let events = TextFormat.count(matched.map(\.events).reduce(0, +), "event")
      return "\(subject): no differences (\(events), \(TextFormat.count(matched.count, "session")))"
    }
    var counts: [String] = []
    if comparison.differenceCount > 0 {
      counts.append(TextFormat.count(comparison.differenceCount, "difference"))
    }
    if !comparison.verdicts.isEmpty {
      counts.append(TextFormat.count(comparison.verdicts.count, "verdict") + " changed")
    }
    return "\(subject): " + counts.joined(separator: ", ")
  }

  private static func shown(_ event: String) -> String { Escaping.line(event.cut(to: longestEvent)) }
  private static func duration(_ nanoseconds: Int64) -> String { Quantity.text(nanoseconds: nanoseconds) }
  private static func times(_ count: Int) -> String {
    count > 1 ? " (\(TextFormat.count(count, "time")))" : ""
  }
}
