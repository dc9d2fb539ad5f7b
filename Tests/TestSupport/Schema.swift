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

  /// The keys that the schema knows in the mapping at a path such as `properties/rules/items`.
  public func keys(at path: String) -> Set<String> {
    let node = path.split(separator: "/").reduce(root as Any?) { node, step in
      Int(step).map { index in (node as? [Any])?[index] } ?? (node as? [String: Any])?[String(step)]
    }
    let properties = (node as? [String: Any])?["properties"] as? [String: Any]
    return Set(properties.map { Array($0.keys) } ?? [])
  }

  /// The keys that a message lists after its verb: "`clock` has `stopped`, `gaps`".
  public static func keys(in label: String?) -> Set<String> {
    guard let label, let verb = label.firstRange(of: " has ") else { return [] }
    return Set(label[verb.upperBound...].matches(of: /`([^`]*)`/).map { String($0.1) })
  }
}
