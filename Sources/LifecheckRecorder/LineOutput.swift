#if canImport(os)
  import os
#endif
import Foundation

/// Builds lines and writes them to the destinations of a recorder. It is not safe for several threads.
struct LineOutput {
  private var line = LineBuffer()
  private var time: TimeText
  /// The start of the text before the number of the thread: `Postbox[4242:`.
  private let process: [UInt8]
  private var files: [TraceFile] = []
  private var closures: [@Sendable (String) -> Void] = []
  /// The first lines of the trace, without their headers. A new file starts with them.
  private var head: [[UInt8]] = []
  #if canImport(os)
    private var usesSystemLog = false
    private static let systemLog = OSLog(subsystem: "lifecheck", category: "trace")
  #endif

  init(_ destinations: [Destination], clock: (@Sendable () -> Int64)?) {
    time = TimeText(clock: clock)
    process = Array("\(Self.processName)[\(ProcessInfo.processInfo.processIdentifier):".utf8)
    for destination in destinations {
      switch destination {
      case .file(let url, let maximumSize): files.append(TraceFile(url, maximumSize: maximumSize))
      case .lines(let closure): closures.append(closure)
      #if canImport(os)
        case .systemLog: usesSystemLog = true
      #endif
      }
    }
  }

  /// The current time in microseconds since 1970.
  var now: Int64 { time.now }

  /// The name of the process, with `-` for all characters that could end a name in a log.
  private static var processName: String {
    let name = ProcessInfo.processInfo.processName.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.isAlphabetic || "0123456789_.".unicodeScalars.contains(scalar)
        ? Character(scalar) : "-"
    }
    return name.isEmpty ? "app" : String(name)
  }

  /// Writes a line. Returns a problem, if there is one. The lines of the head are also written to each new file.
  mutating func write(_ event: String, isHead: Bool, _ appendFields: (inout LineBuffer) -> Void) -> Problem? {
    line.startLine(&time, process: process)
    line.append(event)
    appendFields(&line)
    line.end()
    if isHead { head.append(Array(line.bytes[line.messageStart...])) }
    var problem = line.invalidField.map { Problem.fieldName($0) }
    for index in files.indices {
      let failure = write(to: index)
      if failure != 0 {
        problem = .file(path: files[index].path, reason: unsafe String(cString: strerror(failure)))
      }
    }
    #if canImport(os)
      if usesSystemLog {
        os_log("%{public}@", log: Self.systemLog, type: .default, NSString(string: line.message))
      }
    #endif
    if !closures.isEmpty {
      let text = line.text
      for closure in closures { closure(text) }
    }
    return problem
  }

  /// Appends the line to a file. Returns the error's number; 0 if there is none.
  private mutating func write(to index: Int) -> Int32 {
    if files[index].isFull(adding: line.bytes.count) {
      let failure = files[index].rotate()
      let second = files[index].append(lines(of: head), at: time.newest)
      if failure != 0 || second != 0 { return failure != 0 ? failure : second }
    }
    guard files[index].hasLoss else { return files[index].append(line.bytes, at: time.newest) }
    let loss = Array("trace.loss\n".utf8)
    let failure = files[index].append(lines(of: head + [loss]) + line.bytes, at: time.newest)
    if failure == 0 { files[index].clearLossIfOpen() }
    return failure
  }

  /// Puts the header of the current line in front of each message.
  private func lines(of messages: [[UInt8]]) -> [UInt8] {
    messages.flatMap { line.bytes[..<line.messageStart] + $0 }
  }

  func synchronize() { for file in files { file.synchronize() } }

  mutating func close() {
    head = []
    for index in files.indices { files[index].close() }
  }
}
