import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file of a trace. Each line is appended with one call of `write`, so a killed process loses at most the line that it is
/// writing.
struct TraceFile {
  let path: String
  private let maximumSize: Int
  private var descriptor: Int32 = -1
  private var size = 0
  private var canRotate = true
  /// Whether the file ends in a part of a line, because the process that wrote it was killed or the disk was full.
  private var endsInsideLine = false
  /// Whether lines are missing.
  private(set) var hasLoss = false
  /// When to open the file again after a failure, in microseconds.
  private var nextAttempt: Int64 = .min

  init(_ url: URL, maximumSize: Int) {
    path = url.path
    self.maximumSize = max(1, maximumSize)
  }

  /// Whether the file has to be rotated before this many bytes are added.
  func isFull(adding count: Int) -> Bool {
    descriptor >= 0 && canRotate && size > 0 && size + count > maximumSize
  }

  /// Renames the file to `NAME.1` and starts a new one. Returns the error's number; 0 if there is none.
  mutating func rotate() -> Int32 {
    close()
    // If it cannot be renamed, the trace continues in the same file.
    if unsafe rename(path, path + ".1") == 0 { return 0 }
    canRotate = false
    return errno
  }

  /// Appends whole lines. Returns the error's number; 0 if there is none. After a failure, the file is opened again after a
  /// second, and the lines until then are lost.
  mutating func append(_ bytes: [UInt8], at time: Int64) -> Int32 {
    if descriptor < 0 {
      guard time >= nextAttempt else {
        hasLoss = true
        return 0
      }
      let failure = open()
      if failure != 0 { return fail(failure, time) }
    }
    if endsInsideLine {
      let failure = write([UInt8(ascii: "\n")])
      if failure != 0 { return fail(failure, time) }
      endsInsideLine = false
    }
    let failure = write(bytes)
    return failure == 0 ? 0 : fail(failure, time)
  }

  /// Records that the loss of lines was written to the file, unless the file is still closed after a failure.
  mutating func clearLossIfOpen() { if descriptor >= 0 { hasLoss = false } }

  /// Waits until the file is on disk, so that it survives a loss of power.
  func synchronize() { if descriptor >= 0 { fsync(descriptor) } }

  mutating func close() {
    if descriptor >= 0 { closeDescriptor(descriptor) }
    descriptor = -1
  }

  private mutating func fail(_ failure: Int32, _ time: Int64) -> Int32 {
    close()
    hasLoss = true
    nextAttempt = time + 1_000_000
    return failure
  }

  private mutating func open() -> Int32 {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    descriptor = openForAppending(path)
    if descriptor < 0 { return errno }
    size = Int(lseek(descriptor, 0, SEEK_END))
    var last = UInt8(ascii: "\n")
    if size > 0 { unsafe pread(descriptor, &last, 1, off_t(size - 1)) }
    endsInsideLine = last != UInt8(ascii: "\n")
    return 0
  }

  private mutating func write(_ bytes: [UInt8]) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if start > 0 { endsInsideLine = true }
        return count < 0 ? errno : EIO
      }
      start += count
      size += count
    }
    return 0
  }
}

// The methods above have the names of these functions.

private func openForAppending(_ path: String) -> Int32 {
  unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
