import Diagnostics
import Project
import Reporting
import Trace

/// A file that is open for reading, or standard input.
final class Input {
  private let descriptor: Int32
  /// Bytes that were read to detect the type of the file.
  private var head: ArraySlice<UInt8> = []
  private var decompressor: Decompressor?
  /// The reader of a log archive, if the input is one.
  private var archive: ArchiveReader?

  static let chunk = 256 * 1024
  /// Some special files report a size of 0, but have contents.
  private static let minChunk = 4 * 1024

  /// Opens the file at `path`; `-` is standard input. Throws a `Problem`.
  init(path: String) throws(Problem) {
    descriptor = try Self.open(path)
  }

  /// Opens bytes that were already read.
  init(_ bytes: [UInt8]) {
    descriptor = -1
    head = bytes[...]
  }

  /// Opens a log archive with the program that reads it.
  init(archive path: String) throws(Problem) {
    descriptor = -1
    archive = try ArchiveReader(path)
  }

  private static func open(_ path: String) throws(Problem) -> Int32 {
    let descriptor: Int32
    do {
      descriptor = path == "-" ? 0 : try System.open(path)
    } catch .missing {
      throw Problem.missing
    } catch .interrupted {
      throw Problem.interrupted
    } catch {
      throw Problem(error.message)
    }
    if System.isFolder(descriptor) {
      System.close(descriptor)
      throw AppleBundle(path: path)?.problem ?? Problem.folder
    }
    return descriptor
  }

  deinit { if descriptor > 0 { System.close(descriptor) } }

  /// The number of bytes read from the disk, before decompression; nil if the input is not a file.
  var position: Int? { System.position(in: descriptor) }

  /// The way in which reading ended.
  enum Completion {
    /// All bytes were read.
    case complete
    /// The user interrupted a pipe or a device.
    case interrupted
    /// The rest cannot be read.
    case failed(Problem)

    /// Whether the last line may lack its end.
    var isCut: Bool { if case .complete = self { false } else { true } }
    var problem: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  }

  private var drain = PipeDrain()

  /// The time without input after which a log that is still being written is quiet, in milliseconds.
  private static let quiet: Int32 = 300

  /// Calls `body` with the bytes as they arrive, to the end, and `whenQuiet` if none arrive for a while. Rethrows their
  /// errors. While there is a scanner, the bytes of a file are scanned on several threads first.
  func forEachChunk(
    threads: Int, scanner: () -> BlockScanner?, _ body: (Span<UInt8>, ScannedBlock?) throws -> Void,
    whenQuiet: () throws -> Void
  ) throws -> Completion {
    var buffer = newBuffer
    let isFile = System.isFile(descriptor)
    let ahead = isFile ? ScanAhead(threads: threads) : nil
    defer { ahead?.stop() }
    while true {
      if !isFile, head.isEmpty, isQuiet { try whenQuiet() }
      let chunk: Range<Int>
      do throws(Problem) {
        chunk = try read(into: &buffer)
      } catch {
        try ahead?.readAll(body)
        return .failed(error)
      }
      guard !chunk.isEmpty else { break }
      if let ahead, let scanner = scanner() {
        ahead.add(&buffer, chunk, scanner)
        if buffer.isEmpty { buffer = newBuffer }
        if ahead.isFull { try ahead.readNext(body) }
      } else {
        try ahead?.readAll(body)
        try body(buffer.span.extracting(chunk), nil)
      }
    }
    try ahead?.readAll(body)
    guard Interruption.isRequested else { return .complete }
    return isFile || descriptor < 0 ? .failed(.interrupted) : .interrupted
  }

  private var isQuiet: Bool {
    if decompressor != nil || descriptor < 0 { return false }
    let ready = System.wait(reading: descriptor, Interruption.descriptor, timeout: Self.quiet)
    return !ready.0 && !ready.1
  }

  /// The maximum size of a rulebook or a project file, in bytes: a hundred times the largest bundled one.
  private static let largestText = 4 << 20

  /// All bytes of a rulebook or a project file, or at least the first `enough` of them.
  func bytes(atLeast enough: Int = .max) throws(Problem) -> [UInt8] {
    var buffer = newBuffer
    var bytes: [UInt8] = []
    while true {
      guard bytes.count < enough else { return bytes }
      guard bytes.count <= Self.largestText else {
        throw Problem("is larger than \(Self.largestText >> 20) MiB, so it is not a rulebook or project file")
      }
      let chunk = try read(into: &buffer)
      guard !chunk.isEmpty else { return bytes }
      bytes += buffer[chunk]
    }
  }

  /// A buffer for the next bytes. It is no larger than needed for a small file, because to zero a full chunk would take
  /// longer than to read the file.
  private var newBuffer: [UInt8] {
    let size = decompressor == nil ? System.size(of: descriptor) : nil
    let chunk = min(max((size ?? Self.chunk) + 1, Self.minChunk), Self.chunk)
    return Array(repeating: 0, count: chunk + System.cacheLine)
  }

  /// Reads the next bytes into the buffer. Returns their range; empty at the end, or if the input is interrupted.
  private func read(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if !head.isEmpty {
      let part = head.prefix(Self.chunk)
      buffer.replaceSubrange(0..<min(part.count, buffer.count), with: part)
      head.removeFirst(part.count)
      return 0..<part.count
    }
    return try readMore(into: &buffer)
  }

  private func readMore(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if let decompressor { return try decompressor.read(into: &buffer) }
    if let archive { return try archive.read(into: &buffer) }
    guard descriptor >= 0 else { return 0..<0 }
    while true {
      let ready = System.wait(reading: descriptor, Interruption.descriptor)
      if ready.1, drain.isDone(isReady: ready.0) { return 0..<0 }
      guard ready.0 else { continue }
      do {
        return try System.read(descriptor, into: &buffer)
      } catch {
        throw Problem("cannot be read: \(error.message)")
      }
    }
  }

  // MARK: File type

  /// Detects the type of a log, and sets up decompression. Throws a `Problem` if it is not text.
  func detectFileType() throws(Problem) {
    if let problem = try decompressedType().problem { throw problem }
  }

  /// Whether the input is a tar archive, which may be compressed.
  func isArchive() throws(Problem) -> Bool {
    if case .archive = try decompressedType() { true } else { false }
  }

  /// Detects the type of the data, and sets up decompression.
  private func decompressedType() throws(Problem) -> FileType {
    if archive != nil { return .text }
    let type = try readFileType()
    guard case .compressed(let compression) = type else { return type }
    decompressor = try Decompressor(compression, of: Array(head), from: descriptor)
    head = []
    let inner = try readFileType()
    if case .compressed(let other) = inner {
      throw Problem(
        "is compressed twice, by \(other.rawValue) and \(compression.rawValue)", help: "decompress it once")
    }
    return inner
  }

  /// Reads the next bytes into the buffer. Returns their range; empty at the end, or if the input is interrupted.
  func readNext(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> { try read(into: &buffer) }

  private func readFileType() throws(Problem) -> FileType {
    var bytes: [UInt8] = []
    var buffer = newBuffer
    while true {
      let chunk: Range<Int>
      do {
        chunk = try readMore(into: &buffer)
      } catch {
        // The bytes before the error are read first. The next read throws it again.
        if bytes.isEmpty { throw error }
        chunk = 0..<0
      }
      bytes += buffer[chunk]
      if let kind = FileType(bytes, isWhole: chunk.isEmpty) {
        head = bytes[...]
        return kind
      }
    }
  }
}

extension Input {
  /// Opens a file of a log. A member of an archive is already read.
  static func file(_ path: String, of log: Log) throws -> Input {
    if let member = log.member { return Input(member) }
    return try self.log(path)
  }

  /// Opens a log named on the command line. If it is missing or not a log, the problem suggests what was probably
  /// meant: a similarly named file, or `--rulebook`.
  static func log(_ path: String) throws -> Input {
    do {
      if let problem = try rulebookProblem(path) { throw problem }
      if AppleBundle(path: path) == .logArchive, System.kind(of: path) == .folder {
        return try Input(archive: path)
      }
      let input = try Input(path: path)
      try input.detectFileType()
      return input
    } catch let problem as Problem where problem == .missing {
      throw Problem(problem.message, help: Self.neighbour(of: path).map { "did you mean `\($0)`?" })
    }
  }

  /// The problem of a rulebook or project file named as a log. Its examples are logs, so it would otherwise be read as
  /// one.
  private static func rulebookProblem(_ path: String) throws(Problem) -> Problem? {
    let name = LogName.withoutCompression(path)
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return nil }
    let input = try Input(path: path)
    try input.detectFileType()
    guard Setup.isRulebookOrProjectFile(try input.bytes(atLeast: Self.chunk)) else { return nil }
    let first = name == path ? "" : "decompress it; "
    if name == ProjectSearch.name || name.hasSuffix("/" + ProjectSearch.name) {
      return Problem(
        "is a project file, not a log", help: first + "lifecheck finds it by itself, or use --config")
    }
    return Problem(
      "is a rulebook, not a log", help: first + "to check logs against it: --rulebook \(name)")
  }

  /// The path of a file in the same folder with a similar name; nil if there is none.
  static func neighbour(of path: String) -> String? {
    let folder = String(path.lastIndex(of: "/").map { path[...$0] } ?? "")
    let name = String(path.dropFirst(folder.count))
    let names = (try? System.names(inFolder: folder.isEmpty ? "." : folder)) ?? []
    return Suggestion.nearest(to: name, among: names).map { folder + $0 }
  }
}

extension Problem {
  /// The path does not exist.
  static let missing = Problem("no such file")
  /// The path is a folder.
  static let folder = Problem("is a folder", help: "with --join, name its files in their order")
  /// A pipe or a device in a folder: it may never end.
  static let notAFile = Problem("is not a file", help: "name it on the command line to read it", .unsupported)
  /// The program was interrupted before the end of the input.
  static let interrupted = Problem("the program was interrupted before the end of the file")
}
