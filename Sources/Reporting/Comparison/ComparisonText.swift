import Checking
import Diagnostics
import Rulebook

/// The comparison as text for people:
///
///     - app.openURL url=postbox://draft/7                         before.log:2               first divergence
///     + scene.willConnect id=A                                                  after.log:2
///     ~ app.didEnterBackground is now scene.didEnterBackground    before.log:6  after.log:5
public struct ComparisonText {
  private let comparison: LogComparison
  private let style: Style

  /// The number of differences that are shown for each session. JSON contains all of them.
  private static let mostShown = 30
  /// The maximum length of an event's text, and of the first column.
  private static let longestEvent = 80
  private static let widestColumn = 100

  /// The text of a comparison in a style.
  public init(_ comparison: LogComparison, _ style: Style) {
    self.comparison = comparison
    self.style = style
  }

  /// The text, with its line ends.
  public var text: String {
    (sessions + verdicts + [summary]).map { $0 + "\n" }.joined()
  }

  /// A line of the report, before its columns are aligned.
  private struct Row {
    var mark: String
    var ink: Style.Ink
    var text: String
    var good = ""
    var bad = ""
    var remark = ""
  }

  // MARK: Sessions

  private var sessions: [String] {
    let changed = comparison.sessions.filter { !$0.isMatched || !$0.differences.isEmpty }
    let hasHeadings = comparison.sessions.count > 1
    return changed.flatMap { session in
      let rows = session.isMatched ? session.differences.prefix(Self.mostShown).map(row) : [row(of: session)]
      let heading = hasHeadings && session.isMatched ? [style.paint(name(of: session), .strong)] : []
      let more = session.differences.count - Self.mostShown
      let rest =
        more > 0 ? ["  and \(TextFormat.count(more, "more difference")) (`--format json` has all)"] : []
      return heading + lines(rows) + rest
    }
  }

  private func name(of session: ComparedSession) -> String {
    "session \(session.number)" + (session.app.isEmpty ? "" : " of \(Escaping.line(session.app))")
  }

  private func row(of session: ComparedSession) -> Row {
    let isMissing = session.bad == nil
    let text = "\(name(of: session)) (\(TextFormat.count(session.events, "event")))"
    return Row(
      mark: isMissing ? "-" : "+", ink: isMissing ? .severity(.error) : .severity(.note), text: text,
      good: place(session.good), bad: place(session.bad))
  }

  private func row(_ difference: Difference) -> Row {
    let event = shown(difference.event)
    let times = difference.count > 1 ? " (\(TextFormat.count(difference.count, "time")))" : ""
    var row = Row(mark: "~", ink: .severity(.warning), text: event)
    switch difference.change {
    case .missing: (row.mark, row.ink) = ("-", .severity(.error))
    case .new: (row.mark, row.ink) = ("+", .severity(.note))
    case .movedAfter(let other): row.text += " is now after \(shown(other))"
    case .movedBefore(let other): row.text += " is now before \(shown(other))"
    case .replaced(let other): row.text += " is now \(shown(other))"
    case .recounted(let from, let to):
      row.text += " occurs \(TextFormat.count(to, "time")) instead of \(TextFormat.grouped(from))"
    case .longer(let from, let to): row.text += " takes \(duration(to)) instead of \(duration(from))"
    case .later(let other, let from, let to):
      row.text += " is \(duration(to)) after \(shown(other)) instead of \(duration(from))"
    }
    row.text += times
    row.good = place(difference.good)
    row.bad = place(difference.bad)
    row.remark = difference.isFirst ? "first divergence" : ""
    return row
  }

  private func shown(_ event: String) -> String { Escaping.line(event.cut(to: Self.longestEvent)) }
  private func duration(_ nanoseconds: Int64) -> String { Quantity.text(nanoseconds: nanoseconds) }
  private func place(_ place: LogFiles.Place?) -> String {
    place.map { "\(Escaping.path($0.path)):\($0.line)" } ?? ""
  }

  private func lines(_ rows: [Row]) -> [String] {
    let width = min(Self.widestColumn, rows.map(\.text.count).max() ?? 0)
    let goodWidth = rows.map(\.good.count).max() ?? 0
    let badWidth = rows.map(\.bad.count).max() ?? 0
    return rows.map { row in
      let places = padded(row.good, goodWidth) + "  " + padded(row.bad, badWidth) + "  " + row.remark
      let text = padded(row.text, width) + "  " + places
      return "  \(style.paint(row.mark, row.ink)) " + text.trimmingSuffix { $0 == " " }
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  // MARK: Verdicts

  private var verdicts: [String] {
    if comparison.verdicts.isEmpty { return [] }
    return [style.paint("verdicts", .strong)] + comparison.verdicts.flatMap(lines)
  }

  private func lines(of change: VerdictChange) -> [String] {
    let isWorse = change.after == .violated
    var head = "  \(style.paint(Escaping.line(change.rule), isWorse ? .severity(change.severity) : .strong)) "
    if change.before == change.after {
      head += "is \(change.after.word) in another way"
    } else {
      head +=
        "was \(change.before.word), " + (change.after == .held ? "holds now" : "is \(change.after.word) now")
    }
    if let cause = change.cause { head += ": \(shown(cause.event)) is missing (\(place(cause.good)))" }
    return [head]
      + change.violations.prefix(Self.mostShown).map { violation in
        let times = violation.count > 1 ? " (\(TextFormat.count(violation.count, "time")))" : ""
        let good = violation.good.map { " (good run: \(place($0)))" } ?? ""
        return "    \(place(violation.bad)): \(Escaping.line(violation.message))\(times)\(good)"
      }
  }

  // MARK: Summary

  private var summary: String {
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
}

extension String {
  /// The text without the characters at its end that a predicate accepts.
  fileprivate func trimmingSuffix(_ isPart: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isPart(last) { text.removeLast() }
    return String(text)
  }
}
