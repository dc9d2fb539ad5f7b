import Diagnostics
import Reporting

/// A file that is open for reading, or standard input.
struct Input: ~Copyable {
  private let descriptor: Int32

  private static let chunk = 256 * 1024

  /// Opens the file at `path`; `-` is standard input. Throws a `Problem`.
  init(path: String) throws {
    descriptor = try Self.open(path)
  }

  private static func open(_ path: String) throws -> Int32 {
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
      let count: Int
      do {
        count = try Platform.read(descriptor, into: &buffer)
      } catch {
        throw Problem("cannot be read: \(error.message)")
      }
      guard count > 0 else { return }
      try body(buffer.span.extracting(0..<count))
    }
  }
}

extension Input {
  /// Opens a log that was named on the command line; where it is not there, the problem says what was
  /// probably meant: a sub-command in place of the first path, or a file beside it.
  static func log(_ path: String, isFirst: Bool) throws -> Input {
    do {
      return try Input(path: path)
    } catch let problem as Problem where problem == .missing {
      let subcommand = isFirst ? Suggestion.nearest(to: path, among: LifecheckCommand.subcommandNames) : nil
      let meant = subcommand.map { "the sub-command `\($0)`" } ?? Self.neighbour(of: path).map { "`\($0)`" }
      throw Problem(problem.message, help: meant.map { "did you mean \($0)?" })
    }
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
