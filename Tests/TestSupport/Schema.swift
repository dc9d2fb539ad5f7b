import Foundation

/// A JSON Schema of the project.
public struct Schema {
  private let root: [String: Any]

  /// The schema at a path of the project.
  public init(_ path: String, file: String = #filePath) throws {
    let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "../..")
    let data = try Data(contentsOf: folder.appending(path: path))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The keys of the mapping at a path such as `properties/rules/items`.
  public func keys(at path: String) -> Set<String> {
    let properties = value(at: path + "/properties") as? [String: Any]
    return Set(properties.map { Array($0.keys) } ?? [])
  }

  /// The `examples` at a path.
  public func examples(at path: String) -> [String] {
    value(at: path + "/examples") as? [String] ?? []
  }

  /// The bodies of the snippets that editors offer at a path, with the default of every placeholder in its place.
  public func snippets(at path: String) -> [Any] {
    let snippets = value(at: path + "/defaultSnippets") as? [[String: Any]]
    return snippets.map { $0.compactMap { $0["body"] }.map(Self.expandPlaceholders) } ?? []
  }

  private func value(at path: String) -> Any? {
    path.split(separator: "/").reduce(root as Any?) { node, step in
      Int(step).map { index in (node as? [Any])?[index] } ?? (node as? [String: Any])?[String(step)]
    }
  }

  /// Expands `${1:default}` and `${1|first,second|}`, as editors do.
  private static func expandPlaceholders(_ body: Any) -> Any {
    if let body = body as? [String: Any] { return body.mapValues(expandPlaceholders) }
    guard let text = body as? String else { return body }
    return text.replacing(/\$\{\d+[:|]([^}]*)\}/) { match in
      match.1.hasSuffix("|") ? match.1.prefix { $0 != "," } : match.1
    }
  }

  /// The keys that a message lists after its verb: "`clock` has `stopped`, `gaps`".
  public static func keys(in label: String?) -> Set<String> {
    guard let label, let verb = label.firstRange(of: " has ") else { return [] }
    return Set(label[verb.upperBound...].matches(of: /`([^`]*)`/).map { String($0.1) })
  }
}
