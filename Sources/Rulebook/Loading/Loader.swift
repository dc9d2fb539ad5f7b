package import Diagnostics
import Trace
package import YAML

extension Rulebook {
  /// Reads rulebooks and all that they extend. Each reference is a bundled name (`ios`) or a path;
  /// `readFile` gets a path and returns the file's bytes, or the reason why it cannot be read.
  public static func load(
    _ references: [String], readFile: @escaping (String) -> Result<[UInt8], FileProblem>
  ) throws(RulebookError) -> Rulebook {
    try load(references.map { RulebookReference($0) }, readFile: readFile)
  }

  /// The same for references that may stand in a file, with the events that the node adds, as under `vocabulary:`.
  /// Without examples those of bundled rules are not read.
  package static func load(
    _ references: [RulebookReference], adding vocabulary: Node? = nil, withExamples: Bool = true,
    readFile: @escaping (String) -> Result<[UInt8], FileProblem>
  ) throws(RulebookError) -> Rulebook {
    if !withExamples, vocabulary == nil, references.count == 1,
      let whole = BundledArchive.rulebook(references[0].name)
    {
      return whole
    }
    var loader = Loader(readFile: readFile, withExamples: withExamples, added: vocabulary)
    for reference in references { loader.open(reference) }
    var rulebook = loader.rulebook()
    let diagnostics = loader.sortedDiagnostics
    let errors = diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      var error = RulebookError(diagnostics: errors)
      if loader.names.lost.isEmpty { error.partial = rulebook }
      throw error
    }
    rulebook.warnings = diagnostics
    return rulebook
  }

  /// Why a file could not be read.
  public struct FileProblem: Error, Sendable, Equatable {
    /// There is no file at the path. Then a bundled file of that name may be meant.
    public static let missing = FileProblem("no such file")

    /// The reason as a message, lower case, no full stop: `no such file`, `permission denied`.
    public var reason: String

    /// That reason.
    public init(_ reason: String) { self.reason = reason }
  }
}

/// The name of a bundled rulebook or a path, as it was written.
package struct RulebookReference: Sendable {
  /// The name or path.
  package var name: String
  /// Where it stands; nil on the command line.
  package var range: SourceRange?
  /// The path of the file that holds it, from whose folder a path counts.
  package var file: String?

  /// A reference on the command line, or one in a file.
  package init(_ name: String, at range: SourceRange? = nil, in file: String? = nil) {
    self.name = name
    self.range = range
    self.file = file
  }
}

/// Opens rulebook files, follows `extends`, and has each part read once all names are known.
private struct Loader {
  /// How many files may extend each other in a row.
  private static let maximumDepth = 32

  let readFile: (String) -> Result<[UInt8], Rulebook.FileProblem>
  /// Whether the examples of bundled rules are read, half of all they hold.
  let withExamples: Bool
  /// Events that no rulebook declares.
  let added: Node?
  let log = DiagnosticLog()
  let names = Names()
  /// The files in the order of reading: what is extended stands before what extends it.
  private var documents: [[String: Node]] = []
  /// The file of each of these documents.
  private var files: [RulebookFile] = []
  private var sources: [SourceText] = []
  private var opened: Set<RulebookFile> = []
  private var opening: [RulebookFile] = []
  /// The files that the command line or the project names, and how it does.
  private var named: [(file: RulebookFile, reference: String)] = []

  init(
    readFile: @escaping (String) -> Result<[UInt8], Rulebook.FileProblem>, withExamples: Bool, added: Node?
  ) {
    self.readFile = readFile
    self.withExamples = withExamples
    self.added = added
    if let added { sources.append(added.range.source) }
  }

  private static let keys = [
    "lifecheck", "name", "platform", "logging", "extends", "vocabulary", "sessions", "clock", "facts",
    "delivery",
    "recording",
    "spans",
    "machines", "derived", "rules",
  ]

  // MARK: Files

  /// A reference in another file: where it stands, and the path of that file, if it is outside the program.
  private struct Origin {
    var range: SourceRange
    var path: String?
  }

  /// Opens what the command line or the project names.
  mutating func open(_ reference: RulebookReference) {
    open(reference.name, from: reference.range.map { Origin(range: $0, path: reference.file) })
  }

  private mutating func open(_ reference: String, from origin: Origin?) {
    if let file = RulebookFile(bundled: reference) { return open(file, path: nil, reference, from: origin) }
    let bundled = RulebookFile.bundled(reference)
    let isInside = Rulebook.isBundled(reference)
    // What is inside the program extends what is inside.
    if let origin, origin.path == nil, isInside { return open(bundled, path: nil, reference, from: origin) }
    let path = origin?.path.map { RulebookFile.path(reference, from: $0) } ?? reference
    open(RulebookFile(path: path), path: path, reference, from: origin, orElse: isInside ? bundled : nil)
  }

  private mutating func open(
    _ file: RulebookFile, path: String?, _ reference: String, from origin: Origin?,
    orElse bundled: RulebookFile? = nil
  ) {
    if opening.contains(file) {
      let circle = opening.drop { $0 != file } + [file]
      log.report(
        "`extends` goes round in a circle: \(Circles.text(circle.map(\.name)))", at: origin?.range)
      return
    }
    guard opening.count < Self.maximumDepth else {
      names.lose(NameKind.allCases)
      log.report("more than \(Self.maximumDepth) files extend each other in a row", at: origin?.range)
      return
    }
    guard !opened.contains(file) else { return name(file, reference) }

    let bytes: [UInt8]
    switch read(file, path) {
    case .success(let read): bytes = read
    case .failure(.missing) where bundled != nil:
      if let bundled { open(bundled, path: nil, reference, from: origin) }
      return
    case .failure(let problem):
      names.lose(NameKind.allCases)
      log.report(
        "rulebook `\(path ?? file.name)`: \(problem.reason)", at: origin?.range,
        label: Suggestion.didYouMean(reference, among: Rulebook.bundledNames),
        help: "a rulebook is a file, or one of those inside: "
          + Rulebook.bundledNames.joined(separator: ", "))
      return
    }
    opened.insert(file)
    name(file, reference)
    opening.append(file)
    defer { opening.removeLast() }
    read(SourceText(name: path ?? file.name, bytes: bytes, isBundled: path == nil), path)
  }

  private mutating func name(_ file: RulebookFile, _ reference: String) {
    guard opening.isEmpty, !named.contains(where: { $0.file == file }) else { return }
    named.append((file, reference))
  }

  private func read(_ file: RulebookFile, _ path: String?) -> Result<[UInt8], Rulebook.FileProblem> {
    if let path { return readFile(path) }
    guard let bytes = Rulebook.bundled(file.name) else { return .failure(.missing) }
    return .success(withExamples ? bytes : Examples.removed(from: bytes))
  }

  /// Reads a text, after what it extends.
  private mutating func read(_ source: SourceText, _ path: String?) {
    sources.append(source)
    let (root, diagnostics) = Composer.compose(source)
    diagnostics.forEach(log.report)
    guard let root else {
      names.lose(NameKind.allCases)
      if diagnostics.isEmpty {
        log.reportMissingVersion("the rulebook is empty", at: SourceRange(source, 0..<0))
      }
      return
    }
    let fields = log.fields(root, "a rulebook", keys: Self.keys)
    names.lose(lostSections(of: root, diagnostics))
    log.checkVersion(fields["lifecheck"], of: root)
    if let name = fields["name"] { _ = log.text(name, "`name`") }
    let mistakes = log.diagnostics.count
    let references = log.texts(fields["extends"], "`extends`")
    if log.diagnostics.count > mistakes { names.lose(NameKind.allCases) }
    for (reference, node) in references { open(reference, from: Origin(range: node.range, path: path)) }
    documents.append(fields)
    files += opening.suffix(1)
  }

  /// What sections declare that are misspelt, of another kind than they should be, or given twice and read once.
  private func lostSections(of root: Node, _ mistakes: [Diagnostic]) -> Set<NameKind> {
    let all = Set(NameKind.allCases)
    guard let sections = root.mapping, !mistakes.contains(where: { $0.range?.start.column == 1 }) else {
      return all
    }
    return sections.reduce(into: []) { lost, section in
      guard let name = section.key.scalar else { return }
      let meant = Self.keys.contains(name) ? name : Suggestion.nearest(to: name, among: Self.keys)
      guard let meant else { return lost = all }
      let isRead = meant == "rules" ? section.value.sequence != nil : section.value.mapping != nil
      guard meant != name || !isRead && !section.value.isNull else { return }
      switch meant {
      case "vocabulary": lost.formUnion([.event, .family, .field, .span])
      case "spans": lost.insert(.span)
      case "machines": lost.formUnion([.machine, .span])
      case "rules": lost.insert(.rule)
      case "extends" where name != meant: lost = all
      default: break
      }
    }
  }

  private func readLogging(_ node: Node, into code: inout LoggingCode) {
    let fields = log.fields(node, "`logging`", keys: ["callbacks", "event", "field"])
    code.callbacks = fields["callbacks"].flatMap { log.text($0, "`callbacks`") } ?? code.callbacks
    code.event = fields["event"].flatMap { log.text($0, "`event`") } ?? code.event
    code.field = fields["field"].flatMap { log.text($0, "`field`") } ?? code.field
  }

  // MARK: Parts

  /// The rulebook, complete if nothing was reported.
  func rulebook() -> Rulebook {
    var rulebook = Rulebook(name: named.map(\.reference).joined(separator: ", "))
    let resolver = Resolver(log: log, names: names)
    for document in documents {
      rulebook.platform = log.platform(document["platform"]) ?? rulebook.platform
      if let node = document["logging"] { readLogging(node, into: &rulebook.logging) }
    }
    let vocabulary = VocabularyReader(resolver)
    for document in documents { vocabulary.read(document["vocabulary"]) }
    vocabulary.read(added)
    vocabulary.checkTemplates()

    // In two steps, because patterns may name spans and states of any file: first all names, then the patterns.
    let machines = MachineReader(resolver)
    let spans = SpanReader(resolver)
    let derivations = DerivationReader(resolver)
    for document in documents {
      machines.declare(document["machines"])
      spans.declare(document["spans"])
      derivations.declare(document["derived"])
    }
    spans.read()
    machines.read()
    rulebook.derived = derivations.read()

    let sessions = SessionReader(resolver)
    for document in documents { sessions.read(document, into: &rulebook) }
    sessions.readPatterns(into: &rulebook.sessions)
    sessions.check(rulebook.sessions)

    let rules = RuleReader(resolver)
    for (file, document) in zip(files, documents) { rules.read(document["rules"], isOwn: isOwn(file)) }
    rules.checkReferences()

    rulebook.vocabulary = names.vocabulary
    rulebook.rules = rules.rules
    rulebook.spans = names.spans
    rulebook.machines = names.machines
    if log.diagnostics.isEmpty {
      Validation(rulebook: rulebook, places: names.places).diagnostics.forEach(log.report)
      rulebook.subjects = rulebook.eventsOfRules()
    }
    return rulebook
  }

  /// Whether a file was asked for, or is a part of a bundled rulebook that was.
  private func isOwn(_ file: RulebookFile) -> Bool {
    named.contains { $0.file == file || $0.file.isBundled && file.isBundled }
  }

  /// In order of files as they were opened, then of places.
  var sortedDiagnostics: [Diagnostic] {
    let order = Dictionary(
      sources.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ diagnostic: Diagnostic, _ index: Int) -> (Int, Int, Int) {
      guard let range = diagnostic.range else { return (-1, 0, index) }
      return (order[ObjectIdentifier(range.source)] ?? 0, range.bytes.lowerBound, index)
    }
    return log.diagnostics.enumerated().map { (key($1, $0), $1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
