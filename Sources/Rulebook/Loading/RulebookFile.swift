/// What a rulebook is read from. Two references to the same file are equal.
enum RulebookFile: Hashable {
  /// A file inside the program, by its name.
  case bundled(String)
  /// A file outside, by its path without detours.
  case file(String)

  /// The file at a path.
  init(path: String) { self = .file(Self.direct(path)) }

  /// The file inside the program that a name without extension means: `ios`.
  init?(bundled name: String) {
    guard Rulebook.isBundled(name + ".yaml") else { return nil }
    self = .bundled(name + ".yaml")
  }

  /// Whether it is inside the program.
  var isBundled: Bool { if case .bundled = self { true } else { false } }

  /// What messages call it.
  var name: String {
    switch self {
    case .bundled(let name), .file(let name): name
    }
  }

  /// The path that a reference means in the file at another path: it counts from that file's folder.
  static func path(_ reference: String, from file: String) -> String {
    guard !reference.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return reference }
    return file[...slash] + reference
  }

  /// A path without `.` and without the folders that `..` leaves again.
  private static func direct(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
