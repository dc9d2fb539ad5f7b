import Checking
import Diagnostics
import Project
import Rulebook

/// The report in SARIF, for code scanning services and editors.
///
/// Inconclusive checks are notifications, not results of the kind `open`: GitHub shows a result of any kind as an alert.
struct SARIFReporter: CollectingReporter {
  var found = CollectedViolations()

  /// GitHub rejects a run with more results.
  private static let mostResults = 25_000
  private static let mostNotifications = 1_000
  private static let mostRelated = 100
  /// The number of code points of a message or line that are kept.
  private static let longest = 1_000

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    found.sort()
    let results = Array((found.bySeverity + found.exempt).prefix(Self.mostResults))
    let rules = Self.rules(of: report, results)
    let places = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let repeats = report.repeats
    let document = SARIFDocument(runs: [
      .init(
        tool: .init(driver: .init(rules: rules)),
        invocations: [invocation(of: report)],
        artifacts: report.traces.flatMap { $0.files.paths.isEmpty ? [$0.path] : $0.files.paths }
          .withoutRepeats.map { .init(location: Self.artifact($0)) },
        results: results.map {
          Self.result(
            $0, places[$0.violation.ruleID] ?? 0, repeats[$0.log.name]?[$0.violation.id] ?? 0,
            isCompared: report.baseline != nil)
        })
    ])
    output += try JSONText.text(of: document)
  }

  // MARK: Rules

  /// The rules that were tested in a log, and those with results.
  private static func rules(
    of report: Report, _ results: [CollectedViolations.Found]
  ) -> [SARIFDocument.Rule] {
    let tested = Set(report.rules.filter(\.verdict.isOfTest).map(\.id) + results.map(\.violation.ruleID))
    let known = report.rulebooks.flatMap(\.rules).filter { tested.contains($0.id) }
    let missing = tested.subtracting(known.map(\.id)).sorted()
    return known.map(rule) + missing.map { rule($0, .error, title: nil, why: nil, help: nil, guidance: []) }
  }

  private static func rule(_ rule: Rule) -> SARIFDocument.Rule {
    let texts = rule.texts
    return Self.rule(
      rule.id, rule.severity, title: texts.title, why: texts.why, help: texts.help, guidance: texts.guidance)
  }

  private static func rule(
    _ id: String, _ severity: Severity, title: String?, why: String?, help: String?, guidance: [String]
  ) -> SARIFDocument.Rule {
    let title = (title ?? id).cut(to: longest)
    let reason = (why ?? title).cut(to: longest)
    let links = guidance.map { "- \($0)" }.joined(separator: "\n")
    let text = [reason, help, links.isEmpty ? nil : links].compactMap(\.self).joined(separator: "\n\n")
    return SARIFDocument.Rule(
      id: id, shortDescription: .init(title), fullDescription: .init(reason),
      help: .init(text, markdown: text), helpUri: guidance.first(where: isAddress),
      defaultConfiguration: .init(level: severity.rawValue),
      properties: .init(problemSeverity: severity == .note ? "recommendation" : severity.rawValue))
  }

  private static func isAddress(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F && !"<>\"{}|\\^`".utf8.contains($0) }
  }

  // MARK: Results

  private static func result(
    _ found: CollectedViolations.Found, _ ruleIndex: Int, _ repeats: Int, isCompared: Bool
  ) -> SARIFDocument.Result {
    let violation = found.violation
    let related = violation.related.prefix(mostRelated)
    let links = related.enumerated().map { "[\(linkText($0.element.label))](\($0.offset + 1))" }
    let identity = found.identity ?? ""
    return SARIFDocument.Result(
      ruleId: violation.ruleID, ruleIndex: ruleIndex, level: violation.severity.rawValue,
      message: .init(
        linkText(violation.message) + (links.isEmpty ? "" : ". " + links.joined(separator: "; "))),
      locations: [location(violation.witness, found.log)],
      relatedLocations: related.enumerated().map {
        location($0.element.witness, found.log, $0.element.label, id: $0.offset + 1)
      },
      codeFlows: [.init(threadFlows: [.init(locations: steps(of: violation, related, found.log))])],
      partialFingerprints: ["primaryLocationLineHash": identity, Fingerprint.version: identity],
      baselineState: isCompared ? (found.exemption?.known == nil ? "new" : "unchanged") : nil,
      suppressions: found.exemption?.suppression.map { [.init(justification: $0.reason.cut(to: longest))] },
      properties: .init(
        subject: violation.proof.subject.values, notes: violation.proof.notes, repeats: repeats))
  }

  /// The text without what a reader of SARIF takes for a link.
  private static func linkText(_ text: String) -> String {
    var isAfterBracket = false
    return text.cut(to: longest).replacingCodePoints { scalar in
      defer { isAfterBracket = scalar == "]" }
      return isAfterBracket && scalar == "(" ? " (" : nil
    }
  }

  private static func steps(
    of violation: Violation, _ related: some Collection<Violation.Related>, _ log: LogFiles
  ) -> [SARIFDocument.CodeFlow.Step] {
    var lines = related.map { (witness: $0.witness, label: $0.label, role: $0.role.rawValue) }
    let place = lines.firstIndex { $0.witness.line > violation.witness.line } ?? lines.count
    lines.insert((violation.witness, violation.proof.label, "violation"), at: place)
    return lines.enumerated().map { number, line in
      let isReported = number == place
      let state = violation.proof.state.map { ($0.name, SARIFDocument.Text($0.value)) }
      return .init(
        executionOrder: number + 1, importance: isReported ? "essential" : "important", kinds: [line.role],
        location: location(line.witness, log, line.label),
        state: isReported && !state.isEmpty ? Dictionary(state) { first, _ in first } : nil)
    }
  }

  private static func location(
    _ witness: Witness, _ log: LogFiles, _ label: String? = nil, id: Int? = nil
  ) -> SARIFDocument.Location {
    let place = log.place(of: witness.line)
    return SARIFDocument.Location(
      id: id, message: label.map { .init($0.cut(to: longest)) },
      physicalLocation: .init(
        artifactLocation: artifact(place.path),
        region: .init(
          startLine: place.line, startColumn: witness.column, endLine: place.line,
          endColumn: max(witness.endColumn, witness.column)),
        contextRegion: .init(startLine: place.line, snippet: .init(witness.text.cut(to: longest)))))
  }

  /// The address of a file: relative to the folder in which lifecheck runs, or absolute as the path is.
  private static func artifact(_ path: String) -> SARIFDocument.ArtifactLocation {
    let encoded = path.utf8.map { byte in
      let isPlain = byte.isASCIILetterOrDigit || "/-._~".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }.joined()
    if path.hasPrefix("/") { return .init(uri: "file://" + encoded, uriBaseId: nil) }
    return .init(uri: encoded, uriBaseId: SARIFDocument.Location.sourceRoot)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  // MARK: The run

  private func invocation(of report: Report) -> SARIFDocument.Invocation {
    let exitCode =
      switch report.outcome {
      case .passed: 0
      case .failed: report.exitsZero ? 0 : 1
      case .noVerdict: 2
      }
    let unmet = report.unmet.map {
      SARIFDocument.Notification(
        level: "error", message: .init($0.message), locations: [], associatedRule: .init(id: $0.ruleID))
    }
    let undecided = found.inconclusive.prefix(Self.mostNotifications).map { found in
      SARIFDocument.Notification(
        level: "note", message: .init("inconclusive: " + found.violation.message.cut(to: Self.longest)),
        locations: [Self.location(found.violation.witness, found.log)],
        associatedRule: .init(id: found.violation.ruleID))
    }
    return SARIFDocument.Invocation(
      executionSuccessful: report.outcome != .noVerdict, exitCode: exitCode,
      toolConfigurationNotifications: (report.mistakes ?? []).map(Self.notification),
      toolExecutionNotifications: problems(of: report) + unmet + undecided)
  }

  private func problems(of report: Report) -> [SARIFDocument.Notification] {
    var problems = report.traces.compactMap { trace in
      trace.problem.map { problem in
        let text = [problem.message, problem.help].compactMap(\.self).joined(separator: "; ")
        return SARIFDocument.Notification(
          level: "error", message: .init(text.cut(to: Self.longest)),
          locations: [
            .init(physicalLocation: .init(artifactLocation: Self.artifact(problem.path ?? trace.files.path)))
          ])
      }
    }
    if let nothing = NothingChecked(report) { problems.append(Self.notification(nothing.diagnostic)) }
    return problems
  }

  private static func notification(_ diagnostic: Diagnostic) -> SARIFDocument.Notification {
    let text = [diagnostic.message, diagnostic.help].compactMap(\.self).joined(separator: "; ")
    return SARIFDocument.Notification(
      level: diagnostic.severity.rawValue, message: .init(text.cut(to: longest)),
      locations: diagnostic.range.map {
        [
          .init(
            physicalLocation: .init(
              artifactLocation: artifact($0.source.name),
              region: .init(startLine: $0.start.line, startColumn: $0.start.column)))
        ]
      } ?? [])
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}

extension Violation.Subject {
  /// The values of the key fields, by name.
  var values: [String: String] { Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first } }
}
