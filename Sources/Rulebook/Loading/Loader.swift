import Diagnostics
import Trace
import YAML

extension Rulebook {
  /// Reads rulebooks and all that they extend. Each reference is a bundled name (`ios`) or a path;
  /// `readFile` gets a path and returns the file's bytes, or the reason why it cannot be read.
  public static func load(
    _ references: [String], readFile: @escaping (String) -> Result<[UInt8], FileProblem>
  ) throws(RulebookError) -> Rulebook {
    var loader = Loader(readFile: readFile)
    for reference in references { loader.open(reference, from: nil) }
    let rulebook = loader.rulebook(named: references.joined(separator: ", "))
    let diagnostics = loader.sortedDiagnostics
    guard diagnostics.isEmpty else { throw RulebookError(diagnostics: diagnostics) }
    return rulebook
  }

  /// Why a file could not be read.
  public struct FileProblem: Error, Sendable {
    /// The reason as a message, lower case, no full stop: `no such file`, `permission denied`.
    public var reason: String

    /// That reason.
    public init(_ reason: String) { self.reason = reason }
  }
}

/// Opens rulebook files, follows `extends`, and has each part read once all names are known.
private struct Loader {
  let readFile: (String) -> Result<[UInt8], Rulebook.FileProblem>
  let log = DiagnosticLog()
  let names = Names()
  /// The files in the order of reading: what is extended stands before what extends it.
  private var documents: [Document] = []
  private var sources: [SourceText] = []
  private var opening: [String] = []

  private struct Document {
    var name: String
    var fields: [String: Node]
  }

  init(readFile: @escaping (String) -> Result<[UInt8], Rulebook.FileProblem>) { self.readFile = readFile }

  private static let keys = [
    "lifecheck", "name", "extends", "vocabulary", "sessions", "clock", "delivery", "recording", "spans",
    "machines", "derived",
    "rules",
  ]

  // MARK: Files

  /// Opens a reference that stands at `node` of another file, or on the command line.
  mutating func open(_ reference: String, from node: Node?) {
    let isBundled = Rulebook.bundled(reference) != nil
    let path = isBundled ? reference : resolve(reference, from: node?.range.source.name)
    let identity =
      isBundled ? "bundled:" + (reference.hasSuffix(".yaml") ? reference : reference + ".yaml") : path
    if opening.contains(identity) {
      let circle = (opening.drop { $0 != identity } + [identity]).map(shown)
      log.report(
        "`extends` goes round in a circle: \(circle.joined(separator: " -> "))", at: node?.range)
      return
    }
    guard !documents.contains(where: { $0.name == identity }) else { return }

    let bytes: [UInt8]
    if let bundled = Rulebook.bundled(reference) {
      bytes = bundled
    } else {
      switch readFile(path) {
      case .success(let read): bytes = read
      case .failure(let problem):
        log.report(
          "rulebook `\(path)`: \(problem.reason)", at: node?.range,
          label: node == nil ? nil : Suggestion.didYouMean(reference, among: Rulebook.bundledNames),
          help: "a rulebook is a file, or one of those inside: "
            + Rulebook.bundledNames.joined(separator: ", "))
        return
      }
    }
    let source = SourceText(name: shown(identity), bytes: bytes)
    sources.append(source)
    let (root, diagnostics) = Composer.compose(source)
    diagnostics.forEach(log.report)
    guard let root else {
      if diagnostics.isEmpty {
        log.report(
          "`\(source.name)` is empty; a rulebook begins with `lifecheck: 1`", at: SourceRange(source, 0..<0))
      }
      return
    }
    opening.append(identity)
    defer { opening.removeLast() }
    let fields = log.fields(root, "a rulebook", keys: Self.keys)
    checkVersion(fields["lifecheck"], of: root)
    if let extends = fields["extends"] {
      for (reference, node) in log.texts(extends, "`extends`") { open(reference, from: node) }
    }
    documents.append(Document(name: identity, fields: fields))
  }

  private func shown(_ identity: String) -> String {
    identity.hasPrefix("bundled:") ? String(identity.dropFirst("bundled:".count)) : identity
  }

  /// A path in a file counts from that file's folder.
  private func resolve(_ reference: String, from file: String?) -> String {
    guard let file, !reference.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return reference }
    return file[...slash] + reference
  }

  private func checkVersion(_ node: Node?, of root: Node) {
    guard root.mapping != nil else { return }
    guard let node else {
      let start = root.range.bytes.lowerBound
      log.report(
        "the version of the language is missing", at: SourceRange(root.range.source, start..<start),
        label: "`lifecheck: 1` belongs here")
      return
    }
    if node.scalar != "1" {
      log.report("unknown version of the language", at: node.range, label: "this lifecheck knows version 1")
    }
  }

  // MARK: Parts

  /// The rulebook, complete if nothing was reported.
  func rulebook(named name: String) -> Rulebook {
    var rulebook = Rulebook(name: name)
    let vocabulary = VocabularyReader(log: log, names: names)
    for document in documents { vocabulary.read(document.fields["vocabulary"]) }

    let structure = StructureReader(log: log, names: names)
    for document in documents { structure.declare(document.fields) }
    structure.read(into: &rulebook)

    let rules = RuleReader(log: log, names: names)
    for document in documents { rules.read(document.fields["rules"]) }
    rules.checkReferences()

    rulebook.vocabulary = names.vocabulary
    rulebook.rules = rules.rules
    rulebook.spans = names.spans
    rulebook.machines = names.machines
    return rulebook
  }

  /// In order of files as they were opened, then of places.
  var sortedDiagnostics: [Diagnostic] {
    let order = Dictionary(
      sources.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ diagnostic: Diagnostic) -> (Int, Int) {
      guard let range = diagnostic.range else { return (-1, 0) }
      return (order[ObjectIdentifier(range.source)] ?? 0, range.bytes.lowerBound)
    }
    return log.diagnostics.enumerated()
      .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }
}

private func < (a: ((Int, Int), Int), b: ((Int, Int), Int)) -> Bool {
  (a.0.0, a.0.1, a.1) < (b.0.0, b.0.1, b.1)
}
