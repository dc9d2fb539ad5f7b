// Bounds the memory for a document: values that are not read are dropped together with their text.

extension JSONScanner {
  /// The number of bytes that are kept around a value, to be shown with it.
  private static let margin = 64
  /// The number of values up to which an unread array is kept, unless its text is longer than `limits.gap`.
  private static let maxKeptValues = 64

  /// Drops the values of arrays that are not read. Returns the ranges of the text that are not needed, in ascending order. The
  /// caller has to remove them, because the indices of the scanner already assume it.
  mutating func shrink(_ text: Span<UInt8>) -> [Range<Int>] {
    dropUnreadArrays(text)
    var gaps: [Range<Int>] = []
    var end = 0
    func add(_ next: Int, margin: Int = Self.margin) {
      let start = end == 0 ? 0 : end + Self.margin
      if next - margin - start >= limits.gap { gaps.append(start..<next - margin) }
    }
    for node in nodes {
      let isKeyed = !node.key.isEmpty
      let start = isKeyed ? node.key.lowerBound : node.value.lowerBound
      if start > end { add(start) }
      end = node.isScalar ? node.value.upperBound : node.value.lowerBound + 1
    }
    if !key.isEmpty {
      add(key.lowerBound)
      end = key.upperBound
    }
    if position > end { add(position, margin: 0) }
    move(without: gaps)
    return gaps
  }

  /// Starts to skip the open element of the innermost array of records, or else the whole object. Drops its nodes, and returns
  /// the index at which it begins.
  mutating func skip() -> Int {
    let stream = containers.lastIndex { $0.elements == .records || $0.elements == .logRecords }
    let level = stream.map { $0 + 1 < containers.count ? $0 + 1 : 0 } ?? 0
    let first = Int(containers[level].node)
    let start = nodes[first].value.lowerBound
    drop(from: first)
    for index in level..<containers.count {
      containers[index] = Container(node: -1, isObject: containers[index].isObject, isDiscarded: true)
    }
    skipped = level
    return start
  }

  /// Ends the open nodes at the values so far, so that they can be read before they are complete.
  mutating func closeNodes() {
    for container in containers where container.node >= 0 {
      nodes[Int(container.node)].last = Int32(nodes.count)
    }
  }

  /// Drops all nodes between the nodes of two open containers.
  mutating func drop(from outer: Int, to inner: Int) {
    let range = Int(containers[outer].node) + 1..<Int(containers[inner].node)
    nodes.removeSubrange(range)
    for index in inner..<containers.count { containers[index].node -= Int32(range.count) }
  }

  private mutating func dropUnreadArrays(_ text: Span<UInt8>) {
    func isUnread(_ node: Node) -> Bool {
      node.kind == .array && !JSONKeys.isReadArray(node.key, in: text) && !isWholeArray(node.key, text)
    }
    if let open = containers.firstIndex(where: {
      !$0.isObject && !$0.isDiscarded && $0.elements == .whole && isUnread(nodes[Int($0.node)])
    }) {
      drop(from: Int(containers[open].node) + 1)
      containers[open].isDiscarded = true
      for index in (open + 1)..<max(containers.count, open + 1) {
        containers[index] = Container(node: -1, isObject: containers[index].isObject, isDiscarded: true)
      }
    }
    var kept: [Node] = []
    var numbers: [Int32] = []
    kept.reserveCapacity(nodes.count)
    numbers.reserveCapacity(nodes.count + 1)
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      numbers.append(Int32(kept.count))
      kept.append(node)
      index += 1
      let isLarge = node.end - index > Self.maxKeptValues || node.value.count > limits.gap
      if node.end > index, isLarge, isUnread(node) {
        while index < node.end {
          numbers.append(Int32(kept.count))
          index += 1
        }
      }
    }
    guard kept.count < nodes.count else { return }
    numbers.append(Int32(kept.count))
    for index in kept.indices { kept[index].last = numbers[kept[index].end] }
    for index in containers.indices where containers[index].node >= 0 {
      containers[index].node = numbers[Int(containers[index].node)]
    }
    nodes = kept
  }

  private mutating func move(without gaps: [Range<Int>]) {
    guard !gaps.isEmpty else { return }
    var before: [Int] = [0]
    for gap in gaps { before.append(before[before.count - 1] + gap.count) }
    func place(_ index: Int) -> Int {
      var (low, high) = (0, gaps.count)
      while low < high {
        let middle = (low + high) / 2
        if gaps[middle].lowerBound < index { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return index }
      return index < gaps[low - 1].upperBound
        ? gaps[low - 1].lowerBound - before[low - 1] : index - before[low]
    }
    for index in nodes.indices {
      let (key, value) = (nodes[index].key, nodes[index].value)
      nodes[index].key = place(key.lowerBound)..<place(key.upperBound)
      nodes[index].value = place(value.lowerBound)..<place(value.upperBound)
    }
    move(place)
  }
}
