/// Reads one JSON object into a flat table, and may be given more text at any line's end: nothing is read twice,
/// nothing calls itself.
///
/// It is a little more tolerant than the grammar (a comma before a closing bracket, words such as `NaN`), and strict
/// where that tells JSON from text that begins like it: keys are in quotes, a colon follows, no string goes on in the
/// next line.
struct JSONScanner {
  /// A value. An object's members and an array's elements stand after it, up to the index `end`.
  struct Node {
    enum Kind { case object, array, string, number, word }
    var kind: Kind
    var isEscaped = false
    private var keyStart: Int32
    private var keyEnd: Int32
    private var start: Int32
    private var stop: Int32
    fileprivate(set) var last: Int32

    /// The bytes of the key, without quotes; empty in an array.
    var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
    /// The bytes of the value; a string's without quotes.
    fileprivate(set) var value: Range<Int> {
      get { Int(start)..<Int(stop) }
      set {
        start = Int32(newValue.lowerBound)
        stop = Int32(newValue.upperBound)
      }
    }
    /// The index after all that is inside.
    var end: Int { Int(last) }
    var isScalar: Bool { kind != .object && kind != .array }

    /// Takes back what stands behind a stretch of the text that is forgotten.
    fileprivate mutating func forget(_ range: Range<Int>) {
      func moved(_ index: Int32) -> Int32 {
        Int(index) < range.upperBound ? index : index - Int32(range.count)
      }
      (keyStart, keyEnd, start, stop) = (moved(keyStart), moved(keyEnd), moved(start), moved(stop))
    }

    init(_ kind: Kind, _ value: Range<Int>, key: Range<Int> = 0..<0) {
      self.kind = kind
      start = Int32(value.lowerBound)
      stop = Int32(value.upperBound)
      keyStart = Int32(key.lowerBound)
      keyEnd = Int32(key.upperBound)
      last = 0
    }
  }

  /// What a stretch of text led to.
  enum Step {
    /// The object is complete: `nodes[0]`.
    case complete
    /// An element of an array that is read element by element, at that index, is complete.
    case element(Int)
    /// The object goes on in the next line.
    case open
    /// This is no JSON, from `position` on.
    case invalid(UnreadableReason)
  }

  private enum Expected { case value, valueOrEnd, keyOrEnd, colon, next }

  private(set) var nodes: [Node] = []
  /// What comes next is there.
  private(set) var position = 0
  private(set) var isOpen = false
  /// Whether an element of an array was handed out alone.
  private(set) var hasElements = false
  private var containers: [Int32] = []
  private var expected = Expected.value
  private var key = 0..<0
  private var isStream = false

  static let deepest = 200
  /// A million, as a message says.
  private static let mostNodes = 1 << 20

  /// Begins at the brace of an object.
  mutating func begin(at index: Int) {
    nodes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    position = index
    expected = .value
    key = 0..<0
    isOpen = true
    isStream = false
    hasElements = false
  }

  mutating func stop() { isOpen = false }

  /// Takes back an element that was handed out.
  mutating func drop(_ element: Int) { nodes.removeSubrange(element...) }

  /// Where the last value ends that begins before an index, of those that were not handed out.
  func end(ofNodesBefore index: Int) -> Int {
    nodes.lazy.filter { $0.value.lowerBound < index }.map(\.value.upperBound).max() ?? 0
  }

  /// A stretch of the text is forgotten, in which no value is that was not handed out.
  mutating func forget(_ range: Range<Int>) {
    for index in nodes.indices { nodes[index].forget(range) }
    if key.lowerBound >= range.upperBound {
      key = key.lowerBound - range.count..<key.upperBound - range.count
    }
    position -= range.count
  }

  /// Reads on.
  mutating func scan(_ text: Span<UInt8>) -> Step {
    while true {
      while position < text.count, text[position].isJSONBlank { position += 1 }
      guard position < text.count else { return .open }
      let byte = text[position]
      switch expected {
      case .colon:
        guard byte == UInt8(ascii: ":") else { return fail(.notJSON) }
        position += 1
        expected = .value
        continue
      case .next where byte == UInt8(ascii: ","):
        guard let container = containers.last else { return fail(.notJSON) }
        position += 1
        expected = nodes[Int(container)].kind == .object ? .keyOrEnd : .valueOrEnd
        continue
      case .keyOrEnd where byte == UInt8(ascii: "\""):
        position += 1
        let start = position
        guard skipString(text) != nil else { return fail(.cutString) }
        key = start..<position - 1
        expected = .colon
        continue
      case .next, .keyOrEnd:
        guard byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") else { return fail(.notJSON) }
      case .valueOrEnd where byte == UInt8(ascii: "]"): break
      case .value, .valueOrEnd:
        if let problem = readValue(text, byte) { return fail(problem) }
        continue
      }
      guard let step = close(byte) else { continue }
      return step
    }
  }

  private mutating func fail(_ reason: UnreadableReason) -> Step {
    isOpen = false
    return .invalid(reason)
  }

  private mutating func readValue(_ text: Span<UInt8>, _ byte: UInt8) -> UnreadableReason? {
    let start = position
    guard nodes.count < Self.mostNodes else { return .tooLargeDocument }
    var node: Node
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard containers.count < Self.deepest else { return .tooDeep }
      let isObject = byte == UInt8(ascii: "{")
      node = Node(isObject ? .object : .array, start..<start + 1, key: key)
      position += 1
      if containers.count == 1, !isObject, !key.isEmpty { isStream = JSONKeys.isStream(key, in: text) }
      containers.append(Int32(nodes.count))
      expected = isObject ? .keyOrEnd : .valueOrEnd
    case UInt8(ascii: "\""):
      position += 1
      guard let isEscaped = skipString(text) else { return .cutString }
      node = Node(.string, start + 1..<position - 1, key: key)
      node.isEscaped = isEscaped
      expected = .next
    default:
      while position < text.count, text[position].isInJSONWord { position += 1 }
      guard position > start else { return .notJSON }
      node = Node(byte.isDigit || byte == UInt8(ascii: "-") ? .number : .word, start..<position, key: key)
      expected = .next
    }
    // Among the elements of a stream a scalar says nothing, and would be kept as long as the stream goes on.
    if isStream, containers.count == 2, expected == .next { return nil }
    node.last = Int32(nodes.count + 1)
    nodes.append(node)
    key = 0..<0
    return nil
  }

  private mutating func close(_ byte: UInt8) -> Step? {
    guard let container = containers.last.map(Int.init),
      (nodes[container].kind == .object) == (byte == UInt8(ascii: "}"))
    else { return fail(.notJSON) }
    containers.removeLast()
    position += 1
    nodes[container].last = Int32(nodes.count)
    nodes[container].value = nodes[container].value.lowerBound..<position
    expected = .next
    if containers.isEmpty {
      isOpen = false
      return .complete
    }
    if containers.count == 1 { isStream = false }
    guard isStream, containers.count == 2 else { return nil }
    guard byte == UInt8(ascii: "}") else {
      drop(container)
      return nil
    }
    hasElements = true
    return .element(container)
  }

  /// To the end of the string that has begun; nil where it has none. Whether it has escapes.
  @inline(__always)
  private mutating func skipString(_ text: Span<UInt8>) -> Bool? {
    var isEscaped = false
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return isEscaped }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      } else if byte == .lineFeed {
        break
      }
    }
    position = min(position, text.count)
    return nil
  }
}

extension UInt8 {
  @inline(__always) fileprivate var isJSONBlank: Bool { isBlank || self == .lineFeed }
  /// A character of a number, of `true`, `null`, `-Infinity`.
  @inline(__always) var isInJSONWord: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
  }
}
