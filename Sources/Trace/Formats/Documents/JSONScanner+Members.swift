extension JSONScanner {
  /// Returns the members of an object or the elements of an array.
  func children(of index: Int) -> Children { Children(nodes: nodes, index: index + 1, end: nodes[index].end) }

  struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var index: Int
    let end: Int

    mutating func next() -> (index: Int, node: Node)? {
      guard index < end else { return nil }
      defer { index = nodes[index].end }
      return (index, nodes[index])
    }
  }

  /// Returns the index of the last member of an object with the given key; nil if there is none.
  func member(_ key: String, of index: Int, in text: Span<UInt8>) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    return member(key, children(of: index), in: text)
  }

  /// Returns the index of the last complete member with the given key of an object that is still open.
  func member(_ key: String, ofOpen container: Int, in text: Span<UInt8>) -> Int? {
    let start = Int(containers[container].node) + 1
    let end = container + 1 < containers.count ? Int(containers[container + 1].node) : nodes.count
    return member(key, Children(nodes: nodes, index: start, end: end), in: text)
  }

  private func member(_ key: String, _ members: Children, in text: Span<UInt8>) -> Int? {
    var found: Int?
    for (child, node) in members
    where node.key.count == key.utf8.count
      && text.hasText(key, at: node.key.lowerBound, before: node.key.upperBound)
    {
      found = child
    }
    return found
  }

  /// Returns the index of the member at the end of a path of keys.
  func member(_ path: [String], of index: Int, in text: Span<UInt8>) -> Int? {
    var index = index
    for key in path {
      guard let next = member(key, of: index, in: text) else { return nil }
      index = next
    }
    return index
  }
}
