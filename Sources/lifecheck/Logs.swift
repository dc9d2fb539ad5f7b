import Reporting

/// A log to read: a file, or several joined files.
struct Log: Sendable {
  let paths: [String]
  /// Whether it consists of regular files, so reading never waits for input.
  let isFile: Bool
  /// The name in reports; nil for the path.
  let name: String?
  /// The bytes of a member of an archive; nil if the log is read from its paths.
  let member: [UInt8]?

  /// A member of an archive.
  init(member path: String, _ bytes: [UInt8]) {
    (paths, isFile, name, member) = ([path], true, nil, bytes)
  }

  init(_ paths: [String]) {
    self.init(paths, isFile: paths.allSatisfy { $0 != "-" && System.kind(of: $0) == .file })
  }

  fileprivate init(_ paths: [String], isFile: Bool, name: String? = nil) {
    self.paths = paths
    self.isFile = isFile
    self.name = name
    member = nil
  }
}

/// A path on the command line: a log or a folder.
enum LogSource {
  case log(Log)
  /// A folder with logs.
  case folder(LogFolder)

  /// The log or the folder at a path. A log may have a name, which reports show instead of the path.
  init(_ path: String, name: String? = nil) {
    let kind = path == "-" ? .other : System.kind(of: path)
    if kind == .file, ReportArchive.isNamed(path), let entries = ReportArchive.entries(of: path) {
      self = .folder(LogFolder(archive: path, entries))
      return
    }
    self =
      kind == .folder && AppleBundle(path: path) == nil
      ? .folder(LogFolder(path)) : .log(Log([path], isFile: kind == .file, name: name))
  }

  /// The paths as one log.
  static func joined(_ sources: [LogSource]) -> [LogSource] {
    [.log(Log(sources.flatMap(\.paths)))]
  }

  private var paths: [String] {
    switch self {
    case .log(let log): log.paths
    case .folder(let folder): [folder.path]
    }
  }

  /// Removes logs that were already named, by any path.
  static func withoutRepeats(_ sources: [LogSource]) -> [LogSource] {
    var known: Set<String> = []
    func isNew(_ path: String) -> Bool { known.insert(System.absolute(path) ?? path).inserted }
    return sources.compactMap { source in
      switch source {
      case .log(let log): return log.paths.contains(where: isNew) ? source : nil
      case .folder(var folder):
        let isEmpty = folder.entries.isEmpty
        folder.filterEntries(where: isNew)
        return isEmpty || !folder.entries.isEmpty ? .folder(folder) : nil
      }
    }
  }

  /// The logs at the path.
  var logs: [Log] {
    switch self {
    case .log(let log): [log]
    case .folder(let folder): folder.entries.compactMap { if case .log(let log) = $0 { log } else { nil } }
    }
  }
}

/// The log files in a folder and its subfolders, found by name.
struct LogFolder {
  /// A file in a folder that is named like a log.
  enum Entry {
    case log(Log)
    /// Not a log, or not readable.
    case problem(path: String, Problem)
  }

  /// The path of the folder, as given.
  let path: String
  /// The files that may be logs, sorted in each folder.
  private(set) var entries: [Entry] = []
  /// Files that are not named like logs.
  private(set) var passedOver: [String] = []

  init(_ path: String) {
    self.path = path
    add(path)
  }

  /// Creates the folder of the reports in an archive.
  init(archive path: String, _ entries: [Entry]) {
    (self.path, self.entries, isArchive) = (path, entries, true)
  }

  private var isArchive = false

  /// Removes all entries whose paths are not kept.
  fileprivate mutating func filterEntries(where isKept: (String) -> Bool) {
    entries.removeAll { entry in
      switch entry {
      case .log(let log): !log.paths.contains(where: isKept)
      case .problem(let path, _): !isKept(path)
      }
    }
  }

  /// The problem of a folder without a log.
  var noLogProblem: Problem {
    if isArchive, entries.isEmpty {
      return Problem("is a tar archive without a report (*.ips)", help: "unpack it: tar -xf")
    }
    return entries.isEmpty
      ? Problem("contains no file named like a log, such as *.log", help: "name the files themselves")
      : Problem("holds no log with a known event", help: "name a file to see what is wrong with it")
  }

  /// Adds the files in a folder, except hidden ones. Links to folders are not followed, because they may form a cycle.
  private mutating func add(_ folder: String) {
    let names: [String]
    do {
      names = try System.names(inFolder: folder)
    } catch {
      entries.append(.problem(path: folder, Problem("cannot be read: \(error.message)")))
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = System.kind(of: path)
      if kind == .folder, AppleBundle(path: path) == nil {
        if !System.isLink(path) { add(path) }
      } else if !LogName.matches(name) {
        passedOver.append(path)
      } else {
        entries.append(
          kind == .other ? .problem(path: path, .notAFile) : .log(Log([path], isFile: kind == .file)))
      }
    }
  }
}

/// File names of logs: `app.log`, `app.log.2`, `app.log-20261120.gz`, `App.IPS`.
enum LogName {
  private static let extensions: Set<Substring> = [
    "log", "txt", "out", "ips", "crash", "synced", "json", "jsonl", "ndjson", "xml", "logarchive", "trace",
    "xcresult",
  ]
  private static let compressions = ["gz", "xz", "zst", "bz2"]

  static func matches(_ name: String) -> Bool {
    var parts = withoutCompression(name.lowercased()).split(separator: ".", omittingEmptySubsequences: false)
    // The suffix of a log rotation: a number or a date.
    if parts.count > 2, let last = parts.last, isNumber(last) { parts.removeLast() }
    guard parts.count > 1, let last = parts.last else { return false }
    let words = last.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    return extensions.contains(words[0]) && words.dropFirst().allSatisfy(isNumber)
  }

  /// A name without the extension of a compression.
  static func withoutCompression(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), compressions.contains(String(name[dot...].dropFirst())) else {
      return name
    }
    return String(name[..<dot])
  }

  /// `2`, `20261120`, `2026-11-20`, `20261120-1700000000`.
  private static func isNumber(_ text: Substring) -> Bool {
    text.first?.isASCIIDigit == true && text.allSatisfy { $0.isASCIIDigit || $0 == "-" || $0 == "_" }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
