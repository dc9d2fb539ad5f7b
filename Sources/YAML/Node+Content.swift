extension Node {
  /// The text of a scalar, even if it is a number or null; nil for a list or a mapping.
  public var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The items of a list, or nil.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The keys and values of a mapping in the order of the text, or nil.
  public var mapping: [(key: Node, value: Node)]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Whether the node is null: a plain `null` or `~`, or no text.
  public var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content { ["", "~", "null"].contains(text) } else { false }
  }

  /// The kind of the node in messages (`expected a list, found a mapping`): "a text", "a list", "a mapping" or
  /// "nothing".
  public var kindName: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether the node has no text in the source.
  var isAbsent: Bool {
    if case .scalar("", isPlain: true) = content { true } else { false }
  }
}
