/// The identity of a rulebook's file. References to the same file are equal.
enum RulebookFile: Hashable {
  /// A bundled file, by name.
  case bundled(String)
  /// A file on disk, by its normalized path.
  case file(String)

  /// The file at a path.
  init(path: String) { self = .file(Self.normalized(path)) }

  /// The bundled file with a name without extension, such as `ios`; nil if there is none.
  init?(bundled name: String) {
    guard Rulebook.isBundled(name + ".yaml") else { return nil }
    self = .bundled(name + ".yaml")
  }

  /// Whether the file is bundled with the program.
  var isBundled: Bool { if case .bundled = self { true } else { false } }

  /// The name in messages.
  var name: String {
    switch self {
    case .bundled(let name), .file(let name): name
    }
  }

  /// Resolves a path in the file at another path, relative to that file's folder.
  static func path(_ reference: String, from file: String) -> String {
    guard !reference.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return reference }
    return file[...slash] + reference
  }

  /// The path without `.` and `..`, as far as `..` has a folder before it.
  private static func normalized(_ path: String) -> String {
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
