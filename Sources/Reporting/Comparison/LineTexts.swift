/// The text of the lines that a page of a comparison shows.
struct LineTexts {
  let goodFiles: LogFiles
  let badFiles: LogFiles
  /// The lines of the first good log and of the other log, by their numbers in reading order.
  private(set) var good: [Int: String] = [:]
  private(set) var bad: [Int: String] = [:]

  /// The lines of the differences in the shown rows, of sessions without a counterpart, and of the verdicts.
  init(_ comparison: LogComparison, _ shown: ShownRows) {
    (goodFiles, badFiles) = (comparison.good[0], comparison.bad)
    var (goodLines, badLines): (Set<Int>, Set<Int>) = ([], [])
    for (session, pieces) in zip(comparison.sessions, shown.pieces) {
      for row in pieces.flatMap({ session.rows[$0] }) where !row.differences.isEmpty {
        if let side = row.good { goodLines.insert(side.line) }
        if let side = row.bad { badLines.insert(side.line) }
      }
      if session.isMatched { continue }
      goodLines.formUnion(session.good.flatMap(goodFiles.line).map { [$0] } ?? [])
      badLines.formUnion(session.bad.flatMap(badFiles.line).map { [$0] } ?? [])
    }
    for change in comparison.verdicts {
      let places = change.violations.map(\.good) + [change.cause?.good]
      goodLines.formUnion(places.compactMap { $0.flatMap(goodFiles.line) })
      badLines.formUnion(change.violations.compactMap { badFiles.line(at: $0.bad) })
    }
    good = comparison.goodText?.lines(goodLines) ?? [:]
    bad = comparison.badText?.lines(badLines) ?? [:]
  }

  func good(at place: LogFiles.Place?) -> String? { place.flatMap(goodFiles.line).flatMap { good[$0] } }
  func bad(at place: LogFiles.Place?) -> String? { place.flatMap(badFiles.line).flatMap { bad[$0] } }
}
