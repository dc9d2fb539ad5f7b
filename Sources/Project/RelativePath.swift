/// Converts paths to paths relative to a folder, without access to the file system.
public struct RelativePath: Sendable {
  private let workingFolder: [Substring]
  private let origin: [Substring]

  /// Creates a converter to paths relative to the folder of a file. Relative paths are resolved from `workingFolder`,
  /// which must be absolute.
  public init(fromFolderOf file: String, workingFolder: String) {
    self.workingFolder = Self.parts(of: workingFolder, from: [])
    origin = Self.parts(of: file, from: self.workingFolder).dropLast()
  }

  /// The relative path of a file: `traces/a.log`, `../b.log`.
  public func path(to file: String) -> String {
    let target = Self.parts(of: file, from: workingFolder)
    let shared = zip(origin, target).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: origin.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }

  /// The components of the absolute, normalized path.
  private static func parts(of path: String, from folder: [Substring]) -> [Substring] {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
