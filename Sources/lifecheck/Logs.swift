import Reporting

/// What a path on the command line stands for.
enum LogSource {
  /// A log: a file, or several that are joined.
  case log([String])
  /// A folder, and the files in it that may be logs.
  case folder(String, [String])

  /// The logs that paths name, in their order.
  static func all(_ paths: [String], areJoined: Bool) -> [LogSource] {
    if areJoined { return [.log(paths)] }
    return paths.map { path in
      path != "-" && Platform.isFolder(path) && Bundle(path: path) == nil
        ? .folder(path, files(inFolder: path.hasSuffix("/") ? path : path + "/")) : .log([path])
    }
  }

  private static let extensions: Set<Substring> = [
    "log", "txt", "out", "ips", "crash", "synced", "json", "jsonl", "ndjson", "xml", "logarchive", "trace",
    "xcresult",
  ]
  private static let compressions: Set<Substring> = ["gz", "xz", "zst", "bz2"]

  /// The files in a folder, and in the folders in it, that have the names of logs: sorted, without hidden ones. A link to
  /// a folder is not followed, for it may lead in a circle.
  private static func files(inFolder folder: String) -> [String] {
    var files: [String] = []
    for name in Platform.names(inFolder: folder).sorted() where !name.hasPrefix(".") {
      let path = folder + name
      if Platform.isFolder(path), Bundle(path: path) == nil {
        if !Platform.isLink(path) { files += self.files(inFolder: path + "/") }
      } else if isLogName(name) {
        files.append(path)
      }
    }
    return files
  }

  /// `app.log`, `app.log.2`, `app.log.2.gz`, `app.ips`.
  private static func isLogName(_ name: String) -> Bool {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if let last = parts.last, compressions.contains(last) { parts.removeLast() }
    if let last = parts.last, parts.count > 2, last.allSatisfy(\.isNumber) { parts.removeLast() }
    return parts.count > 1 && parts.last.map { extensions.contains($0[...]) } == true
  }
}

extension Report {
  /// Takes in a log that was read. A file of a folder that is no log is left out; then it gives back false.
  mutating func add(_ trace: TraceReport, isInFolder: Bool) -> Bool {
    if isInFolder, let problem = trace.problem, problem.isNoLog {
      skipped.append((trace.path, problem))
      return false
    }
    traces.append(trace)
    return true
  }

  /// Takes in that there is no log in a folder. Gives back what is wrong with it.
  mutating func addEmpty(_ folder: String, files: Int) -> Problem {
    var trace = TraceReport(path: folder)
    let problem =
      files == 0
      ? Problem("holds no file with the name of a log, such as *.log", help: "name the files themselves")
      : Problem("holds no log with a known event", help: "name a file to see what is wrong with it")
    trace.problem = problem
    traces.append(trace)
    return problem
  }
}
