public import Diagnostics

/// A node of a YAML document that knows where it stands.
public struct Node: Sendable {
  /// What the node is.
  public enum Content: Sendable {
    /// A text; `isPlain` says that it has no quotes and is no block, so that `null`, `~` and numbers may be meant.
    case scalar(String, isPlain: Bool)
    case sequence([Node])
    /// Keys and values in the order of the text; keys are unique.
    case mapping([(key: Node, value: Node)])
  }

  /// What the node is.
  public var content: Content
  /// Where it stands, without blanks and line ends around it; quotes belong to it.
  public var range: SourceRange

  /// That node.
  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}
