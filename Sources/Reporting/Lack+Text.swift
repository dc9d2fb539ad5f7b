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
    return groups.map(choice).joined(separator: isPlain ? " and " : ", and ")
  }

  /// Names, one of which is enough: `timer.start or periodic.start`.
  static func choice(_ names: [String]) -> String {
    if names.count > few { return "one of " + Summary.list(names) }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }
}
