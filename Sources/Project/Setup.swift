public import Diagnostics
public import Rulebook
public import Trace

/// The configuration of a check: a rulebook with the settings of the project file and the command line.
public struct Setup: Sendable {
  /// The rulebook with the rules to check, the project's severities and the project's events.
  public private(set) var rulebook: Rulebook
  /// All rules of the rulebook in order, including those that are not checked, with the project's severities.
  public private(set) var allRules: [Rule] = []
  /// The rules of the rulebook that are not checked, by id.
  public private(set) var rulesOff: [String] = []
  /// The path of the project file; nil if there is none.
  public private(set) var project: String?
  /// The facts about the app, by field, as a log would write them.
  public private(set) var facts: [String: String] = [:]
  /// Events, and families of events, that the app records.
  public private(set) var records: [String] = []
  /// The line header of the app's logger; nil if the project file has none.
  public private(set) var header: HeaderTemplate?
  /// The layouts of the project's own JSON documents.
  public private(set) var documents: [DocumentLayout] = []
  /// The process name of the app to check in a log of several apps; nil if the project file names none.
  public private(set) var app: String?
  /// The suppressions of the project file.
  public private(set) var suppressions: [Suppression] = []
  /// The path of the project's baseline file; nil if it has none.
  public private(set) var baseline: String?

  /// Reads a project file and loads the rulebooks. The rulebooks of the command line override those of the project
  /// file; then settings for unknown rules, facts and events are ignored. If neither names a rulebook, there is a setup
  /// for each bundled one, and each log decides which is used (`RulebookVote`); so it does if several bundled ones are named, and
  /// nothing else. If `withExamples` is false, the
  /// examples of bundled rules are left out. `readFile` is passed to `Rulebook.load`. Throws all mistakes in one error.
  public static func candidates(
    project source: SourceText?, rulebooks: [String] = [], selection: RuleSelection = RuleSelection(),
    withExamples: Bool = true, readFile: @escaping (String) -> Result<[UInt8], Rulebook.FileProblem>
  ) throws(SetupError) -> [Setup] {
    let log = DiagnosticLog()
    let file = source.flatMap { ProjectReader($0, log).read() }
    let named = rulebooks.isEmpty ? file?.rulebooks ?? [] : rulebooks.map { RulebookReference($0) }
    let areBundled = named.allSatisfy { Rulebook.bundledNames.contains($0.name) }
    var choices = named.isEmpty ? [] : areBundled ? named.map { [$0] } : [named]
    if named.isEmpty, file != nil || source == nil {
      choices = Rulebook.bundledNames.map { [RulebookReference($0)] }
    }

    var error = SetupError(rulebook: choices.joined().map(\.name).joined(separator: ", "))
    var found: [Diagnostic] = []
    var known: [Rulebook] = []
    for references in choices {
      do {
        known.append(
          try Rulebook.load(
            references, adding: file?.vocabulary, withExamples: withExamples, readFile: readFile))
      } catch {
        known += error.partial.map { [$0] } ?? []
        found += error.diagnostics
      }
    }
    var setups = known.map { Setup(rulebook: $0) }
    // If a rulebook is missing, its names are unknown.
    let isKnown = known.count == choices.count
    if let file, isKnown {
      let names = NameCheck(rulebooks: known, isOwn: rulebooks.isEmpty, log: log)
      for index in setups.indices { setups[index].apply(file, names) }
    }
    if isKnown, found.isEmpty, log.diagnostics.isEmpty { found = Self.suspiciousNames(in: known) }
    found = (found + log.diagnostics).withoutRepeats
    if let source { error.add(found.filter { $0.isIn(source) }.inOrder, in: source.name) }
    error.add(found.filter { diagnostic in source.map(diagnostic.isIn) != true }, in: error.rulebook)
    if isKnown {
      for (option, diagnostics) in selection.mistakes(against: known) { error.add(diagnostics, in: option) }
    }
    guard isKnown, !known.isEmpty, error.diagnostics.isEmpty else { throw error }
    let off = Set((file?.settings ?? []).filter(\.isOff).map(\.rule.text))
    for index in setups.indices { setups[index].apply(selection, offByProject: off) }
    return setups
  }

  /// The names in the user's vocabulary that are probably misspelt, whichever rulebook a log is checked against.
  private static func suspiciousNames(in rulebooks: [Rulebook]) -> [Diagnostic] {
    let others = rulebooks.dropFirst()
    return rulebooks.first?.suspiciousNames.filter { suspicion in
      others.allSatisfy { $0.suspiciousNames.contains { $0.range?.bytes == suspicion.range?.bytes } }
    } ?? []
  }

  /// The warnings of the setups' rulebooks, without duplicates.
  public static func warnings(of setups: [Setup]) -> [Diagnostic] {
    setups.flatMap(\.rulebook.warnings).withoutRepeats
  }

  /// The setups that have rules to check. Throws if there are none, because every log would pass without a check.
  public static func withRules(_ setups: [Setup]) throws(SetupError) -> [Setup] {
    let left = setups.filter { !$0.rulebook.rules.isEmpty }
    guard left.isEmpty else { return left }
    let names = setups.map(\.rulebook.name)
    var error = SetupError(rulebook: names.joined(separator: ", "))
    let mistake =
      setups.allSatisfy(\.rulesOff.isEmpty)
      ? Diagnostic(
        "\(names.joined(separator: " or ")) has no rules, so there is nothing to check", at: nil,
        help: "write `rules:`, or `extends: ios` for those inside")
      : Diagnostic(
        "no rule of \(names.joined(separator: " or ")) is left, so there is nothing to check", at: nil,
        help: "all are turned off by the project file, or left out by `--select` and `--ignore`")
    error.add([mistake], in: error.rulebook)
    throw error
  }

  /// Whether a text is a rulebook or a project file: its first line, after comments, is `lifecheck:`.
  public static func isRulebookOrProjectFile(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.first { $0.first != UInt8(ascii: "#") && !$0.starts(with: "---".utf8) }?
      .starts(with: "lifecheck:".utf8) == true
  }

  private mutating func apply(_ file: ProjectFile, _ names: NameCheck) {
    project = file.source.name
    suppressions = file.suppressions
    baseline = file.baseline.map { Self.resolve($0, relativeTo: file.source.name) }
    header = file.header
    documents = file.documents
    app = file.app
    for suppression in suppressions { names.checkRule(suppression.rule, at: suppression.place) }
    for setting in file.settings {
      names.checkRule(setting.rule.text, at: setting.rule.range)
      guard let index = rulebook.rules.firstIndex(where: { $0.id == setting.rule.text }) else { continue }
      rulebook.rules[index].apply(setting)
    }
    for fact in file.facts { facts[fact.name.text] = names.value(of: fact) }
    records = file.records.filter(names.checkRecorded).map(\.text)
  }

  /// A path that a file names, relative to the folder of that file.
  private static func resolve(_ path: String, relativeTo file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  private mutating func apply(_ selection: RuleSelection, offByProject: Set<String>) {
    let isChecked = { (id: String) in selection.includes(id, isOff: offByProject.contains(id)) }
    allRules = rulebook.rules
    rulesOff = rulebook.rules.map(\.id).filter { !isChecked($0) }
    if !rulesOff.isEmpty { rulebook.rules.removeAll { !isChecked($0.id) } }
  }
}

extension Rule {
  fileprivate mutating func apply(_ setting: RuleSetting) {
    isRequired = setting.isRequired ?? isRequired
    guard let severity = setting.severity else { return }
    self.severity = severity
    for index in sentences.indices { sentences[index].severity = nil }
  }
}

extension Diagnostic {
  fileprivate func isIn(_ source: SourceText) -> Bool { range?.source === source }
}

extension [Diagnostic] {
  /// The diagnostics without duplicates, because several rulebooks can have the same mistake.
  fileprivate var withoutRepeats: [Diagnostic] {
    var seen: Set<String> = []
    return filter { diagnostic in
      let place = diagnostic.range.map { "\($0.source.name) \($0.bytes)" } ?? ""
      return seen.insert("\(place) \(diagnostic.message)").inserted
    }
  }

  /// The diagnostics by location in one text. Those at the same location keep their order.
  fileprivate var inOrder: [Diagnostic] {
    enumerated().sorted {
      ($0.element.range?.bytes.lowerBound ?? 0, $0.offset) < (
        $1.element.range?.bytes.lowerBound ?? 0, $1.offset
      )
    }.map(\.element)
  }
}

/// The mistakes in a project file, rulebooks and options that prevent a check.
public struct SetupError: Error, Sendable {
  /// The name of the rulebook.
  public let rulebook: String
  /// The mistakes in the project file, followed by those in the rulebooks and those in the options.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The inputs that have mistakes: the project file's path, the rulebook's name, options.
  public private(set) var mistaken: [String] = []

  init(rulebook: String) { self.rulebook = rulebook }

  /// Creates an error for a project file that cannot be read, with the reason.
  public init(unreadable project: String, _ reason: String) {
    self.init(rulebook: "")
    add([Diagnostic("project file `\(project)`: \(reason)", at: nil)], in: project)
  }

  /// Creates an error for one mistake in an input.
  public init(_ mistake: Diagnostic, in name: String) {
    self.init(rulebook: "")
    add([mistake], in: name)
  }

  mutating func add(_ diagnostics: [Diagnostic], in name: String) {
    guard !diagnostics.isEmpty else { return }
    self.diagnostics += diagnostics
    mistaken.append(name)
  }
}
