public import Diagnostics
public import Rulebook
public import Trace

/// What logs are checked with: a rulebook, and what the project and the command line make of it.
public struct Setup: Sendable {
  /// The rules that are checked, with the severities that the project gives them, and the events that it adds.
  public private(set) var rulebook: Rulebook
  /// All rules of the rulebook in its order, those that are not checked, too, with the severities that the project gives
  /// them.
  public private(set) var allRules: [Rule] = []
  /// The rules of the rulebook that are not checked, by id.
  public private(set) var rulesOff: [String] = []
  /// The path of the project file; nil without one.
  public private(set) var project: String?
  /// Facts about the app, by field of the events that tell them, in the words of a log.
  public private(set) var facts: [String: String] = [:]
  /// Events, and families of events, that the app records.
  public private(set) var records: [String] = []
  /// What the app's own logger writes before each message; nil where the project does not say.
  public private(set) var header: HeaderTemplate?
  /// The violations that are known and borne.
  public private(set) var suppressions: [Suppression] = []

  /// Reads a project file, and the rulebooks that it names, or those of the command line if that names some; then what the
  /// project says of rules, facts and events that those do not know counts for nothing. If neither names a rulebook, there
  /// is a setup for each bundled one, and each log chooses (`RulebookVote`). Without examples those of bundled rules are
  /// not read, of which no log needs any. `readFile` is that of `Rulebook.load`. Throws all mistakes at once.
  public static func candidates(
    project source: SourceText?, rulebooks: [String] = [], selection: RuleSelection = RuleSelection(),
    withExamples: Bool = true, readFile: @escaping (String) -> Result<[UInt8], Rulebook.FileProblem>
  ) throws(SetupError) -> [Setup] {
    let log = DiagnosticLog()
    let file = source.flatMap { ProjectReader($0, log).read() }
    let named = rulebooks.isEmpty ? file?.rulebooks ?? [] : rulebooks.map { RulebookReference($0) }
    var choices = named.isEmpty ? [] : [named]
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
    // Where a file is missing, nobody knows which names it has.
    let isKnown = known.count == choices.count
    if let file, isKnown {
      let names = NameCheck(rulebooks: known, isOwn: rulebooks.isEmpty, log: log)
      for index in setups.indices { setups[index].apply(file, names) }
    }
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

  /// What the rulebooks of some setups are better changed in.
  public static func warnings(of setups: [Setup]) -> [Diagnostic] {
    setups.flatMap(\.rulebook.warnings).withoutRepeats
  }

  /// Those of some setups that have rules to check. Throws where none has: that would pass every log, and look like a
  /// verdict.
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

  /// Whether a text is a rulebook or a project file: what comes first in it is the version of the language.
  public static func isText(ofLifecheck bytes: [UInt8]) -> Bool {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.first { $0.first != UInt8(ascii: "#") && !$0.starts(with: "---".utf8) }?
      .starts(with: "lifecheck:".utf8) == true
  }

  private mutating func apply(_ file: ProjectFile, _ names: NameCheck) {
    project = file.source.name
    suppressions = file.suppressions
    header = file.header
    for suppression in suppressions { names.checkRule(suppression.rule, at: suppression.place) }
    for setting in file.settings {
      names.checkRule(setting.rule.text, at: setting.rule.range)
      guard let index = rulebook.rules.firstIndex(where: { $0.id == setting.rule.text }) else { continue }
      rulebook.rules[index].apply(setting)
    }
    for fact in file.facts { facts[fact.name.text] = names.value(of: fact) }
    records = file.records.filter(names.checkRecorded).map(\.text)
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
  /// The diagnostics in their order, each once: several rulebooks may find the same mistake.
  fileprivate var withoutRepeats: [Diagnostic] {
    var seen: Set<String> = []
    return filter { diagnostic in
      let place = diagnostic.range.map { "\($0.source.name) \($0.bytes)" } ?? ""
      return seen.insert("\(place) \(diagnostic.message)").inserted
    }
  }

  /// By their places in one text; those at one place as they were found.
  fileprivate var inOrder: [Diagnostic] {
    enumerated().sorted {
      ($0.element.range?.bytes.lowerBound ?? 0, $0.offset) < (
        $1.element.range?.bytes.lowerBound ?? 0, $1.offset
      )
    }.map(\.element)
  }
}

/// The mistakes in a project file, in rulebooks and in options that keep logs from being checked.
public struct SetupError: Error, Sendable {
  /// What the rulebook is called.
  public let rulebook: String
  /// The mistakes: those of the project file, then those of the rulebooks, then those of the options.
  public private(set) var diagnostics: [Diagnostic] = []
  /// What the mistakes are in: the project file's path, the rulebook's name, options.
  public private(set) var mistaken: [String] = []

  init(rulebook: String) { self.rulebook = rulebook }

  /// A project file that cannot be read, and why.
  public init(unreadable project: String, _ reason: String) {
    self.init(rulebook: "")
    add([Diagnostic("project file `\(project)`: \(reason)", at: nil)], in: project)
  }

  mutating func add(_ diagnostics: [Diagnostic], in name: String) {
    guard !diagnostics.isEmpty else { return }
    self.diagnostics += diagnostics
    mistaken.append(name)
  }
}
