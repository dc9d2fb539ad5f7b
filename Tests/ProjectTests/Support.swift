import Diagnostics
import Testing

@testable import Project
@testable import Rulebook

/// The rulebook of a small shop, and project files for it.
enum Shop {
  static let rulebook = """
    lifecheck: 1
    vocabulary:
      shop.open: {fields: {id: text}}
      shop.close: {returns: yes}
      shop.config: {fields: {ios: version, modes: list, heap: size, wait: duration, tills: number, town: text}}
      cart.add: {fields: {id: text}}
    facts: shop.config
    rules:
      - {id: no-cart, severity: error, check: never cart.add}
      - id: no-close
        severity: warning
        check: [never shop.close, {sentence: never shop.open, severity: note}]
      - {id: no-open, severity: note, check: never shop.open, required: yes}

    """

  /// Reads a project file with the name `.lifecheck.yaml`. Its rulebooks are the given files; `ios` is the shop.
  static func load(
    _ project: String?, _ files: [String: String] = ["shop.yaml": rulebook], rulebooks: [String] = [],
    select: [String] = [], ignore: [String] = []
  ) throws(SetupError) -> Setup {
    let source = project.map { SourceText(name: ".lifecheck.yaml", bytes: Array($0.utf8)) }
    return try candidates(source, files, rulebooks: rulebooks, select: select, ignore: ignore)[0]
  }

  /// Does the same for all rulebooks among which a log would choose.
  static func candidates(
    _ source: SourceText?, _ files: [String: String] = [:], rulebooks: [String] = [],
    select: [String] = [], ignore: [String] = []
  ) throws(SetupError) -> [Setup] {
    try Setup.candidates(
      project: source, rulebooks: rulebooks, selection: RuleSelection(select: select, ignore: ignore)
    ) { path in
      files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
    }
  }

  /// A project file that names the shop's rulebook.
  static func project(_ yaml: String) -> String { "lifecheck: 1\nrulebooks: shop.yaml\n" + yaml }
}

extension SetupError {
  /// The diagnostics in one line each.
  var lines: [String] {
    diagnostics.map { diagnostic in
      let place = diagnostic.range.map { "\($0.source.name):\($0.start.line):\($0.start.column): " } ?? ""
      return place + diagnostic.message + (diagnostic.label.map { " - " + $0 } ?? "")
    }
  }
}
