import Reporting

/// A file that appears under its name when it is complete. Until then, its text is in a temporary file beside it, so nobody reads half
/// of a report, and an older one is kept if the run fails.
final class OutputFile {
  private let path: String
  /// The name of the file that is written: the path itself, if it is not a regular file.
  private let writtenPath: String
  private var descriptor: Int32?

  /// Creates the temporary file. Throws an `OutputError` if it cannot be created.
  init(_ path: String) throws(OutputError) {
    self.path = path
    let kind = System.kind(of: path)
    let isReplaced = kind == .file || kind == .missing
    writtenPath = isReplaced ? "\(System.resolvingLinks(path)).\(System.processID).tmp" : path
    do {
      descriptor = try System.create(writtenPath)
    } catch { throw Self.error(path, error) }
  }

  deinit {
    guard let descriptor else { return }
    System.close(descriptor)
    if writtenPath != path { System.remove(writtenPath) }
  }

  func write(_ text: Span<UInt8>) throws(OutputError) {
    guard let descriptor, !text.isEmpty else { return }
    do {
      try System.write(descriptor, text)
    } catch { throw Self.error(path, error) }
  }

  /// Closes the file, and gives it its name.
  func complete() throws(OutputError) {
    guard let descriptor else { return }
    self.descriptor = nil
    do {
      try System.closeWritten(descriptor)
      if writtenPath != path { try System.rename(writtenPath, to: System.resolvingLinks(path)) }
    } catch {
      if writtenPath != path { System.remove(writtenPath) }
      throw Self.error(path, error)
    }
  }

  /// Adds a text to the end of a file, which is created if it is missing.
  static func append(_ text: Span<UInt8>, to path: String) throws(OutputError) {
    do {
      let descriptor = try System.create(path, isAppending: true)
      defer { System.close(descriptor) }
      try System.write(descriptor, text)
    } catch { throw Self.error(path, error) }
  }

  private static func error(_ path: String, _ error: SystemError) -> OutputError {
    OutputError(message: "cannot write \(Escaping.line(path)): \(error.message)")
  }
}
