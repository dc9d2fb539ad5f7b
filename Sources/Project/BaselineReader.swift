public import Diagnostics
import Rulebook
import YAML

extension Baseline {
  /// Reads the text of a baseline file. Throws all mistakes in one error; an unknown version is one.
  public init(_ source: SourceText) throws(SetupError) {
    let log = DiagnosticLog()
    let entries = BaselineReader(log: log, source: source).read()
    guard log.diagnostics.isEmpty else {
      var error = SetupError(rulebook: "")
      error.add(log.diagnostics, in: source.name)
      throw error
    }
    self.init(entries)
  }
}

/// Reads the entries of a baseline file, and reports mistakes.
private struct BaselineReader {
  let log: DiagnosticLog
  let source: SourceText

  private static let keys = ["baseline", "fingerprints", "known"]
  private static let entryKeys = ["rule", "event", "subject", "fingerprint", "since", "expires"]

  func read() -> [Baseline.Entry] {
    let (root, diagnostics) = Composer.compose(source)
    diagnostics.forEach(log.report)
    guard let root else {
      if diagnostics.isEmpty {
        log.report(
          "the baseline is empty", at: SourceRange(source, 0..<0), label: "`baseline: 1` belongs here",
          help: "`lifecheck --write-baseline \(source.name) LOG` writes one")
      }
      return []
    }
    let fields = log.fields(root, "a baseline", keys: Self.keys, required: ["baseline", "fingerprints"])
    if let node = fields["baseline"], node.scalar != Baseline.version {
      log.report(
        "unknown version of a baseline", at: node.range,
        label: "this lifecheck knows version \(Baseline.version)")
    }
    if let node = fields["fingerprints"], node.scalar != Baseline.fingerprints {
      log.report(
        "unknown fingerprints", at: node.range, label: "this lifecheck computes \(Baseline.fingerprints)",
        help: "use the lifecheck that wrote the file; or delete the file and write a new one")
    }
    return log.items(fields["known"], "`known`").compactMap(entry)
  }

  private func entry(_ node: Node) -> Baseline.Entry? {
    guard node.mapping != nil else {
      log.report("a known violation: expected a mapping, found \(node.kindName)", at: node.range)
      return nil
    }
    let fields = log.fields(
      node, "a known violation", keys: Self.entryKeys, required: ["rule", "fingerprint", "since"])
    let subject = log.entries(fields["subject"], "`subject`").map { ($0.name, $0.value.scalar ?? "") }
    guard let rule = fields["rule"].flatMap({ log.text($0, "`rule`") }),
      let fingerprint = fields["fingerprint"].flatMap({ log.text($0, "`fingerprint`") }),
      let since = fields["since"].flatMap({ readDate($0, "`since`") })
    else { return nil }
    guard fingerprint.utf8.count == 32, fingerprint.utf8.allSatisfy(Self.isHexadecimal) else {
      log.report(
        "`\(fingerprint)` is not a fingerprint", at: fields["fingerprint"]?.range,
        label: "a fingerprint has 32 hexadecimal digits")
      return nil
    }
    var entry = Baseline.Entry(
      rule: rule, event: fields["event"]?.scalar ?? "",
      subject: Dictionary(subject) { first, _ in first }, fingerprint: fingerprint, since: since)
    if let node = fields["expires"] { entry.expires = readDate(node, "`expires`") }
    return entry
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private func readDate(_ node: Node, _ what: String) -> CalendarDay? {
    guard let text = log.text(node, what) else { return nil }
    if let day = CalendarDay(text) { return day }
    log.report("\(what): `\(text)` is not a date", at: node.range, label: "write a date like `2027-03-01`")
    return nil
  }
}
