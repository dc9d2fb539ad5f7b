/// Finds the project file.
enum ProjectSearch {
  /// The name of a project file.
  static let name = ".lifecheck.yaml"

  /// The path of the nearest project file in the working directory or its parents, up to the root of the repository,
  /// which contains `.git`, or of the file system. Nil if there is none.
  static func find() -> String? {
    var folder = ""
    for _ in 0...depth {
      if System.exists(folder + name) { return folder + name }
      if System.exists(folder + ".git") { return nil }
      folder += "../"
    }
    return nil
  }

  /// The number of parents of the working directory.
  private static var depth: Int { System.workingFolder?.split(separator: "/").count ?? 0 }
}
