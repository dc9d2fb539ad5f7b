/// A JSON tokenizer that builds a flat table of the values of one object. It is incremental: text can be added at any byte. It
/// does not scan strings twice, and does not recurse.
///
/// It is slightly more tolerant than the grammar: it accepts a comma before a closing bracket, and words such as `NaN`. It
/// rejects text that only looks like JSON: keys must be quoted and followed by a colon, and a string must end on its line.
///
/// Arrays of records are handed out element by element, so a document of any size needs the memory of one record.
struct JSONScanner {
  /// A value. The members of an object or the elements of an array follow it in `nodes`, up to the index `end`.
  struct Node {
    enum Kind { case object, array, string, number, word }
    var kind: Kind
    var isEscaped = false
    private var keyStart: Int32
    private var keyEnd: Int32
    private var start: Int32
    private var stop: Int32
    var last: Int32

    /// The bytes of the key, without quotes; empty in an array.
    var key: Range<Int> {
      get { Int(keyStart)..<Int(keyEnd) }
      set {
        keyStart = Int32(newValue.lowerBound)
        keyEnd = Int32(newValue.upperBound)
      }
    }
    /// The bytes of the value, without the quotes of a string.
    var value: Range<Int> {
      get { Int(start)..<Int(stop) }
      set {
        start = Int32(newValue.lowerBound)
        stop = Int32(newValue.upperBound)
      }
    }
    /// The index after all values inside of this one.
    var end: Int { Int(last) }
    var isScalar: Bool { kind != .object && kind != .array }

    init(_ kind: Kind, _ value: Range<Int>, key: Range<Int> = 0..<0) {
      self.kind = kind
      start = Int32(value.lowerBound)
      stop = Int32(value.upperBound)
      keyStart = Int32(key.lowerBound)
      keyEnd = Int32(key.upperBound)
      last = 0
    }
  }

  /// The result of scanning a part of the text.
  enum Step {
    /// The object is complete: `nodes[0]`.
    case complete
    /// The object at this index is complete. It is an element of an array that is read element by element.
    case element(Int, Elements)
    /// A skipped element or object has ended. `isOpen` is true after an element.
    case skipped
    /// The object is incomplete and needs more text.
    case open
    /// The limit for the number of values is reached.
    case full
    /// The text is not valid JSON from `position` on.
    case invalid(UnreadableReason)
  }

  /// How the elements of an array are read.
  enum Elements {
    /// Together with the object that contains the array.
    case whole
    /// One by one, as records.
    case records
    /// As resources of OpenTelemetry, their scopes, and the records of a scope.
    case resources, scopes, logRecords
  }

  /// An open object or array.
  struct Container {
    /// The index of its node; negative if it is not kept.
    var node: Int32
    var isObject: Bool
    var elements = Elements.whole
    /// Whether the values inside of it are discarded.
    var isDiscarded = false
  }

  private enum Expected { case value, valueOrEnd, keyOrEnd, colon, next }

  var nodes: [Node] = []
  /// The stack of open objects and arrays, the outermost first.
  var containers: [Container] = []
  /// The index of the next token.
  private(set) var position = 0
  private(set) var isOpen = false
  /// Whether an element of an array of records was handed out.
  private(set) var hasElements = false
  /// The number of open containers around the one that is being skipped; nil if none is.
  var skipped: Int?
  private var expected = Expected.value
  private(set) var key = 0..<0
  /// The index up to which an incomplete string was scanned; 0 if there is none. `isEscaped` is true if it has escapes.
  private var progress = 0
  private var isEscaped = false

  let limits: ReaderLimits
  /// The keys of arrays that are always read together with the object that contains them.
  var wholeArrays: Set<String> = []

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// Starts at the opening brace of an object.
  mutating func begin(at index: Int) {
    nodes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    position = index
    expected = .value
    key = 0..<0
    progress = 0
    isOpen = true
    skipped = nil
    hasElements = false
  }

  mutating func stop() { isOpen = false }

  /// Removes the nodes from an index on.
  mutating func drop(from index: Int) { nodes.removeSubrange(index...) }

  /// Updates the indices after text was removed. `place` maps an old index to the new one.
  mutating func move(_ place: (Int) -> Int) {
    position = place(position)
    key = place(key.lowerBound)..<place(key.upperBound)
    if progress > 0 { progress = place(progress) }
  }

  /// Continues to scan. `isLineEnd` is false if the last line of the text is incomplete.
  mutating func scan(_ text: Span<UInt8>, isLineEnd: Bool = true) -> Step {
    while true {
      while position < text.count, text[position] <= UInt8(ascii: " "), text[position].isJSONBlank {
        position += 1
      }
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
        expected = container.isObject ? .keyOrEnd : .valueOrEnd
        continue
      case .keyOrEnd where byte == UInt8(ascii: "\""):
        let start = position + 1
        guard skipString(text) else { return isLineEnd || !isOpen ? fail(.cutString) : .open }
        key = start..<position - 1
        expected = .colon
        continue
      case .next, .keyOrEnd:
        guard byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") else { return fail(.notJSON) }
      case .valueOrEnd where byte == UInt8(ascii: "]"): break
      case .value, .valueOrEnd:
        if let step = readValue(text, byte, isLineEnd) { return step }
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

  private mutating func readValue(_ text: Span<UInt8>, _ byte: UInt8, _ isLineEnd: Bool) -> Step? {
    guard nodes.count < limits.values || containers.last?.isDiscarded == true else { return .full }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard containers.count < limits.brackets else { return fail(.tooDeep) }
      open(text, isObject: byte == UInt8(ascii: "{"))
      return nil
    case UInt8(ascii: "\""):
      let start = position + 1
      guard skipString(text) else { return isLineEnd || !isOpen ? fail(.cutString) : .open }
      var node = Node(.string, start..<position - 1, key: key)
      node.isEscaped = isEscaped
      add(node)
    default:
      var end = position
      while end < text.count, text[end].isInJSONWord { end += 1 }
      if end == text.count, !isLineEnd { return .open }
      guard end > position else { return fail(.notJSON) }
      add(Node(byte.isDigit || byte == UInt8(ascii: "-") ? .number : .word, position..<end, key: key))
      position = end
    }
    expected = .next
    return nil
  }

  /// Adds a scalar, unless its container is muted, or is an array that is read element by element: only its objects are used.
  private mutating func add(_ node: Node) {
    defer { key = 0..<0 }
    if let container = containers.last, container.isDiscarded || container.elements != .whole { return }
    nodes.append(node)
    nodes[nodes.count - 1].last = Int32(nodes.count)
  }

  private mutating func open(_ text: Span<UInt8>, isObject: Bool) {
    expected = isObject ? .keyOrEnd : .valueOrEnd
    defer {
      key = 0..<0
      position += 1
    }
    // Arrays are not used as elements of an array that is read element by element.
    if let container = containers.last, container.isDiscarded || container.elements != .whole && !isObject {
      return containers.append(Container(node: -1, isObject: isObject, isDiscarded: true))
    }
    var container = Container(node: Int32(nodes.count), isObject: isObject)
    if !isObject, !key.isEmpty { container.elements = elements(of: key, text) }
    containers.append(container)
    var node = Node(isObject ? .object : .array, position..<position + 1, key: key)
    node.last = Int32(nodes.count + 1)
    nodes.append(node)
  }

  /// Returns how to read the elements of an array that is a member of the open object.
  private func elements(of key: Range<Int>, _ text: Span<UInt8>) -> Elements {
    if isWholeArray(key, text) { return .whole }
    if containers.count == 1 { return JSONKeys.elements(of: key, in: text) }
    guard containers.count > 1 else { return .whole }
    switch containers[containers.count - 2].elements {
    case .resources: return JSONKeys.isScopesArray(key, in: text) ? .scopes : .whole
    case .scopes: return JSONKeys.isOfLogRecords(key, in: text) ? .logRecords : .whole
    default: return .whole
    }
  }

  func isWholeArray(_ key: Range<Int>, _ text: Span<UInt8>) -> Bool {
    !wholeArrays.isEmpty
      && wholeArrays.contains(String(decoding: [UInt8](text.extracting(key)), as: UTF8.self))
  }

  private mutating func close(_ byte: UInt8) -> Step? {
    guard let container = containers.last, container.isObject == (byte == UInt8(ascii: "}")) else {
      return fail(.notJSON)
    }
    containers.removeLast()
    position += 1
    expected = .next
    if container.node >= 0 {
      let node = Int(container.node)
      nodes[node].last = Int32(nodes.count)
      nodes[node].value = nodes[node].value.lowerBound..<position
    }
    if containers.isEmpty { isOpen = false }
    if skipped == containers.count {
      skipped = nil
      return .skipped
    }
    guard let outer = containers.last else { return .complete }
    guard outer.elements != .whole, container.node >= 0 else { return nil }
    hasElements = hasElements || outer.elements == .records || outer.elements == .logRecords
    return .element(Int(container.node), outer.elements)
  }

  /// Skips the string that begins at `position`. Returns false if it has no end in the text. `isOpen` becomes false if a line end
  /// cuts the string.
  @inline(__always)
  private mutating func skipString(_ text: Span<UInt8>) -> Bool {
    var index = progress
    if index == 0 {
      index = position + 1
      isEscaped = false
    }
    while true {
      // Eight bytes at a time, because most are ordinary.
      var marks: UInt64 = 0
      while marks == 0, index &+ 8 <= text.count {
        let word = text.wholeWord(at: index)
        marks =
          word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\")) | word.marks(of: .lineFeed)
        index &+= marks.firstMark
      }
      guard index < text.count else { break }
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        position = index
        progress = 0
        return true
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        index += 1
      } else if byte == .lineFeed {
        isOpen = false
        return false
      }
    }
    progress = index
    return false
  }
}

extension UInt8 {
  @inline(__always) fileprivate var isJSONBlank: Bool { isSpace || self == .lineFeed }
  /// Whether the byte can be in a number, or in a word such as `true`, `null` or `-Infinity`.
  @inline(__always) var isInJSONWord: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
  }
}
