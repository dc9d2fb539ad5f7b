import Checking

extension Lack {
  /// Why the rule is not observable: lower case, no full stop.
  var text: String {
    if !events.isEmpty { return "needs \(Words.needs(events)), never logged" }
    if values.isEmpty { return "the log does not say enough to decide it" }
    return "the log lacks \(Words.choice(values.map { "`\($0)`" })), which the rule compares"
  }
}

extension Words {
  /// The longest list of names that is spelt out.
  private static let few = 4

  /// Groups of names, of each of which one is needed: `app.willResignActive, and timer.start or periodic.start`.
  static func needs(_ groups: [[String]]) -> String {
    let isPlain = groups.allSatisfy { $0.count == 1 }
    return isPlain ? all(groups.map { $0[0] }) : groups.map(choice).joined(separator: ", and ")
  }

  /// `a, b and c`.
  static func all(_ names: [String]) -> String { list(names, "and") }

  private static func list(_ names: [String], _ word: String) -> String {
    names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " \(word) " + names[names.count - 1]
  }

  /// Names, one of which is enough: `timer.start or periodic.start`.
  static func choice(_ names: [String]) -> String {
    names.count > few ? "one of " + Summary.list(names) : list(names, "or")
  }
}
