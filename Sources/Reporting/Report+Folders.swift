extension Report {
  /// Notes about the files in folders that were not checked, without line ends.
  public var skippedFileNotes: [String] {
    var lines: [String] = []
    let mute = skipped.filter { $0.problem.kind == .noEvent }.map { Escaping.line($0.path) }
    if !mute.isEmpty {
      let verb = mute.count == 1 ? "is" : "are"
      lines.append(
        "\(TextFormat.count(mute.count, "file")) without an event \(verb) skipped: \(mute.joined(separator: ", "))"
      )
    }
    for (path, problem) in skipped where problem.kind == .unsupported {
      lines.append("skipped \(Escaping.line(path)): \(problem.messageAndHelp)")
    }
    if !passedOver.isEmpty {
      let verb = passedOver.count == 1 ? "is" : "are"
      lines.append(
        "\(TextFormat.count(passedOver.count, "file")) not named like a log \(verb) skipped: "
          + Summary.list(passedOver.map(Escaping.line)))
    }
    return lines
  }
}
