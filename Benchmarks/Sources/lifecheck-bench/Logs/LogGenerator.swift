/// Generates the lines of an endless log, always the same.
protocol LogGenerator {
  /// Adds the next line, or the next few.
  mutating func append(to log: inout [UInt8])
  /// The text after the last line.
  var end: String { get }
}

/// The length of a log.
enum LogSize {
  case bytes(Int)
  case lines(Int)
}

extension LogGenerator {
  var end: String { "" }

  /// Writes the log to standard output, up to the first line end at which it has this length.
  mutating func write(_ size: LogSize) {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(1 << 21)
    var bytes = 0
    var lines = 0
    var isDone = false
    while !isDone {
      let start = buffer.count
      append(to: &buffer)
      switch size {
      case .bytes(let most): isDone = bytes + buffer.count >= most
      case .lines(let most):
        for index in start..<buffer.count where buffer[index] == UInt8(ascii: "\n") {
          lines += 1
          guard lines == most else { continue }
          isDone = true
          buffer.removeSubrange((index + 1)...)
          break
        }
      }
      if isDone { buffer += end.utf8 }
      if isDone || buffer.count > 1 << 20 {
        bytes += buffer.count
        Files.write(buffer, to: 1)
        buffer.removeAll(keepingCapacity: true)
      }
    }
  }
}
