import ArgumentParser
import Diagnostics
import Reporting

/// The formats of a command's report.
protocol OutputFormat: Sendable, RawRepresentable<String>, CaseIterable {}

extension ReportFormat: OutputFormat {}

/// The value of `--output`: a format and a file, `sarif=lifecheck.sarif`. The file `-` is standard output.
struct OutputRequest<Format: OutputFormat> {
  let format: Format
  let path: String

  var isStandardOutput: Bool { path == "-" }

  /// Throws a `ValidationError` if the text is not a request.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let names = Format.allCases.map(\.rawValue)
    guard let format = Format(rawValue: parts[0]) else {
      let meant =
        Suggestion.didYouMean(parts[0], among: names) ?? "the formats are \(names.joined(separator: ", "))"
      throw ValidationError("unknown format `\(parts[0])` (--output): \(meant)")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "`\(text)` names no file (--output): write `\(parts[0])=FILE`, or `\(parts[0])=-` for standard output"
      )
    }
    self.format = format
    path = parts[1]
  }

  /// Throws a `ValidationError` if two reports have one destination, or if a report replaces a file that the run needs. `format`
  /// is the value of `--format`; `needed` are these files and what they are, by their identity.
  static func validate(_ requests: [Self], _ format: Format?, needed: [String: String]) throws {
    let standard = (requests.filter(\.isStandardOutput).map(\.format) + [format].compactMap(\.self))
      .map(\.rawValue)
    if standard.count > 1 {
      throw ValidationError(
        "two reports cannot both go to standard output: \(standard.joined(separator: " and "))")
    }
    var known = needed
    for request in requests where !request.isStandardOutput {
      let identity = System.identity(of: request.path)
      if let other = known.updateValue("another report", forKey: identity) {
        throw ValidationError("the report \(request.path) is also \(other) (--output)")
      }
    }
  }
}

extension InputOptions {
  /// The logs that are named, for `OutputRequest.validate`.
  var identities: [String: String] {
    Dictionary(paths.map { (System.identity(of: $0), "a log that is read") }) { first, _ in first }
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
    var needed = input.identities
    if let baseline = known.writeBaseline ?? known.baseline {
      needed[System.identity(of: baseline)] = "the baseline"
    }
    try OutputRequest.validate(output, format, needed: needed)
  }
}
