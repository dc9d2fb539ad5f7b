import Checking

/// The openings of spans that violations are about.
struct BrokenOpenings {
  /// For each line at which such a span opened: the indexes of the violations, and how they call the line.
  private var found: [Int: [(violation: Int, label: String)]] = [:]

  init(_ violations: [Violation]) {
    for (index, violation) in violations.enumerated() {
      for related in violation.related where related.role == .opened {
        found[related.witness.line, default: []].append((index, related.label))
      }
    }
  }

  /// The indexes of the violations about a bar. Other spans may open at the same line, so the label has to name this one:
  /// `timer redraw starts here`.
  func violations(about bar: Timeline.Bar) -> [Int] {
    (found[bar.open] ?? []).filter { $0.label.hasPrefix(bar.label + " ") }.map(\.violation)
  }
}
