#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// File functions without Foundation, because the measured memory of a child cannot be less than the memory of this
/// program.
enum Files {
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]))
      }
      guard count > 0 else { exit(1) }
      done += count
    }
  }

  /// Writes a text to a new file several times.
  static func write(_ bytes: [UInt8], times: Int, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { fail("\(path) cannot be written") }
    defer { close(descriptor) }
    for _ in 0..<times { write(bytes, to: descriptor) }
  }

  /// Reads a file piece by piece.
  static func forEachChunk(of path: String, _ body: (Span<UInt8>) -> Void) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { fail("\(path) cannot be opened") }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      body(buffer.span.extracting(0..<count))
    }
  }

  static func bytes(of path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachChunk(of: path) { chunk in
      for index in chunk.indices { bytes.append(chunk[index]) }
    }
    return bytes
  }

  static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

  static func delete(_ path: String) { unlink(path) }

  /// The size of a file; nil if it does not exist.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The free bytes on the disk of a folder.
  static func room(in folder: String) -> Int {
    var status = statvfs()
    return statvfs(folder, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
  }
}

/// Ends the program with an error message.
func fail(_ message: String) -> Never {
  complain(message)
  exit(2)
}

/// Prints a message to standard error.
func complain(_ message: String) { Files.write(Array("lifecheck-bench: \(message)\n".utf8), to: 2) }

// Inside `Files`, this name is the method of the type.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
