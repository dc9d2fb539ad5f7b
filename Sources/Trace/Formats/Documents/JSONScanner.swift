/// A JSON tokenizer that builds a flat table of one object's values and can be given more text at any byte. Nothing is
/// read twice, and nothing calls itself.
///
/// It is a little more tolerant than the grammar (a comma before a closing bracket, words such as `NaN`), and strict
/// where that tells JSON from text that begins like it: keys are in quotes, a colon follows, no string goes on in the
/// next line.
///
/// Arrays of records are handed out element by element, so that a document of any size needs the memory of one record.
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
    var last: Int32

    /// The bytes of the key, without quotes; empty in an array.
    var key: Range<Int> {
      get { Int(keyStart)..<Int(keyEnd) }
      set {
        keyStart = Int32(newValue.lowerBound)
        keyEnd = Int32(newValue.upperBound)
      }
    }
    /// The bytes of the value; a string's without quotes.
    var value: Range<Int> {
      get { Int(start)..<Int(stop) }
      set {
        start = Int32(newValue.lowerBound)
        stop = Int32(newValue.upperBound)
      }
    }
    /// The index after all that is inside.
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

  /// What a stretch of text led to.
  enum Step {
    /// The object is complete: `nodes[0]`.
    case complete
    /// An object in an array that is read element by element is complete: the one at that index.
    case element(Int, Elements)
    /// An element or an object was passed over to its end; `isOpen` says which.
    case skipped
    /// The object goes on in text that is not there yet.
    case open
    /// There are as many values as are kept.
    case full
    /// This is no JSON, from `position` on.
    case invalid(UnreadableReason)
  }

  /// How the elements of an array are read.
  enum Elements {
    /// With the object that the array is in.
    case whole
    /// As records.
    case records
    /// As resources of telemetry, their scopes, and the records in these.
    case resources, scopes, logRecords
  }

  /// An object or array that is open.
  struct Container {
    /// Its node; negative where it is not kept.
    var node: Int32
    var isObject: Bool
    var elements = Elements.whole
    /// Whether nothing that is in it is kept.
    var isMute = false
  }

  private enum Expected { case value, valueOrEnd, keyOrEnd, colon, next }

  var nodes: [Node] = []
  /// The objects and arrays that are open, each in the one before it.
  var containers: [Container] = []
  /// What comes next is there.
  private(set) var position = 0
  private(set) var isOpen = false
  /// Whether an element of an array was handed out alone.
  private(set) var hasElements = false
  /// How many containers are open around the one that is passed over; nil where none is.
  var skipped: Int?
  private var expected = Expected.value
  private(set) var key = 0..<0
  /// How far a string that is not complete was read, and whether it has escapes; 0 for none.
  private var progress = 0
  private var isEscaped = false

  let limits: ReaderLimits

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// Begins at the brace of an object.
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

  /// Text was removed: what was at a place is at another one now.
  mutating func move(_ place: (Int) -> Int) {
    position = place(position)
    key = place(key.lowerBound)..<place(key.upperBound)
    if progress > 0 { progress = place(progress) }
  }

  /// Reads on. Where the line that the text ends with goes on in text that is not there yet, `isLineEnd` is false.
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
    guard nodes.count < limits.values || containers.last?.isMute == true else { return .full }
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

  /// Keeps a scalar, unless nobody asks for it: among the elements of a stream it says nothing.
  private mutating func add(_ node: Node) {
    defer { key = 0..<0 }
    if let container = containers.last, container.isMute || container.elements != .whole { return }
    nodes.append(node)
    nodes[nodes.count - 1].last = Int32(nodes.count)
  }

  private mutating func open(_ text: Span<UInt8>, isObject: Bool) {
    expected = isObject ? .keyOrEnd : .valueOrEnd
    defer {
      key = 0..<0
      position += 1
    }
    // An array among the elements of a stream says as little.
    if let container = containers.last, container.isMute || container.elements != .whole && !isObject {
      return containers.append(Container(node: -1, isObject: isObject, isMute: true))
    }
    var container = Container(node: Int32(nodes.count), isObject: isObject)
    if !isObject, !key.isEmpty { container.elements = elements(of: key, text) }
    containers.append(container)
    var node = Node(isObject ? .object : .array, position..<position + 1, key: key)
    node.last = Int32(nodes.count + 1)
    nodes.append(node)
  }

  /// How the elements of an array are read that is the member of the object that is open.
  private func elements(of key: Range<Int>, _ text: Span<UInt8>) -> Elements {
    if containers.count == 1 { return JSONKeys.elements(of: key, in: text) }
    guard containers.count > 1 else { return .whole }
    switch containers[containers.count - 2].elements {
    case .resources: return JSONKeys.isOfScopes(key, in: text) ? .scopes : .whole
    case .scopes: return JSONKeys.isOfLogRecords(key, in: text) ? .logRecords : .whole
    default: return .whole
    }
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

  /// To the end of the string that begins at `position`, or as far as the text goes; false where the string has no end in
  /// it. Where that is because its line ends, nothing is open any more.
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
  @inline(__always) fileprivate var isJSONBlank: Bool { isBlank || self == .lineFeed }
  /// A character of a number, of `true`, `null`, `-Infinity`.
  @inline(__always) var isInJSONWord: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
  }
}
