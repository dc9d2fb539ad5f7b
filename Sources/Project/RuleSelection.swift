import Diagnostics
import Rulebook

/// The rules that the command line or a test selects and ignores, by id.
public struct RuleSelection: Sendable {
  /// The only rules to check; empty for all that the project does not turn off.
  public var selected: [String]
  /// The rules not to check. Overrides `selected` and the project file.
  public var ignored: [String]
  /// The names of the two options in messages.
  private let options: (select: String, ignore: String)

  /// Creates a selection from comma-separated lists of ids. `options` are the names of the two lists in messages.
  public init(
    select: [String] = [], ignore: [String] = [],
    options: (select: String, ignore: String) = ("--select", "--ignore")
  ) {
    self.options = options
    selected = Self.ids(in: select)
    ignored = Self.ids(in: ignore)
  }

  private static func ids(in lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { id in
      String(id.filter { !$0.isWhitespace })
    }
  }

  /// The diagnostics for unknown rules, by option.
  func mistakes(against rulebooks: [Rulebook]) -> [(option: String, diagnostics: [Diagnostic])] {
    let known = rulebooks.flatMap { $0.rules.map(\.id) }
    return [(options.select, selected), (options.ignore, ignored)].compactMap { option, ids in
      let unknown = ids.filter { !known.contains($0) }
      let diagnostics = unknown.map { id in
        guard !id.isEmpty else {
          return Diagnostic("\(option): expected the id of a rule, found none", at: nil)
        }
        let near = Self.didYouMean(id, among: known)
        return Diagnostic(
          "\(option): unknown rule `\(id)`", at: nil, label: near,
          help: near == nil ? "`lifecheck rules` lists the rules of a rulebook" : nil)
      }
      return diagnostics.isEmpty ? nil : (option, diagnostics)
    }
  }

  /// A question with the ids that contain the text, at most five, or else with the nearest id; nil if there is none.
  public static func didYouMean(_ id: String, among known: [String]) -> String? {
    let longer = known.filter { $0.contains(id) }
    guard let last = longer.last, longer.count <= 5 else { return Suggestion.didYouMean(id, among: known) }
    let others = longer.dropLast().map { "`\($0)`" }.joined(separator: ", ")
    return "did you mean \(others.isEmpty ? "" : others + " or ")`\(last)`?"
  }

  /// Whether a rule is checked. `isOff`: whether the project turns it off.
  func includes(_ id: String, isOff: Bool) -> Bool {
    !ignored.contains(id) && (selected.isEmpty ? !isOff : selected.contains(id))
  }
}
