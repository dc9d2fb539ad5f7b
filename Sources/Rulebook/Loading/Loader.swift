package import Diagnostics
import Trace
package import YAML

extension Rulebook {
  /// Loads rulebooks and the files that they extend. Each reference is a bundled name (`ios`) or a path. `readFile`
  /// returns the bytes of the file at a path, or the reason why it cannot be read.
  public static func load(
    _ references: [String], readFile: @escaping (String) -> Result<[UInt8], FileProblem>
  ) throws(RulebookError) -> Rulebook {
    let rulebook = try load(references.map { RulebookReference($0) }, readFile: readFile)
    guard rulebook.suspiciousNames.isEmpty else { throw RulebookError(diagnostics: rulebook.suspiciousNames) }
    return rulebook
  }

  /// Loads rulebooks from references on the command line or in a file, and adds the events of a `vocabulary:` node. If
  /// `withExamples` is false, the examples of bundled rules are left out. `suspiciousNames` are not thrown.
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
      if loader.symbols.incompleteKinds.isEmpty { error.partial = rulebook }
      throw error
    }
    rulebook.warnings = diagnostics
    return rulebook
  }

  /// The reason why a file could not be read.
  public struct FileProblem: Error, Sendable, Equatable {
    /// There is no file at the path. A bundled file with the name is used instead.
    public static let missing = FileProblem("no such file")

    /// The message, lower case, no full stop: `no such file`, `permission denied`.
    public var reason: String
    /// The path of a file with a similar name; nil if there is none.
    public var nearest: String?

    /// Creates a problem with a message.
    public init(_ reason: String, nearest: String? = nil) { (self.reason, self.nearest) = (reason, nearest) }

    /// Whether the file does not exist.
    var isMissing: Bool { reason == Self.missing.reason }
  }
}

/// A reference to a rulebook: the name of a bundled rulebook, or a path.
package struct RulebookReference: Sendable {
  /// The name or path.
  package var name: String
  /// The location of the reference; nil on the command line.
  package var range: SourceRange?
  /// The path of the file with the reference; nil on the command line. A relative path is resolved from its folder.
  package var file: String?

  /// Creates a reference on the command line or in a file.
  package init(_ name: String, at range: SourceRange? = nil, in file: String? = nil) {
    self.name = name
    self.range = range
    self.file = file
  }
}

/// Opens rulebook files, follows `extends`, and reads the sections once all names are declared.
private struct Loader {
  /// The maximum length of a chain of `extends`.
  private static let maximumDepth = 32

  let readFile: (String) -> Result<[UInt8], Rulebook.FileProblem>
  /// Whether the examples of bundled rules are read. They are half of the bundled text.
  let withExamples: Bool
  /// A `vocabulary:` node whose events are added to those of the rulebooks.
  let added: Node?
  let log = DiagnosticLog()
  let symbols = SymbolTable()
  /// The top-level sections of each file. A file follows all files that it extends.
  private var documents: [[String: Node]] = []
  /// The file of each document.
  private var files: [RulebookFile] = []
  private var sources: [SourceText] = []
  private var opened: Set<RulebookFile> = []
  private var opening: [RulebookFile] = []
  /// The requested files, each with its reference on the command line or in the project file.
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

  /// The location of a reference in a file, and the path of that file; nil for a bundled file.
  private struct Origin {
    var range: SourceRange
    var path: String?
  }

  /// Opens a file that the command line or the project file requests.
  mutating func open(_ reference: RulebookReference) {
    open(reference.name, from: reference.range.map { Origin(range: $0, path: reference.file) })
  }

  private mutating func open(_ reference: String, from origin: Origin?) {
    if let file = RulebookFile(bundled: reference) { return open(file, path: nil, reference, from: origin) }
    let bundled = RulebookFile.bundled(reference)
    let isInside = Rulebook.isBundled(reference)
    // A bundled file extends only bundled files.
    if let origin, origin.path == nil, isInside { return open(bundled, path: nil, reference, from: origin) }
    let path = origin?.path.map { RulebookFile.path(reference, from: $0) } ?? reference
    open(RulebookFile(path: path), path: path, reference, from: origin, orElse: isInside ? bundled : nil)
  }

  private mutating func open(
    _ file: RulebookFile, path: String?, _ reference: String, from origin: Origin?,
    orElse bundled: RulebookFile? = nil
  ) {
    if opening.contains(file) {
      let cycle = opening.drop { $0 != file } + [file]
      log.report(
        "`extends` is circular: \(Cycles.text(cycle.map(\.name)))", at: origin?.range)
      return
    }
    guard opening.count < Self.maximumDepth else {
      symbols.markIncomplete(NameKind.allCases)
      log.report("more than \(Self.maximumDepth) files extend each other in a row", at: origin?.range)
      return
    }
    guard !opened.contains(file) else { return name(file, reference) }

    let bytes: [UInt8]
    switch read(file, path) {
    case .success(let read): bytes = read
    case .failure(let problem):
      if problem.isMissing, let bundled { return open(bundled, path: nil, reference, from: origin) }
      symbols.markIncomplete(NameKind.allCases)
      log.report(
        "rulebook `\(path ?? file.name)`: \(problem.reason)", at: origin?.range,
        label: problem.nearest.map { "did you mean `\($0)`?" }
          ?? Suggestion.didYouMean(reference, among: Rulebook.bundledNames),
        help: "a rulebook is a file, or a bundled one: "
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

  /// Whether a line of a text begins with the version of the language, as in each rulebook.
  private func hasVersion(_ source: SourceText) -> Bool {
    source.bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "lifecheck".utf8) }
  }

  /// Reads a text after the files that it extends.
  private mutating func read(_ source: SourceText, _ path: String?) {
    sources.append(source)
    let (root, diagnostics) = Composer.compose(source)
    // A log, for example.
    if root?.mapping == nil, root != nil || !diagnostics.isEmpty, !hasVersion(source) {
      let end = source.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      log.report(
        "`\(source.name)` is not a rulebook", at: SourceRange(source, 0..<end),
        label: "a rulebook begins with `lifecheck: 1`")
      symbols.markIncomplete(NameKind.allCases)
      return
    }
    diagnostics.forEach(log.report)
    guard let root else {
      symbols.markIncomplete(NameKind.allCases)
      if diagnostics.isEmpty {
        log.reportMissingVersion("the rulebook is empty", at: SourceRange(source, 0..<0))
      }
      return
    }
    let fields = log.fields(root, "a rulebook", keys: Self.keys)
    symbols.markIncomplete(incompleteKinds(of: root, diagnostics))
    log.checkVersion(fields["lifecheck"], of: root)
    if let name = fields["name"] { _ = log.text(name, "`name`") }
    let mistakes = log.diagnostics.count
    let references = log.texts(fields["extends"], "`extends`")
    if log.diagnostics.count > mistakes { symbols.markIncomplete(NameKind.allCases) }
    for (reference, node) in references { open(reference, from: Origin(range: node.range, path: path)) }
    documents.append(fields)
    files += opening.suffix(1)
  }

  /// The kinds of names that sections may declare that were not read: their key is misspelt or repeated, or their value
  /// is of the wrong kind.
  private func incompleteKinds(of root: Node, _ mistakes: [Diagnostic]) -> Set<NameKind> {
    let all = Set(NameKind.allCases)
    guard let sections = root.mapping, !mistakes.contains(where: { $0.range?.start.column == 1 }) else {
      return all
    }
    return sections.reduce(into: []) { kinds, section in
      guard let name = section.key.scalar else { return }
      let meant = Self.keys.contains(name) ? name : Suggestion.nearest(to: name, among: Self.keys)
      guard let meant else { return kinds = all }
      let isRead = meant == "rules" ? section.value.sequence != nil : section.value.mapping != nil
      guard meant != name || !isRead && !section.value.isNull else { return }
      switch meant {
      case "vocabulary": kinds.formUnion([.event, .family, .field, .span])
      case "spans": kinds.insert(.span)
      case "machines": kinds.formUnion([.machine, .span])
      case "rules": kinds.insert(.rule)
      case "extends" where name != meant: kinds = all
      default: break
      }
    }
  }

  private func readLogging(_ node: Node, into code: inout LoggingCode) {
    let fields = log.fields(node, "`logging`", keys: ["callbacks", "event", "field", "system"])
    code.callbacks = fields["callbacks"].flatMap { log.text($0, "`callbacks`") } ?? code.callbacks
    code.event = fields["event"].flatMap { log.text($0, "`event`") } ?? code.event
    code.field = fields["field"].flatMap { log.text($0, "`field`") } ?? code.field
    code.system = fields["system"].flatMap { log.text($0, "`system`") } ?? code.system
  }

  // MARK: Parts

  /// The rulebook, complete if there are no diagnostics.
  func rulebook() -> Rulebook {
    var rulebook = Rulebook(name: named.map(\.reference).joined(separator: ", "))
    let resolver = Resolver(log: log, symbols: symbols)
    for document in documents {
      rulebook.platform = log.platform(document["platform"]) ?? rulebook.platform
      if let node = document["logging"] { readLogging(node, into: &rulebook.logging) }
    }
    let vocabulary = VocabularyReader(resolver)
    for document in documents { vocabulary.read(document["vocabulary"]) }
    vocabulary.read(added)
    vocabulary.checkTemplates()

    // In two passes, because patterns can name spans and states of any file: first all names, then the patterns.
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

    rulebook.vocabulary = symbols.vocabulary
    rulebook.rules = rules.rules
    rulebook.spans = symbols.spans
    rulebook.machines = symbols.machines
    if log.diagnostics.isEmpty {
      Validation(rulebook: rulebook, locations: symbols.locations).diagnostics.forEach(log.report)
      rulebook.subjects = rulebook.eventsOfRules()
      rulebook.suspiciousNames = vocabulary.suspiciousNames(used: rulebook.usedEvents())
    }
    return rulebook
  }

  /// Whether a file was requested, or is a part of a requested bundled rulebook.
  private func isOwn(_ file: RulebookFile) -> Bool {
    named.contains { $0.file == file || $0.file.isBundled && file.isBundled }
  }

  /// The diagnostics by file, in the order of opening, then by location. Those without a location are first.
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
