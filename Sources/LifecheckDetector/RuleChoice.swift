package import Checking
import Diagnostics
import Foundation
package import Project
import Rulebook

/// The rules that an assertion or a detector checks.
package struct RuleChoice: Hashable, Sendable {
  /// A bundled name or a path; nil for the rulebook of the project file, or else `ios`.
  package var rulebook: String?
  /// The only rules to check; empty for all.
  package var only: [String]
  /// The rules not to check.
  package var ignored: [String]
  /// The path of a project file.
  package var project: String?

  package init(rulebook: String? = nil, only: [String] = [], ignoring: [String] = [], project: String? = nil)
  {
    (self.rulebook, self.only, self.project) = (rulebook, only, project)
    ignored = ignoring
  }

  /// Rules with the settings of the project, ready to check traces.
  package struct Prepared: Sendable {
    package let setup: Setup
    package let rules: CompiledRules
    /// The facts about the app in the project file.
    package var assumptions: Assumptions { Assumptions(facts: setup.facts, records: setup.records) }
  }

  /// Loads and compiles the rules.
  package func prepared() throws(LifecycleError) -> Prepared {
    if let prepared = Self.cache.value(of: self) { return prepared }
    let prepared: Prepared
    do throws(SetupError) {
      let setup = try setup()
      prepared = Prepared(setup: setup, rules: CompiledRules(setup.rulebook))
    } catch {
      throw LifecycleError(error)
    }
    if readsNoFile { Self.cache.insert(prepared, for: self) }
    return prepared
  }

  private func setup() throws(SetupError) -> Setup {
    var source: SourceText?
    if let project {
      switch FileBytes.read(project) {
      case .success(let bytes): source = SourceText(name: project, bytes: bytes)
      case .failure(let problem): throw SetupError(unreadable: project, problem.reason)
      }
    }
    let rulebooks = rulebook.map { [$0] } ?? (project == nil ? ["ios"] : [])
    let selection = RuleSelection(select: only, ignore: ignored, options: ("only", "ignoring"))
    let setups = try Setup.withRules(
      Setup.candidates(
        project: source, rulebooks: rulebooks, selection: selection, withExamples: false,
        readFile: FileBytes.read))
    // A project file without a rulebook has a setup for each platform.
    return setups.first { $0.rulebook.name == "ios" } ?? setups[0]
  }

  /// Whether the rules depend on no file, so that they stay the same.
  private var readsNoFile: Bool {
    project == nil && (rulebook.map(Rulebook.bundledNames.contains) ?? true)
  }

  /// The rules that were prepared in this process. To compile the rules takes longer than to check a short trace.
  private static let cache = Cache()

  private final class Cache: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [RuleChoice: Prepared] = [:]

    func value(of choice: RuleChoice) -> Prepared? { lock.withLock { values[choice] } }
    func insert(_ prepared: Prepared, for choice: RuleChoice) { lock.withLock { values[choice] = prepared } }
  }
}
