/// The files of a log, in order. Line numbers of a log count over all its files; this type maps them to files and their
/// lines.
public struct LogFiles: Sendable, Equatable {
  /// The displayed name of the log.
  public let name: String
  /// The path of the first file.
  public let path: String
  private var files: [File]
  /// The 1-based line number in the file for each line in reading order; empty if the file is read from the start.
  private var order: [Int] = []

  private struct File: Equatable {
    var path: String
    /// The number of lines in the files before it.
    var before: Int
  }

  /// A line of a file.
  public struct Place: Sendable, Equatable {
    /// The path of the file, as given.
    public var path: String
    /// The 1-based line number.
    public var line: Int
  }

  /// A log of one file.
  public init(_ path: String) {
    name = path
    self.path = path
    files = [File(path: path, before: 0)]
  }

  /// A log of one or more files. Each is added with `beginFile`.
  public init(joining paths: [String]) {
    path = paths[0]
    name = paths.count > 3 ? "\(paths[0]), ..., \(paths[paths.count - 1])" : paths.joined(separator: ", ")
    files = []
  }

  /// Adds the next file, which begins after this number of lines of the log.
  public mutating func beginFile(_ path: String, after lines: Int) {
    files.append(File(path: path, before: lines))
  }

  /// Sets the reading order of the only file: for each line read, its 1-based number in the file.
  public mutating func setLineOrder(_ order: [Int]) { self.order = order }

  /// Whether the lines of the log are those of one file, in its order.
  public var isOneFileInOrder: Bool { files.count == 1 && order.isEmpty }

  /// Whether the newest record is first, so the file is read from its end.
  var isReversed: Bool { !order.isEmpty }

  /// The file and line number of a line of the log.
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

  /// The line of the log, in reading order, at a place in one of its files; nil if no file has this path.
  func line(at place: Place) -> Int? {
    if !order.isEmpty { return order.firstIndex(of: place.line).map { $0 + 1 } }
    return files.first { $0.path == place.path }.map { $0.before + place.line }
  }

  /// Whether all lines read so far are from the first file, in its order.
  var isOneFile: Bool { files.count == 1 && files[0].before == 0 && order.isEmpty }

  /// The paths of the files begun so far.
  public var paths: [String] { files.map(\.path) }

  /// `line 7`, or `line 7 of app.log` if the log has several files.
  func describe(_ line: Int) -> String {
    let place = place(of: line)
    return "line \(place.line)" + (files.count > 1 ? " of " + Escaping.line(place.path) : "")
  }

  /// The number of lines of each file, if the log has `total` lines.
  func lines(of total: Int) -> [(path: String, lines: Int)] {
    files.indices.map { index in
      let end = index + 1 < files.count ? files[index + 1].before : total
      return (files[index].path, end - files[index].before)
    }
  }
}
