import ArgumentParser
import Diagnostics
import Project
import Reporting
import Rulebook

/// The options about known violations.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A file of known violations, which do not fail the run. It overrides the baseline of the project file.
      """, valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp("Add the violations of this run to a file of known violations.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Flag(
    help: """
      Remove the known violations that are fixed: no log of this run contains them, and in one of the logs, their rule held \
      and their subject occurs.
      """)
  var pruneBaseline = false

  func validate() throws {
    if writeBaseline == "-" || baseline == "-" {
      throw ValidationError("a baseline is a file; `-` is standard input")
    }
    if let baseline, let writeBaseline, baseline != writeBaseline {
      throw ValidationError("--baseline and --write-baseline name different files")
    }
  }

  /// Reads the baseline; nil if none is used. `project` is the path in the project file. Throws the mistakes in the file.
  func ledger(project: String?) throws(SetupError) -> BaselineLedger? {
    guard let path = writeBaseline ?? baseline ?? project else {
      if !pruneBaseline { return nil }
      throw SetupError(
        Diagnostic(
          "--prune-baseline needs a baseline", at: nil, help: "name its file with --baseline FILE"),
        in: "--prune-baseline")
    }
    return BaselineLedger(
      try known(in: path), path: path, today: System.today, addsNew: writeBaseline != nil,
      removesFixed: pruneBaseline)
  }

  /// The content of a baseline file. A file that is going to be written may be missing.
  private func known(in path: String) throws(SetupError) -> Baseline {
    switch Input.file(path) {
    // An empty file, as `mktemp` makes it, can be written, too.
    case .success(let bytes) where bytes.isEmpty && writeBaseline != nil: return Baseline()
    case .success(let bytes): return try Baseline(SourceText(name: path, bytes: bytes))
    case .failure(let problem):
      let isMissing = System.kind(of: path) == .missing
      if isMissing, writeBaseline != nil { return Baseline() }
      let help = isMissing ? "`lifecheck --write-baseline \(Escaping.line(path)) LOG` writes one" : nil
      let meant = problem.nearest.map { "did you mean `\(Escaping.line($0))`?" }
      throw SetupError(
        Diagnostic("baseline `\(path)`: \(problem.reason)", at: nil, help: meant ?? help), in: path)
    }
  }
}
