public import Diagnostics

/// A node of a YAML document with its source range.
public struct Node: Sendable {
  /// The content of a node.
  public enum Content: Sendable {
    /// A text. If it is plain, without quotes and not a block, it can also be null or a number.
    case scalar(String, isPlain: Bool)
    case sequence([Node])
    /// Keys and values in the order of the text; keys are unique.
    case mapping([(key: Node, value: Node)])
  }

  /// The content.
  public var content: Content
  /// The range in the source, with quotes, without surrounding whitespace.
  public var range: SourceRange

  /// Creates a node.
  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}
