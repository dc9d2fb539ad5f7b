import Diagnostics
import Project
import Reporting

/// A file that is open for reading, or standard input.
final class Input {
  private let descriptor: Int32
  /// What was read to see what the file is.
  private var head: ArraySlice<UInt8> = []
  private var decompression: Decompression?

  static let chunk = 256 * 1024
  /// Some files say of themselves that they are empty, and are not.
  private static let leastChunk = 4 * 1024

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
    } catch .interrupted {
      throw Problem.interrupted
    } catch {
      throw Problem(error.message)
    }
    if Platform.isFolder(descriptor) {
      Platform.close(descriptor)
      throw Bundle(path: path)?.problem ?? Problem.folder
    }
    return descriptor
  }

  deinit { if descriptor > 0 { Platform.close(descriptor) } }

  /// How many of its bytes were read, as they lie on the disk; nil for what is no file.
  var position: Int? { Platform.position(in: descriptor) }

  /// How the bytes came to their end.
  enum Ending {
    /// There are no more.
    case whole
    /// A person ended what comes from a pipe or a device.
    case interrupted
    /// There are more, and they cannot be read.
    case broken(Problem)

    /// Whether the last line may lack its end.
    var isCut: Bool { if case .whole = self { false } else { true } }
    var problem: Problem? { if case .broken(let problem) = self { problem } else { nil } }
  }

  private var remainder = Remainder()

  /// How long nothing has to come before a log that is still being written counts as quiet, in milliseconds.
  private static let quiet: Int32 = 300

  /// Hands over the bytes as they come, to the end, and tells when none come for a while. Throws what the bodies throw.
  func forEachChunk(_ body: (Span<UInt8>) throws -> Void, whenQuiet: () throws -> Void) throws -> Ending {
    var buffer = newBuffer
    let isFile = Platform.isFile(descriptor)
    while true {
      if !isFile, head.isEmpty, isQuiet { try whenQuiet() }
      let chunk: Range<Int>
      do throws(Problem) {
        chunk = try read(into: &buffer)
      } catch {
        return .broken(error)
      }
      guard !chunk.isEmpty else { break }
      try body(buffer.span.extracting(chunk))
    }
    guard Interruption.isThere else { return .whole }
    return isFile ? .broken(.interrupted) : .interrupted
  }

  private var isQuiet: Bool {
    if decompression != nil { return false }
    let ready = Platform.wait(reading: descriptor, Interruption.descriptor, timeout: Self.quiet)
    return !ready.0 && !ready.1
  }

  /// The most bytes that a rulebook or a project file has: a hundred times as many as the largest that is bundled.
  private static let largestText = 4 << 20

  /// All bytes of a rulebook or a project file, or the first of them, at least so many.
  func bytes(atLeast enough: Int = .max) throws(Problem) -> [UInt8] {
    var buffer = newBuffer
    var bytes: [UInt8] = []
    while true {
      guard bytes.count < enough else { return bytes }
      guard bytes.count <= Self.largestText else {
        throw Problem("is larger than \(Self.largestText >> 20) MiB, and no rulebook or project file")
      }
      let chunk = try read(into: &buffer)
      guard !chunk.isEmpty else { return bytes }
      bytes += buffer[chunk]
    }
  }

  /// Memory for the next bytes. All of it is cleared first, which takes longer than to read a small file: then it is less.
  private var newBuffer: [UInt8] {
    let size = decompression == nil ? Platform.size(of: descriptor) : nil
    let chunk = min(max((size ?? Self.chunk) + 1, Self.leastChunk), Self.chunk)
    return Array(repeating: 0, count: chunk + Platform.cacheLine)
  }

  /// Where in the buffer the next bytes are; nowhere at their end, or when the input is interrupted.
  private func read(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if !head.isEmpty {
      let count = head.count
      buffer.replaceSubrange(0..<min(count, buffer.count), with: head)
      head = []
      return 0..<count
    }
    return try readMore(into: &buffer)
  }

  private func readMore(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if let decompression { return try decompression.read(into: &buffer) }
    while true {
      let ready = Platform.wait(reading: descriptor, Interruption.descriptor)
      if ready.1, remainder.isOver(ready.0) { return 0..<0 }
      guard ready.0 else { continue }
      do {
        return try Platform.read(descriptor, into: &buffer)
      } catch {
        throw Problem("cannot be read: \(error.message)")
      }
    }
  }

  // MARK: What the file is

  /// Looks at the first bytes of a log, and undoes its compression. Throws a `Problem` where it is no text.
  func recognise() throws(Problem) {
    switch try firstBytes() {
    case .text: return
    case .foreign(let message, let help): throw Problem(message, help: help, .foreign)
    case .compressed(let compression):
      decompression = try Decompression(compression, of: Array(head), from: descriptor)
      head = []
      switch try firstBytes() {
      case .text: return
      case .foreign(let message, let help): throw Problem(message, help: help, .foreign)
      case .compressed(let inner):
        throw Problem(
          "is compressed twice, by \(inner.rawValue) and \(compression.rawValue)", help: "decompress it once")
      }
    }
  }

  private func firstBytes() throws(Problem) -> FirstBytes {
    var bytes: [UInt8] = []
    var buffer = newBuffer
    while true {
      let chunk: Range<Int>
      do {
        chunk = try readMore(into: &buffer)
      } catch {
        // What came before is read first, and then the same problem comes again.
        if bytes.isEmpty { throw error }
        chunk = 0..<0
      }
      bytes += buffer[chunk]
      if let kind = FirstBytes(bytes, isWhole: chunk.isEmpty) {
        head = bytes[...]
        return kind
      }
    }
  }
}

extension Input {
  /// Opens a log that was named on the command line; where it is not there, or is none, the problem says what was
  /// probably meant: a sub-command in place of the first path, a file beside it, a rulebook.
  static func log(_ path: String, isFirst: Bool) throws -> Input {
    do {
      if let problem = try noLog(path) { throw problem }
      let input = try Input(path: path)
      try input.recognise()
      return input
    } catch let problem as Problem where problem == .missing {
      let subcommand = isFirst ? Suggestion.nearest(to: path, among: LifecheckCommand.subcommandNames) : nil
      let meant = subcommand.map { "the sub-command `\($0)`" } ?? Self.neighbour(of: path).map { "`\($0)`" }
      throw Problem(problem.message, help: meant.map { "did you mean \($0)?" })
    }
  }

  /// A rulebook holds logs, its examples, and would be read as one.
  private static func noLog(_ path: String) throws(Problem) -> Problem? {
    let name = LogName.withoutCompression(path)
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return nil }
    let input = try Input(path: path)
    try input.recognise()
    guard Setup.isText(ofLifecheck: try input.bytes(atLeast: Self.chunk)) else { return nil }
    let first = name == path ? "" : "decompress it; "
    if name == ProjectSearch.name || name.hasSuffix("/" + ProjectSearch.name) {
      return Problem(
        "is a project file, and no log", help: first + "it is found by itself, or named by --config")
    }
    return Problem(
      "is a rulebook, and no log", help: first + "to check logs against it: --rulebook \(name)")
  }

  private static func neighbour(of path: String) -> String? {
    let folder = String(path.lastIndex(of: "/").map { path[...$0] } ?? "")
    let name = String(path.dropFirst(folder.count))
    let names = (try? Platform.names(inFolder: folder.isEmpty ? "." : folder)) ?? []
    return Suggestion.nearest(to: name, among: names).map { folder + $0 }
  }
}

extension Problem {
  /// There is nothing of that name.
  static let missing = Problem("no such file")
  /// It is no file, but holds files.
  static let folder = Problem("is a folder", help: "with --join, name its files in their order")
  /// It stands among logs, and has no end: a pipe or a device.
  static let noFile = Problem("is not a file", help: "name it on the command line to read it", .foreign)
  /// Its end was not reached.
  static let interrupted = Problem("the program was interrupted before the end of the file")
}
