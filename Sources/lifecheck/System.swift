import Project
import Synchronization
import Trace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// All calls into the operating system.
enum System {
  /// Opens a file for reading, and waits for the writer of a pipe. Throws `.interrupted` if the program was
  /// interrupted.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    // A signal that arrives before the call does not end its wait, so it is tested here.
    while !Interruption.isRequested {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw SystemError(errno) }
    }
    throw .interrupted
  }

  /// Creates a file for writing. An existing file is emptied, unless text is added to it.
  static func create(_ path: String, isAppending: Bool = false) throws(SystemError) -> Int32 {
    let descriptor = systemCreate(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | (isAppending ? O_APPEND : O_TRUNC), 0o666)
    if descriptor < 0 { throw SystemError(errno) }
    return descriptor
  }

  /// Closes a file that was written. Some file systems report only here that the disk is full.
  static func closeWritten(_ descriptor: Int32) throws(SystemError) {
    if systemClose(descriptor) != 0, errno != EINTR { throw SystemError(errno) }
  }

  static func rename(_ path: String, to other: String) throws(SystemError) {
    if systemRename(path, other) != 0 { throw SystemError(errno) }
  }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static var processID: Int32 { getpid() }

  static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// The size of a cache line in bytes. A buffer for `read` needs this much extra space for alignment.
  static let cacheLine = 64

  /// Reads available bytes into the buffer, and waits if there are none. Returns their range; empty at the end. The
  /// range starts at a cache line, because otherwise the kernel takes a seventh longer to copy.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Range<Int> {
    while true {
      // The kernel writes at most `count - cacheLine` bytes, from an index below `cacheLine`.
      let (start, count) = unsafe buffer.withUnsafeMutableBytes { bytes in
        let start = -Int(bitPattern: bytes.baseAddress) & (cacheLine - 1)
        return (
          start, unsafe systemRead(descriptor, .init(rebasing: bytes[start...].dropLast(cacheLine - start)))
        )
      }
      if count >= 0 { return start..<start + count }
      if errno != EINTR { throw SystemError(errno) }
    }
  }

  /// Writes all bytes.
  static func write(_ descriptor: Int32, _ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      // The kernel reads at most the remaining bytes.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(
          descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]).baseAddress, bytes.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw SystemError(errno)
      }
    }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal in columns; nil if it is not a terminal, or its width is unknown.
  static func columns(ofTerminal descriptor: Int32) -> Int? {
    var size = winsize()
    // `size` is filled by the call.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func isFolder(_ descriptor: Int32) -> Bool {
    var status = stat()
    // `status` is filled by the call.
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// The type of a file.
  enum Kind {
    case folder
    case file
    /// A pipe, a device, a socket.
    case other
    /// A broken link, or no file.
    case missing
  }

  /// The type of the file at a path, with links followed.
  static func kind(of path: String) -> Kind {
    guard let status = status(of: path) else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    // `status` is filled by the call.
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    // `status` is filled by the call.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether the descriptor is a regular file.
  static func isFile(_ descriptor: Int32) -> Bool { size(of: descriptor) != nil }

  /// The size of an open file in bytes; nil if it is not a regular file.
  static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    // `status` is filled by the call.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The modification time of a file, in whole seconds; nil if there is no regular file at the path.
  static func lastWritten(_ path: String) -> Timestamp? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let seconds = status.st_mtimespec.tv_sec
    #else
      let seconds = status.st_mtim.tv_sec
    #endif
    let (nanoseconds, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? nil : Timestamp(nanoseconds: nanoseconds, kind: .zoned)
  }

  /// The size of a file in bytes; nil if there is no regular file at the path.
  static func size(ofFile path: String) -> Int? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The read position in a file, in bytes; nil if it is not a file.
  static func position(in descriptor: Int32) -> Int? {
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  /// Whether the path exists, including a broken link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    // `status` is filled by the call.
    return unsafe lstat(path, &status) == 0
  }

  /// The absolute path of the working directory, without links; nil if it was removed.
  static var workingFolder: String? { absolute(".") }

  /// The absolute path of an existing file or folder, without links; nil if it does not exist.
  static func absolute(_ path: String) -> String? {
    // The call allocates the text; it is copied at once.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The absolute path of a file, which may not exist yet. Two paths of one file have the same.
  static func identity(of path: String) -> String {
    if let absolute = absolute(path) { return absolute }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return (absolute(folder) ?? folder) + "/" + name
  }

  /// An absolute path with the links to its folder resolved, as in `workingFolder`. Any other path is returned
  /// unchanged.
  static func resolvingLinks(_ path: String) -> String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"),
      let folder = absolute(String(path[...slash]))
    else { return path }
    return folder + path[slash...]
  }

  /// The current date in UTC, so all runs at one time use the same date.
  static var today: CalendarDay {
    // Both structures outlive the call, which fills the second one.
    var now = time(nil)
    var date = unsafe tm()
    unsafe gmtime_r(&now, &date)
    return unsafe CalendarDay(
      year: Int(date.tm_year) + 1900, month: Int(date.tm_mon) + 1, day: Int(date.tm_mday))
  }

  /// Seconds of the monotonic clock, which changes of the system time do not affect.
  static var monotonicSeconds: Double {
    var time = timespec()
    // `time` is filled by the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// An environment variable; nil if it is not set.
  static func environment(_ name: String) -> String? {
    // The text is copied at once, and nothing here changes the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The names of the files in a folder.
  static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError(errno) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      // Distinguishes an error from the end.
      errno = 0
      // The entry is valid until the next call, and its name ends with a null byte.
      guard let entry = unsafe readdir(folder) else {
        if errno != 0 { throw SystemError(errno) }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Ignores SIGPIPE: a write to a closed pipe then returns an error.
  static func ignoreSIGPIPE() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Ends the program by SIGPIPE, as a program that does not handle it.
  static func exitBySIGPIPE() -> Never {
    _ = signal(SIGPIPE, SIG_DFL)
    _ = raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  static func exit(_ status: Int32) -> Never { systemExit(status) }
}

private let namingErrors = Mutex(())

/// The error of a system call.
enum SystemError: Error {
  case missing
  case closedPipe
  case interrupted
  case other(String)

  init(_ number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .missing
    case EPIPE: self = .closedPipe
    case EINTR: self = .interrupted
    default:
      // The text is copied under a lock, because `strerror` may reuse its buffer on another thread.
      let text = namingErrors.withLock { _ in unsafe String(cString: strerror(number)) }
      self = .other(text.prefix(1).lowercased() + text.dropFirst())
    }
  }

  /// The message: lower case, no full stop.
  var message: String {
    switch self {
    case .missing: "no such file"
    case .closedPipe: "the reader has closed the pipe"
    case .interrupted: "the program was interrupted"
    case .other(let message): message
    }
  }
}

// Inside `System`, these names are its own functions.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemCreate(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
private func systemRename(_ path: String, _ other: String) -> Int32 { unsafe rename(path, other) }
@unsafe private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
@unsafe func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
private func systemExit(_ status: Int32) -> Never { exit(status) }
