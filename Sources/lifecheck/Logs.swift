import Reporting

/// A log that is to be read: a file, or several that are joined.
struct Log: Sendable {
  let paths: [String]
  /// Whether it was named first, where the name of a sub-command may stand.
  let isFirst: Bool
  /// Whether all of it lies there, so that one need not wait for it.
  let isFile: Bool

  init(_ paths: [String], isFirst: Bool = false) {
    self.init(
      paths, isFirst: isFirst, isFile: paths.allSatisfy { $0 != "-" && Platform.kind(of: $0) == .file })
  }

  fileprivate init(_ paths: [String], isFirst: Bool = false, isFile: Bool) {
    self.paths = paths
    self.isFirst = isFirst
    self.isFile = isFile
  }
}

/// What a path on the command line stands for.
enum LogSource {
  case log(Log)
  /// A folder with logs.
  case folder(LogFolder)

  /// The logs that paths name, in their order, each once.
  static func all(_ paths: [String], areJoined: Bool) -> [LogSource] {
    if areJoined { return [.log(Log(paths, isFirst: true))] }
    let sources = paths.enumerated().map { index, path in
      let kind = path == "-" ? .other : Platform.kind(of: path)
      return kind == .folder && Bundle(path: path) == nil
        ? LogSource.folder(LogFolder(path)) : .log(Log([path], isFirst: index == 0, isFile: kind == .file))
    }
    return sources.count > 1 ? withoutRepeats(sources) : sources
  }

  /// The same without logs that were named before, by whichever path.
  private static func withoutRepeats(_ sources: [LogSource]) -> [LogSource] {
    var known: Set<String> = []
    func isNew(_ path: String) -> Bool { known.insert(Platform.absolute(path) ?? path).inserted }
    return sources.compactMap { source in
      switch source {
      case .log(let log): return log.paths.contains(where: isNew) ? source : nil
      case .folder(var folder):
        let isEmpty = folder.entries.isEmpty
        folder.keepEntries(where: isNew)
        return isEmpty || !folder.entries.isEmpty ? .folder(folder) : nil
      }
    }
  }

  /// The logs that it stands for.
  var logs: [Log] {
    switch self {
    case .log(let log): [log]
    case .folder(let folder): folder.entries.compactMap { if case .log(let log) = $0 { log } else { nil } }
    }
  }
}

/// The files in a folder, and in the folders in it, that have the names of logs.
struct LogFolder {
  /// What is in a folder under the name of a log.
  enum Entry {
    case log(Log)
    /// What is none, or cannot be read.
    case problem(path: String, Problem)
  }

  /// The folder itself, as it was given.
  let path: String
  /// What may be a log; sorted in each folder.
  private(set) var entries: [Entry] = []
  /// Files that do not have the names of logs.
  private(set) var passedOver: [String] = []

  init(_ path: String) {
    self.path = path
    add(path)
  }

  /// Leaves out what has other paths.
  fileprivate mutating func keepEntries(where isKept: (String) -> Bool) {
    entries.removeAll { entry in
      switch entry {
      case .log(let log): !log.paths.contains(where: isKept)
      case .problem(let path, _): !isKept(path)
      }
    }
  }

  /// What is wrong with a folder without a log.
  var emptiness: Problem {
    entries.isEmpty
      ? Problem("holds no file with the name of a log, such as *.log", help: "name the files themselves")
      : Problem("holds no log with a known event", help: "name a file to see what is wrong with it")
  }

  /// Adds what is in a folder, without what is hidden. A link to a folder is not followed, for it may lead in a circle.
  private mutating func add(_ folder: String) {
    let names: [String]
    do {
      names = try Platform.names(inFolder: folder)
    } catch {
      entries.append(.problem(path: folder, Problem("cannot be read: \(error.message)")))
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = Platform.kind(of: path)
      if kind == .folder, Bundle(path: path) == nil {
        if !Platform.isLink(path) { add(path) }
      } else if !LogName.isOne(name) {
        passedOver.append(path)
      } else {
        entries.append(
          kind == .other ? .problem(path: path, .noFile) : .log(Log([path], isFile: kind == .file)))
      }
    }
  }
}

/// The names that logs have: `app.log`, `app.log.2`, `app.log-20261120.gz`, `App.IPS`.
enum LogName {
  private static let extensions: Set<Substring> = [
    "log", "txt", "out", "ips", "crash", "synced", "json", "jsonl", "ndjson", "xml", "logarchive", "trace",
    "xcresult",
  ]
  private static let compressions = ["gz", "xz", "zst", "bz2"]

  static func isOne(_ name: String) -> Bool {
    var parts = withoutCompression(name.lowercased()).split(separator: ".", omittingEmptySubsequences: false)
    // What a rotation has put behind it: a number or a day.
    if parts.count > 2, let last = parts.last, isNumber(last) { parts.removeLast() }
    guard parts.count > 1, let last = parts.last else { return false }
    let words = last.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    return extensions.contains(words[0]) && words.dropFirst().allSatisfy(isNumber)
  }

  /// A name without what says that the file is compressed.
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
