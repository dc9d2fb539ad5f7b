/// The shapes of records of the system's log in JSON, one a line: what has the same keys in the same order, and values
/// of the same sorts, has its parts in the same values, and needs no scan.
struct FamiliarObjects {
  private var shapes: [Shape] = []
  /// The shape that the newest line had, and the one that is given up next.
  private var newest = 0
  private var next = 0
  /// How many records are to be passed over before the next shape is kept, and how many after that if it serves for
  /// none.
  private var wait = 0
  private var nextWait = 0

  private static let most = 4
  private static let longestWait = 64

  /// Where the parts of a record are.
  struct Parts {
    var message = 0..<0
    var time = 0..<0
    /// The process's name, without its folder.
    var process: Range<Int>?
    var pid: Int?
    var thread: Range<Int>?
  }

  /// A part of a record that a value may be.
  fileprivate enum Part { case none, message, time, process, pid, thread }

  /// What stands before a value, and what that is.
  fileprivate struct Piece {
    var text: Range<Int>
    var isString: Bool
    var part: Part
  }

  /// The values that have to be the same are text, like the keys.
  fileprivate struct Shape {
    var text: [UInt8] = []
    var pieces: [Piece] = []
    /// Where in `text` what stands behind the last value begins.
    var end = 0
  }

  /// The parts of a record that a line is; nil where it is none of a known shape, or has escapes in one of them.
  @inline(__always)
  mutating func parts(of line: Span<UInt8>) -> Parts? {
    guard newest < shapes.count else { return nil }
    if let parts = shapes[newest].parts(of: line) {
      nextWait = 0
      return parts
    }
    return otherParts(of: line)
  }

  @inline(never)
  private mutating func otherParts(of line: Span<UInt8>) -> Parts? {
    for index in shapes.indices where index != newest {
      guard let parts = shapes[index].parts(of: line) else { continue }
      newest = index
      nextWait = 0
      return parts
    }
    return nil
  }

  /// Keeps the shape of a record that is a whole line, unless the last ones that were kept served for nothing.
  mutating func learn(_ record: JSONRecord, _ scanner: borrowing JSONScanner, _ line: Span<UInt8>) {
    guard scanner.nodes[0].value == 0..<line.count else { return }
    guard wait == 0 else { return wait -= 1 }
    (wait, nextWait) = (nextWait, min(Self.longestWait, nextWait * 2 + 1))
    guard let shape = Shape(record, scanner.nodes, line) else { return }
    newest = next
    if next < shapes.count { shapes[next] = shape } else { shapes.append(shape) }
    next = (next + 1) % Self.most
  }
}

extension FamiliarObjects.Shape {
  /// The shape of a record; nil where values may change what the keys mean.
  fileprivate init?(_ record: JSONRecord, _ nodes: [JSONScanner.Node], _ line: Span<UInt8>) {
    var roles: Set<JSONKeys.Role> = []
    var index = 0
    // An array's and an object's members follow it, and what is inside of a record's own objects may be a part of it.
    for node in nodes.dropFirst() {
      if node.kind == .object,
        JSONKeys.isTransparent(node.key, in: line) || JSONKeys.isPrefix(node.key, in: line)
      {
        return nil
      }
      var mustBeSame = line.has("eventType", at: node.key.lowerBound, before: node.key.upperBound)
      if let meanings = JSONKeys.meanings(of: node.key, in: line) {
        for role in [meanings.first?.role, meanings.second?.role].compactMap(\.self) where role != .mark {
          guard roles.insert(role).inserted else { return nil }
          if role == .phase { mustBeSame = true }
        }
      }
      guard node.isScalar, !mustBeSame else { continue }
      add(line, index..<node.value.lowerBound)
      pieces.append(.init(text: end..<text.count, isString: node.kind == .string, part: record.part(node)))
      end = text.count
      index = node.value.upperBound
    }
    add(line, index..<line.count)
    let parts = pieces.map(\.part)
    guard parts.contains(.message), parts.contains(.time), record.moment == nil, !record.isEnd(line),
      pieces.allSatisfy({ $0.part != .message && $0.part != .time && $0.part != .process || $0.isString }),
      roles.isSubset(of: [.message, .time, .process, .pid, .thread, .phase]),
      // What is no part now may be one where it is another value.
      roles.count == parts.count(where: { $0 != .none }) + (roles.contains(.phase) ? 1 : 0)
    else { return nil }
  }

  private mutating func add(_ line: Span<UInt8>, _ range: Range<Int>) { text.append(line.extracting(range)) }

  /// The parts of a line of this shape.
  fileprivate func parts(of line: Span<UInt8>) -> FamiliarObjects.Parts? {
    var parts = FamiliarObjects.Parts()
    var index = 0
    for piece in pieces {
      guard let start = line.end(of: text.span.extracting(piece.text), at: index) else { return nil }
      index = start
      if piece.isString {
        guard let quote = line.index(of: UInt8(ascii: "\""), in: start..<line.count),
          line[quote &- 1] != UInt8(ascii: "\\")
        else { return nil }
        index = quote
      } else {
        while index < line.count, line[index].isInJSONWord { index &+= 1 }
        guard index > start else { return nil }
      }
      guard piece.part == .none || parts.take(line, start..<index, piece.part) else { return nil }
    }
    guard line.end(of: text.span.extracting(end..<text.count), at: index) == line.count else { return nil }
    return parts
  }
}

extension FamiliarObjects.Parts {
  /// Takes a value for a part; false where it has to be looked at more closely.
  fileprivate mutating func take(
    _ line: Span<UInt8>, _ value: Range<Int>, _ part: FamiliarObjects.Part
  ) -> Bool {
    guard !value.isEmpty else { return false }
    switch part {
    case .none: break
    case .message: message = value
    case .time: time = value
    case .process:
      let name = line.lastComponent(value)
      guard !name.isEmpty, line.index(of: UInt8(ascii: "\\"), in: name) == nil else { return false }
      process = name
      return true
    case .pid:
      guard value.count < 12,
        line.skippingDigits(value.lowerBound, before: value.upperBound) == value.upperBound
      else { return false }
      pid = line.number(value)
    case .thread:
      guard line.skippingDigits(value.lowerBound, before: value.upperBound) == value.upperBound else {
        return false
      }
      thread = value
    }
    return line.index(of: UInt8(ascii: "\\"), in: value) == nil
  }
}

extension JSONRecord {
  /// Which part a value is.
  fileprivate func part(_ node: JSONScanner.Node) -> FamiliarObjects.Part {
    let parts: [(JSONScanner.Node?, FamiliarObjects.Part)] = [
      (message, .message), (time, .time), (process, .process), (pid, .pid), (thread, .thread),
    ]
    return parts.first { $0.0?.value == node.value }?.1 ?? .none
  }
}

extension Span<UInt8> {
  /// The end of a text that stands at an index.
  @inline(__always)
  fileprivate func end(of text: Span<UInt8>, at index: Int) -> Int? {
    guard index &+ text.count <= count, extracting(index..<index &+ text.count).isEqual(to: text) else {
      return nil
    }
    return index &+ text.count
  }
}
