import Diagnostics
import Project
import Reporting

/// A file that is open for reading, or standard input.
struct Input: ~Copyable {
  private let descriptor: Int32

  private static let chunk = 256 * 1024

  /// Opens the file at `path`; `-` is standard input. Throws a `Problem`.
  init(path: String) throws(Problem) {
    descriptor = try Self.open(path)
  }

  private static func open(_ path: String) throws(Problem) -> Int32 {
    let descriptor: Int32
    do {
      descriptor = path == "-" ? 0 : try Platform.open(path)
    } catch .missing {
      throw Problem.missing
    } catch {
      throw Problem(error.message)
    }
    if Platform.isFolder(descriptor) {
      Platform.close(descriptor)
      throw Problem(
        "is a folder", help: "name its files, such as \(path.hasSuffix("/") ? path : path + "/")*.log")
    }
    return descriptor
  }

  deinit { if descriptor > 0 { Platform.close(descriptor) } }

  /// Hands over the bytes as they come, to the end. Throws a `Problem`, and what `body` throws.
  borrowing func forEachChunk(_ body: (Span<UInt8>) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let count = try read(into: &buffer)
      guard count > 0 else { return }
      try body(buffer.span.extracting(0..<count))
    }
  }

  /// All bytes that are left.
  borrowing func bytes() throws(Problem) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    var bytes: [UInt8] = []
    while true {
      let count = try read(into: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private borrowing func read(into buffer: inout [UInt8]) throws(Problem) -> Int {
    do {
      return try Platform.read(descriptor, into: &buffer)
    } catch {
      throw Problem("cannot be read: \(error.message)")
    }
  }
}

extension Input {
  /// Opens a log that was named on the command line; where it is not there, or is none, the problem says what was
  /// probably meant: a sub-command in place of the first path, a file beside it, a rulebook.
  static func log(_ path: String, isFirst: Bool) throws -> Input {
    do {
      if let problem = try noLog(path) { throw problem }
      return try Input(path: path)
    } catch let problem as Problem where problem == .missing {
      let subcommand = isFirst ? Suggestion.nearest(to: path, among: LifecheckCommand.subcommandNames) : nil
      let meant = subcommand.map { "the sub-command `\($0)`" } ?? Self.neighbour(of: path).map { "`\($0)`" }
      throw Problem(problem.message, help: meant.map { "did you mean \($0)?" })
    }
  }

  /// A rulebook holds logs, its examples, and would be read as one.
  private static func noLog(_ path: String) throws(Problem) -> Problem? {
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml"),
      Setup.isText(ofLifecheck: try Input(path: path).bytes())
    else { return nil }
    if path == ProjectSearch.name || path.hasSuffix("/" + ProjectSearch.name) {
      return Problem("is a project file, and no log", help: "it is found by itself, or named by --config")
    }
    return Problem("is a rulebook, and no log", help: "to check logs against it: --rulebook \(path)")
  }

  private static func neighbour(of path: String) -> String? {
    let folder = String(path.lastIndex(of: "/").map { path[...$0] } ?? "")
    let name = String(path.dropFirst(folder.count))
    let names = Platform.names(inFolder: folder.isEmpty ? "." : folder)
    return Suggestion.nearest(to: name, among: names).map { folder + $0 }
  }
}

extension Problem {
  /// There is nothing of that name.
  static let missing = Problem("no such file")
}
