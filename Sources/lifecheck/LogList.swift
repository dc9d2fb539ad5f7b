import ArgumentParser
import Reporting

/// A list of logs in a file (`--files-from`): one path a line. After a tab, a line may contain the name that reports show instead of
/// the path, for logs that were copied to temporary files.
enum LogList {
  /// Reads a list. Throws a `ValidationError` if it cannot be read or names no log.
  static func read(_ file: String) throws -> [LogSource] {
    let bytes: [UInt8]
    do throws(Problem) {
      bytes = try Input(path: file).bytes()
    } catch {
      throw ValidationError("cannot read \(Escaping.line(file)) (--files-from): \(error.message)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    if lines.isEmpty { throw ValidationError("\(Escaping.line(file)) names no log (--files-from)") }
    var names: Set<String> = []
    return try lines.enumerated().map { number, line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let place = "line \(number + 1) of \(Escaping.line(file)) (--files-from)"
      guard !parts[0].isEmpty, parts[0] != "-" else { throw ValidationError("\(place) names no file") }
      guard parts.count > 1, !parts[1].isEmpty else { return LogSource(parts[0]) }
      guard names.insert(parts[1]).inserted else {
        throw ValidationError("\(place): another log has the name \(Escaping.line(parts[1])), too")
      }
      return LogSource(parts[0], name: parts[1])
    }
  }
}
