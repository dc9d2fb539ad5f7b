/// Finds the file in which a project says how it is checked.
enum ProjectSearch {
  /// What the file is called.
  static let name = ".lifecheck.yaml"

  /// The path of the nearest one, in the working folder or above it: up to the root of the repository, which holds
  /// `.git`, or without a repository to that of the file system. Nil where there is none.
  static func find() -> String? {
    var folder = ""
    for _ in 0...depth {
      if Platform.exists(folder + name) { return folder + name }
      if Platform.exists(folder + ".git") { return nil }
      folder += "../"
    }
    return nil
  }

  /// How many folders the working folder lies in.
  private static var depth: Int { Platform.workingFolder?.split(separator: "/").count ?? 0 }
}
