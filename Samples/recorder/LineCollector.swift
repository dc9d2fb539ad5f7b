import Foundation

/// Collects the lines of a recorder.
final class LineCollector: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [String] = []

  init() {}

  var lines: [String] { lock.withLock { collected } }
  func add(_ line: String) { lock.withLock { collected.append(line) } }
}
