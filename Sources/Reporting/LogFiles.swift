/// The files that make up a log, one after the other. Within the log lines are counted on over all of them; this says
/// which line of which file that is.
public struct LogFiles: Sendable, Equatable {
  /// What the log is called.
  public let name: String
  /// The path of its first file.
  public let path: String
  private var files: [File]
  /// For each line in the order of reading, its 1-based number in the file; empty if the lines are read in their order.
  private var order: [Int] = []

  private struct File: Equatable {
    var path: String
    /// How many lines stand in the files before it.
    var before: Int
  }

  /// A line of a file.
  public struct Place: Sendable, Equatable {
    /// The file's path, as it was given.
    public var path: String
    /// The 1-based line.
    public var line: Int
  }

  /// A log that is one file.
  public init(_ path: String) {
    name = path
    self.path = path
    files = [File(path: path, before: 0)]
  }

  /// A log of at least one file, none of which has begun.
  public init(joining paths: [String]) {
    path = paths[0]
    name = paths.count > 3 ? "\(paths[0]), ..., \(paths[paths.count - 1])" : paths.joined(separator: ", ")
    files = []
  }

  /// The next file begins after so many lines of the log.
  public mutating func begin(_ path: String, after lines: Int) {
    files.append(File(path: path, before: lines))
  }

  /// Sets the order in which the lines of the one file are read: for each line, its 1-based number in the file.
  public mutating func setLineOrder(_ order: [Int]) { self.order = order }

  /// Whether the file has its newest record first and is read from its end.
  var isReversed: Bool { !order.isEmpty }

  /// Where a line of the log stands.
  public func place(of line: Int) -> Place {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if files[middle].before < line { low = middle } else { high = middle }
    }
    guard files.indices.contains(low) else { return Place(path: name, line: line) }
    let place = line - files[low].before
    return Place(path: files[low].path, line: order.indices.contains(place - 1) ? order[place - 1] : place)
  }

  /// Whether all lines that were read so far are those of its first file, in their order.
  var isOneFile: Bool { files.count == 1 && files[0].before == 0 && order.isEmpty }

  /// The paths of the files that have begun.
  public var paths: [String] { files.map(\.path) }

  /// `line 7`, or where there are several files `line 7 of app.log`.
  func words(_ line: Int) -> String {
    let place = place(of: line)
    return "line \(place.line)" + (files.count > 1 ? " of " + Escaping.line(place.path) : "")
  }

  /// How many of so many lines each file has, in their order.
  func lines(of total: Int) -> [(path: String, lines: Int)] {
    files.indices.map { index in
      let end = index + 1 < files.count ? files[index + 1].before : total
      return (files[index].path, end - files[index].before)
    }
  }
}
