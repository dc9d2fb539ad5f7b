extension Report {
  /// A line, without its end, for each thing that was not read in folders.
  public var passedOverFiles: [String] {
    var lines: [String] = []
    let mute = skipped.filter { $0.problem.kind == .noEvent }.map { Escaping.line($0.path) }
    if !mute.isEmpty {
      let verb = mute.count == 1 ? "is" : "are"
      lines.append(
        "\(Words.count(mute.count, "file")) without an event \(verb) skipped: \(mute.joined(separator: ", "))"
      )
    }
    for (path, problem) in skipped where problem.kind == .foreign {
      lines.append("skipped \(Escaping.line(path)): \(problem.words)")
    }
    if !passedOver.isEmpty {
      let verb = passedOver.count == 1 ? "is" : "are"
      lines.append(
        "\(Words.count(passedOver.count, "file")) without the name of a log \(verb) passed over: "
          + Summary.list(passedOver.map(Escaping.line)))
    }
    return lines
  }
}
