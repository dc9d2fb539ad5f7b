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
  /// The maximum width of the first column.
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
      let heading =
        hasHeadings && session.isMatched ? [style.paint(ComparisonSentence.name(of: session), .strong)] : []
      let more = session.differences.count - Self.mostShown
      let rest =
        more > 0 ? ["  and \(TextFormat.count(more, "more difference")) (`--format json` has all)"] : []
      return heading + lines(rows) + rest
    }
  }

  private func row(of session: ComparedSession) -> Row {
    let isMissing = session.bad == nil
    return Row(
      mark: isMissing ? "-" : "+", ink: isMissing ? .severity(.error) : .severity(.note),
      text: ComparisonSentence.text(of: session),
      good: place(session.good), bad: place(session.bad))
  }

  private func row(_ difference: Difference) -> Row {
    var row = Row(mark: "~", ink: .severity(.warning), text: ComparisonSentence.text(of: difference))
    switch difference.change {
    case .missing: (row.mark, row.ink) = ("-", .severity(.error))
    case .new: (row.mark, row.ink) = ("+", .severity(.note))
    case .movedAfter, .movedBefore, .replaced, .recounted, .longer, .later: break
    }
    row.good = place(difference.good)
    row.bad = place(difference.bad)
    row.remark = difference.isFirst ? "first divergence" : ""
    return row
  }

  private func place(_ place: LogFiles.Place?) -> String { place.map(ComparisonSentence.text) ?? "" }

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
    let ink = change.after == .violated ? Style.Ink.severity(change.severity) : .strong
    let head = "  \(style.paint(Escaping.line(change.rule), ink)) \(ComparisonSentence.text(of: change))"
    return [head]
      + change.violations.prefix(Self.mostShown).map { violation in
        let good = violation.good.map { " (good run: \(place($0)))" } ?? ""
        return "    \(place(violation.bad)): \(ComparisonSentence.text(of: violation))\(good)"
      }
  }

  private var summary: String { ComparisonSentence.summary(of: comparison) }
}

extension String {
  /// The text without the characters at its end that a predicate accepts.
  fileprivate func trimmingSuffix(_ isPart: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isPart(last) { text.removeLast() }
    return String(text)
  }
}
