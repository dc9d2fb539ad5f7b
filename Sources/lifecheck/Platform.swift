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

/// What the operating system does for the program. Every call into it stands here.
enum Platform {
  /// Opens a file for reading; a pipe is waited for. Throws `.interrupted` where the program is to end.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    // A signal ends the wait only if it comes then.
    while !Interruption.isThere {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw SystemError(errno) }
    }
    throw .interrupted
  }

  static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// How many bytes of a buffer are not for what is read: so many may stand before it.
  static let cacheLine = 64

  /// Reads what is there, waiting for it if need be, and tells where in the buffer it is; nowhere at the end. It begins
  /// where a line of the cache does, or the kernel would take a seventh longer to copy it.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Range<Int> {
    while true {
      // The kernel writes at most `count - cacheLine` bytes from an index on that is less than `cacheLine`.
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
      // The kernel reads at most the bytes that are left.
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

  /// How many columns a terminal has; nil for what is none, or does not say.
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

  /// What stands under a name in a folder.
  enum Kind {
    case folder
    case file
    /// A pipe, a device, a socket.
    case other
    /// A link that leads nowhere, or nothing.
    case missing
  }

  /// What there is of that name, or what a link of that name leads to.
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

  /// Whether all bytes are there, and there is an end to them.
  static func isFile(_ descriptor: Int32) -> Bool { size(of: descriptor) != nil }

  /// How many bytes an open file has; nil for what is none.
  static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    // `status` is filled by the call.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// When a file was changed last, in whole seconds; nil where there is no file of that name.
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

  /// How many bytes a file has; nil for what is none.
  static func size(ofFile path: String) -> Int? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// How far a file has been read; nil for what is none.
  static func position(in descriptor: Int32) -> Int? {
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  /// Whether there is something of that name, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    // `status` is filled by the call.
    return unsafe lstat(path, &status) == 0
  }

  /// The absolute path of the working folder, without links; nil where it is gone.
  static var workingFolder: String? { absolute(".") }

  /// The absolute path of a file or folder that is there, without links.
  static func absolute(_ path: String) -> String? {
    // The call allocates the text; it is copied at once.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// An absolute path with the links followed that lead to its folder, as in `workingFolder`; another path as it is.
  static func withoutLinks(_ path: String) -> String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"),
      let folder = absolute(String(path[...slash]))
    else { return path }
    return folder + path[slash...]
  }

  /// The day, in Greenwich: the same for all who check at one time.
  static var today: CalendarDay {
    // Both structures outlive the call, which fills the second one.
    var now = time(nil)
    var date = unsafe tm()
    unsafe gmtime_r(&now, &date)
    return unsafe CalendarDay(
      year: Int(date.tm_year) + 1900, month: Int(date.tm_mon) + 1, day: Int(date.tm_mday))
  }

  /// Seconds since a moment that is the same for the whole run, whatever becomes of the clock on the wall.
  static var seconds: Double {
    var time = timespec()
    // `time` is filled by the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A variable of the environment; nil where it is not set.
  static func environment(_ name: String) -> String? {
    // The text is copied at once, and nothing here changes the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The names in a folder.
  static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError(errno) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      // Tells an error from the end.
      errno = 0
      // The entry is valid until the next call, and its name is terminated.
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

  /// Lets a closed pipe be an error that is told where it is written to.
  static func tellClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Ends the program as a closed pipe does by itself.
  static func dieOfClosedPipe() -> Never {
    _ = signal(SIGPIPE, SIG_DFL)
    _ = raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  static func exit(_ status: Int32) -> Never { systemExit(status) }
}

private let namingErrors = Mutex(())

/// Why a call failed.
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
      // The text is copied before another thread asks for one.
      let text = namingErrors.withLock { _ in unsafe String(cString: strerror(number)) }
      self = .other(text.prefix(1).lowercased() + text.dropFirst())
    }
  }

  /// What is wrong: lower case, no full stop.
  var message: String {
    switch self {
    case .missing: "no such file"
    case .closedPipe: "nobody reads it"
    case .interrupted: "the program was interrupted"
    case .other(let message): message
    }
  }
}

// Inside `Platform` these names mean its own functions.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
@unsafe private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
@unsafe func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
private func systemExit(_ status: Int32) -> Never { exit(status) }
