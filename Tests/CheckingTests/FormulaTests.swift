import TestSupport
import Testing

/// The formulas of the language page define what the checker does: both find the same number of violations in random
/// logs.
@Suite struct `A formula of the language page` {
  /// A sentence as an instance of a claim, with the values of the formula's letters.
  struct Case: CustomStringConvertible, Sendable {
    var claim: ClaimForm
    var sentence: String
    /// The number of the formula among those of the claim.
    var formula = 0
    var limits: [Character: Int] = [:]
    /// Whether the formula gives the number of violations, or only whether there is one.
    var countsBreaks = true

    var description: String { sentence }

    /// The signal of an event in the formula, with its key if the sentence reads it.
    fileprivate func signal(_ line: Line) -> Course.Signal {
      let parts = sentence.split(separator: /\b(?:before|since)\b/).map(String.init)
      func isNamed(in part: String?) -> Bool {
        part?.split(separator: " ").contains { $0 == line.name || $0 == "\(line.name)(k)" } ?? false
      }
      var names: Set<String> = []
      if line.name == "t.e" {
        names = ["E", "M"]
      } else {
        if isNamed(in: parts.first) { names.insert("F") }
        if isNamed(in: parts.dropFirst().first) { names.insert("G") }
      }
      return .init(
        names: names, key: sentence.contains("\(line.name)(k)") ? line.key : nil, time: line.time)
    }
  }

  static let rulebook = """
    lifecheck: 1
    vocabulary:
      t.open:
      t.close:
      t.e: {fields: {k: text}}
      t.f: {fields: {k: text}}
      t.g: {fields: {k: text}}
      t.fg: {fields: {k: text}}
      t.on: {fields: {k: text}}
      t.off: {fields: {k: text}}
    spans:
      s: {from: t.on, until: t.off, key: k}
    rules:
      - id: r
        check: >-
          SENTENCE

    """

  static let cases = [
    Case(claim: .never, sentence: "never t.e"),
    Case(claim: .expect, sentence: "expect t.e"),
    Case(claim: .expect, sentence: "expect t.e within 3s", limits: ["T": 3]),
    Case(claim: .isFollowed, sentence: "each t.e is followed by t.f or t.fg"),
    Case(
      claim: .isFollowed, sentence: "each t.e(k) is followed by t.f(k) or t.fg(k) before t.g(k) or t.fg(k)"),
    Case(
      claim: .isFollowed, sentence: "each t.e(k) is followed by t.f(k) or t.fg(k) within 4s before t.g",
      limits: ["T": 4]),
    Case(
      claim: .isFollowed, sentence: "each t.e(k) is followed by t.f(k) within 1s to 3s",
      limits: ["L": 1, "T": 3]),
    Case(claim: .isPreceded, sentence: "each t.e is preceded by t.f or t.fg"),
    Case(
      claim: .isPreceded, sentence: "each t.e(k) is preceded by t.f(k) or t.fg(k) since t.g(k) or t.fg(k)"),
    Case(
      claim: .isPreceded, sentence: "each t.e(k) is preceded by t.f(k) within 3s since t.g(k)",
      limits: ["T": 3]),
    Case(claim: .atMost, sentence: "at most 1 t.e(k)", limits: ["N": 1]),
    Case(claim: .atMost, sentence: "at most 2 t.e", limits: ["N": 2]),
    Case(claim: .atMost, sentence: "at most 1 t.e(k) per 3s", formula: 1, limits: ["N": 1, "T": 3]),
    Case(claim: .atLeast, sentence: "at least 3 t.e", limits: ["N": 3]),
    Case(claim: .recurs, sentence: "t.e recurs every 3s", limits: ["T": 3], countsBreaks: false),
    Case(claim: .noneOpen, sentence: "no s is open at t.e", countsBreaks: false),
    Case(claim: .lastsAtMost, sentence: "each s lasts at most 3s", limits: ["T": 3]),
    Case(claim: .lastsAtLeast, sentence: "each s lasts at least 3s", limits: ["T": 3]),
  ]

  /// The formulas in the section of a claim.
  private func formulas(of claim: ClaimForm) throws -> [Formula] {
    let section = try #require(try LanguagePage().sections.first { $0.title == claim.rawValue })
    // After a formula, the page may name the form of the claim.
    return section.text.split(separator: "\n").filter { $0.hasPrefix("    ") }.compactMap { line in
      let text = line.dropFirst(4)
      return Formula(String(text[..<(text.firstRange(of: "   ")?.lowerBound ?? text.endIndex)]))
    }
  }

  @Test func `can be parsed if it consists of symbols`() throws {
    for claim in ClaimForm.allCases where ![.has, .isReopened, .obeys].contains(claim) {
      #expect(try !formulas(of: claim).isEmpty, "\(claim)")
    }
  }

  @Test(arguments: cases)
  func `is broken as often as its sentence`(due: Case) throws {
    let formula = try formulas(of: due.claim)[due.formula]
    let isOfSpans = [.noneOpen, .lastsAtMost, .lastsAtLeast].contains(due.claim)
    let scope = isOfSpans ? "" : "after t.open until t.close, "
    let bench = Bench.with(Self.rulebook.replacing("SENTENCE", with: scope + due.sentence))
    var dice = Dice(seed: 1999)
    var broken = 0
    for _ in 0..<200 {
      let lines = Self.lines(isOfSpans, &dice)
      let checked = bench.check(lines.map(\.text).joined(separator: "\n"))
      let told = checked.violations.reduce(0) { $0 + 1 + checked.repeats(of: $1) }
      let course = Self.course(of: lines, isOfSpans, due)
      let breaks = course.breaks(formula)
      broken += breaks > 0 ? 1 : 0
      if due.countsBreaks {
        #expect(breaks == told, "\(lines.map(\.text))")
      } else {
        #expect((breaks > 0) == (told > 0), "\(lines.map(\.text))")
      }
    }
    #expect(broken > 10 && broken < 190, "both broken and kept formulas must occur")
  }

  struct Line {
    var name: String
    var key: String?
    var time: Int

    var text: String {
      let second = time < 10 ? "0\(time)" : "\(time)"
      return "10:00:\(second) \(name)" + (key.map { " k=\($0)" } ?? "")
    }
  }

  /// Some events in an instance of the scope. Every opening of a span is closed before the end.
  private static func lines(_ isOfSpans: Bool, _ dice: inout Dice) -> [Line] {
    let names =
      isOfSpans ? ["t.on", "t.on", "t.off", "t.off", "t.e"] : ["t.e", "t.e", "t.f", "t.f", "t.g", "t.fg"]
    let keys: [String?] = isOfSpans ? ["1", "2"] : ["1", "2", nil]
    var lines = isOfSpans ? [] : [Line(name: "t.open", time: 0)]
    var time = 0
    for _ in 0..<Int.random(in: 0...7, using: &dice) {
      time += Int.random(in: 0...2, using: &dice)
      lines.append(
        Line(
          name: names.randomElement(using: &dice) ?? "", key: keys.randomElement(using: &dice) ?? nil,
          time: time))
    }
    time += Int.random(in: 0...4, using: &dice)
    if isOfSpans {
      for key in keys { lines.append(Line(name: "t.off", key: key, time: time)) }
    } else {
      lines.append(Line(name: "t.close", time: time))
    }
    return lines
  }

  private static func course(of lines: [Line], _ isOfSpans: Bool, _ due: Case) -> Course {
    let inside = isOfSpans ? lines[...] : lines.dropFirst()
    var course = Course(signals: inside.map(due.signal), limits: due.limits)
    var open: [String?: Int] = [:]
    for (index, line) in inside.enumerated() {
      if line.name == "t.on", open[line.key] == nil {
        open[line.key] = index
      } else if line.name == "t.off", let start = open.removeValue(forKey: line.key) {
        course.openings.append((start, index))
      }
    }
    return course
  }
}
