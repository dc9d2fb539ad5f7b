/// Formats numbers and lists of names for sentences.
enum TextFormat {
  /// `1 line`, `12,034 lines`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `12,034`.
  static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    return (number < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: ",")
  }

  /// The maximum number of names in a list without `one of`.
  private static let maxSpelledOut = 4

  /// Groups of names; one of each group is needed: `app.willResignActive, and timer.start or periodic.start`.
  static func groups(_ groups: [[String]]) -> String {
    let isPlain = groups.allSatisfy { $0.count == 1 }
    return isPlain ? conjunction(groups.map { $0[0] }) : groups.map(disjunction).joined(separator: ", and ")
  }

  /// `a, b and c`.
  static func conjunction(_ names: [String]) -> String { list(names, "and") }

  private static func list(_ names: [String], _ word: String) -> String {
    names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " \(word) " + names[names.count - 1]
  }

  /// `timer.start or periodic.start`; a longer list is shortened.
  static func disjunction(_ names: [String]) -> String {
    names.count > maxSpelledOut ? "one of " + Summary.list(names) : list(names, "or")
  }
}
