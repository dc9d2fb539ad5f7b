extension Node {
  /// The text of a scalar, also of one that may mean a number or nothing; nil for a list or a mapping.
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

  /// Whether the node says that there is nothing: a plain `null` or `~`, or no text at all.
  public var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content { ["", "~", "null"].contains(text) } else { false }
  }

  /// What the node is, for messages such as `expected a list, found a mapping`: "a text", "a list", "a mapping" or
  /// "nothing".
  public var kindName: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether nothing at all is written where the node is.
  var isAbsent: Bool {
    if case .scalar("", isPlain: true) = content { true } else { false }
  }
}
