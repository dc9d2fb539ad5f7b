import ArgumentParser
import Diagnostics
import Reporting

/// The value of `--output`: a format and a file, `sarif=lifecheck.sarif`. The file `-` is standard output.
struct OutputRequest: Equatable {
  let format: ReportFormat
  let path: String

  var isStandardOutput: Bool { path == "-" }

  /// Throws a `ValidationError` if the text is not a request.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let names = ReportFormat.allCases.map(\.rawValue)
    guard let format = ReportFormat(rawValue: parts[0]) else {
      let meant =
        Suggestion.didYouMean(parts[0], among: names) ?? "the formats are \(names.joined(separator: ", "))"
      throw ValidationError("unknown format `\(parts[0])` (--output): \(meant)")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "`\(text)` names no file (--output): write `\(format)=FILE`, or `\(format)=-` for standard output")
    }
    self.format = format
    path = parts[1]
  }
}

extension CheckCommand {
  /// The reports to write, the one on standard output first.
  var outputs: [(format: ReportFormat, destination: ReportOutput.Destination)] {
    let requests = output
    let standard = requests.first(where: \.isStandardOutput)?.format ?? format ?? .full
    var outputs: [(format: ReportFormat, destination: ReportOutput.Destination)] = [
      (standard, .standardOutput)
    ]
    outputs += requests.filter { !$0.isStandardOutput }.map { ($0.format, .file($0.path)) }
    // A job of GitHub Actions shows annotations and a summary without any option. Output for programs stays as it is.
    guard System.environment("GITHUB_ACTIONS") == "true", standard == .full else { return outputs }
    if !requests.contains(where: { $0.format == .github }) { outputs.append((.github, .standardOutput)) }
    if let summary = System.environment("GITHUB_STEP_SUMMARY"), !summary.isEmpty,
      !requests.contains(where: { $0.format == .markdown })
    {
      outputs.append((.markdown, .endOfFile(summary)))
    }
    return outputs
  }

  func validate() throws {
    let standard = output.filter(\.isStandardOutput).map(\.format) + (format.map { [$0] } ?? [])
    if standard.count > 1 {
      throw ValidationError(
        "two reports cannot both go to standard output: \(standard.map(\.rawValue).joined(separator: " and "))"
      )
    }
    let paths = output.filter { !$0.isStandardOutput }.map(\.path)
    var known: [String: String] = Dictionary(
      input.paths.map { (System.identity(of: $0), "a log that is read") }
    ) { first, _ in first }
    if let baseline = self.known.writeBaseline ?? self.known.baseline {
      known[System.identity(of: baseline)] = "the baseline"
    }
    for path in paths {
      if let other = known.updateValue("another report", forKey: System.identity(of: path)) {
        throw ValidationError("the report \(path) is also \(other) (--output)")
      }
    }
  }
}
