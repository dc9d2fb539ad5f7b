import Checking

extension Lack {
  /// The reason why the rule is not observable: lower case, no full stop.
  var text: String {
    if !events.isEmpty { return "needs \(TextFormat.groups(events)), never logged" }
    if values.isEmpty { return "the log lacks the information to decide it" }
    return "the log lacks \(TextFormat.disjunction(values.map { "`\($0)`" })), which the rule compares"
  }
}
