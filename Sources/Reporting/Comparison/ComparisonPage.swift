import Checking
import Diagnostics

/// The comparison as a page for browsers: the first good log and the other one side by side.
public struct ComparisonPage {
  private let data: PageData

  /// The page of a comparison with rows.
  public init(_ comparison: LogComparison, rulebook: String) {
    data = PageData(comparison, rulebook: rulebook)
  }

  /// The page. Throws an `EncodingError` if its data cannot be encoded.
  public func text() throws -> String {
    let template = PageTemplate.comparison
    return template.head + PageTemplate.escaped(json: try JSONText.line(of: data)) + template.tail
  }
}

/// The data of the page.
private struct PageData: Encodable {
  var tool = "\(Tool.name) \(Tool.version)"
  var rulebook: String
  /// The last line of the text report.
  var summary: String
  var isDifferent: Bool
  /// The names of the log on the left and of the log on the right.
  var good: String
  var bad: String
  var goodRuns: Int
  /// What the page leaves out; nil if it is complete.
  var notice: String?
  var sessions: [Session] = []
  var verdicts: [Verdict]

  struct Session: Encodable {
    var title: String
    /// `missing` or `new` if only one run has the session.
    var word: String?
    var good: Line?
    var bad: Line?
    var differences: [Change]
    var pieces: [Piece]
  }

  /// Rows that follow each other.
  struct Piece: Encodable {
    /// The number of rows before the piece that are left out.
    var gap: Int
    var rows: [Row]
  }

  struct Change: Encodable {
    var word: String
    /// The sentence of the text report.
    var text: String
    /// The places as the text report shows them. A time may be compared with another good run than the first one.
    var good: String?
    var bad: String?
    var isFirst: Bool
  }

  struct Row: Encodable {
    var good: Side?
    var bad: Side?
    var isStep: Bool
    /// The change; nil if nothing differs.
    var word: String?
    /// Indices in the list of differences.
    var differences: [Int]
  }

  struct Side: Encodable {
    var line: Int
    var event: String
    var count: Int
    /// The seconds since the start of the session.
    var time: Double?
    /// The line of the log, only of rows with a difference.
    var text: String?
  }

  struct Verdict: Encodable {
    var rule: String
    var severity: String
    /// `violated`, `held` or `lost`.
    var kind: String
    /// The sentence of the text report, without the rule.
    var text: String
    var lines: [Pair]
    /// The number of violations that are left out.
    var more: Int
  }

  /// The lines of both logs for a new violation, or for a missing event.
  struct Pair: Encodable {
    var message: String?
    var good: Line?
    var bad: Line?
  }

  struct Line: Encodable {
    var place: String
    var text: String?
  }
}

extension PageData {
  /// The number of differences of a session and of violations of a rule that the page lists.
  private static let mostDifferences = 5_000
  private static let mostViolations = 100
  /// The maximum length of an event or a line. Longer ones are cut.
  private static let longestText = 1_000

  init(_ comparison: LogComparison, rulebook: String) {
    let shown = ShownRows(comparison.sessions.map(\.rows))
    let lines = LineTexts(comparison, shown)
    self.rulebook = rulebook
    summary = ComparisonSentence.summary(of: comparison)
    isDifferent = comparison.hasDifferences
    good = comparison.good.first?.name ?? ""
    bad = comparison.bad.name
    goodRuns = comparison.good.count
    verdicts = comparison.verdicts.map { Self.verdict($0, lines) }
    sessions = zip(comparison.sessions, shown.pieces).map { session, pieces in
      Session(
        title: session.isMatched
          ? ComparisonSentence.name(of: session) : ComparisonSentence.text(of: session),
        word: session.isMatched ? nil : session.bad == nil ? "missing" : "new",
        good: Self.line(session.good, lines.good(at: session.good)),
        bad: Self.line(session.bad, lines.bad(at: session.bad)),
        differences: session.differences.prefix(Self.mostDifferences).map(Self.change),
        pieces: Self.pieces(pieces, of: session, lines))
    }
    let isListCut = comparison.sessions.contains { $0.differences.count > Self.mostDifferences }
    if shown.isCut || isListCut {
      let total = TextFormat.grouped(shown.total)
      notice = "The comparison has \(total) rows; this page shows those around the first differences."
    }
  }

  private static func change(_ difference: Difference) -> Change {
    Change(
      word: difference.word, text: ComparisonSentence.text(of: difference),
      good: difference.good.map(ComparisonSentence.text), bad: difference.bad.map(ComparisonSentence.text),
      isFirst: difference.isFirst)
  }

  private static func pieces(
    _ ranges: [Range<Int>], of session: ComparedSession, _ lines: LineTexts
  ) -> [Piece] {
    var end = 0
    return ranges.map { range in
      defer { end = range.upperBound }
      return Piece(
        gap: range.lowerBound - end,
        rows: session.rows[range].map { row($0, session.differences, lines) })
    }
  }

  private static func row(_ row: EventRow, _ differences: [Difference], _ lines: LineTexts) -> Row {
    let isMarked = !row.differences.isEmpty
    return Row(
      good: row.good.map { side($0, isMarked ? lines.good[$0.line] : nil, lines.goodFiles) },
      bad: row.bad.map { side($0, isMarked ? lines.bad[$0.line] : nil, lines.badFiles) },
      isStep: row.isStep, word: row.differences.first.map { differences[$0].word },
      differences: row.differences.filter { $0 < mostDifferences })
  }

  private static func side(_ side: EventRow.Side, _ text: String?, _ files: LogFiles) -> Side {
    Side(
      line: files.place(of: side.line).line, event: side.text.cut(to: longestText), count: side.count,
      time: side.time.map { Double($0) / 1_000_000_000 }, text: text?.cut(to: longestText))
  }

  private static func verdict(_ change: VerdictChange, _ lines: LineTexts) -> Verdict {
    var pairs = change.violations.prefix(mostViolations).map { violation in
      Pair(
        message: ComparisonSentence.text(of: violation),
        good: line(violation.good, lines.good(at: violation.good)),
        bad: line(violation.bad, lines.bad(at: violation.bad)))
    }
    if let place = change.cause?.good { pairs.append(Pair(good: line(place, lines.good(at: place)))) }
    return Verdict(
      rule: change.rule, severity: change.severity.rawValue,
      kind: change.after == .violated ? "violated" : change.after == .held ? "held" : "lost",
      text: ComparisonSentence.text(of: change), lines: pairs,
      more: max(0, change.violations.count - mostViolations))
  }

  private static func line(_ place: LogFiles.Place?, _ text: String?) -> Line? {
    place.map { Line(place: ComparisonSentence.text(of: $0), text: text?.cut(to: longestText)) }
  }
}

extension Difference {
  /// The change in a word.
  fileprivate var word: String {
    switch change {
    case .missing: "missing"
    case .new: "new"
    case .movedAfter, .movedBefore: "reordered"
    case .replaced: "changed"
    case .recounted(let from, let to): to > from ? "more often" : "less often"
    case .longer, .later: "slower"
    }
  }
}
