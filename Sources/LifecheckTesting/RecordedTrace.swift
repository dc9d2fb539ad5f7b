import Foundation
import LifecheckDetector
import Rulebook

/// The trace that a test asserts on.
struct RecordedTrace {
  var bytes: [UInt8]
  /// The path of the file, or the name of a text.
  var name: String
  /// Whether it is a file, whose lines can be opened.
  var isFile: Bool
  /// The time of the last write, if known.
  var lastWritten: Date?

  /// A text.
  init(_ bytes: [UInt8], named name: String) {
    (self.bytes, self.name) = (bytes, name)
    isFile = false
  }

  /// Reads a file.
  init(contentsOf url: URL) throws(LifecycleError) {
    guard url.isFileURL else { throw LifecycleError(url.absoluteString, "not the URL of a file") }
    // Xcode opens only absolute paths.
    name = url.absoluteURL.standardizedFileURL.path
    switch FileBytes.read(name) {
    case .success(let bytes): self.bytes = bytes
    case .failure(let problem): throw LifecycleError(name, problem.reason)
    }
    isFile = true
    lastWritten = (try? FileManager.default.attributesOfItem(atPath: name))?[.modificationDate] as? Date
  }
}
