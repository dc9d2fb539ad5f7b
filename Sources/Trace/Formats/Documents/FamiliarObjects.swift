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
  enum Part { case none, message, time, process, pid, thread }

  /// The keys of a record in their order, and of which sorts the values are.
  fileprivate struct Shape {
    /// What all such records have in common. The values that have to be the same are text, like the keys.
    var outline = ObjectOutline()
    /// The same with the values that all records had in common that were read by the outline above: nearly all of most
    /// records is found to be the same at once.
    var usual: ObjectOutline?
    /// These values, nil for others.
    var common: [[UInt8]?] = []
  }

  /// The parts of a record that a line is; nil where it is none of a known shape, has escapes in one of them, or bytes
  /// that `OddBytes.atWords` holds.
  @inline(__always)
  mutating func parts(of line: Span<UInt8>) -> Parts? {
    guard newest < shapes.count else { return nil }
    if let parts = shapes[newest].usual?.parts(of: line) {
      nextWait = 0
      return parts
    }
    return otherParts(of: line)
  }

  @inline(never)
  private mutating func otherParts(of line: Span<UInt8>) -> Parts? {
    for number in shapes.indices {
      let index = (newest + number) % shapes.count
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
      outline.text.append(line.extracting(index..<node.value.lowerBound))
      outline.addValue(isString: node.kind == .string, record.part(node))
      index = node.value.upperBound
    }
    outline.text.append(line.extracting(index..<line.count))
    let parts = outline.values.map(\.part)
    guard parts.contains(.message), parts.contains(.time), record.moment == nil, !record.isEnd(line),
      !OddBytes.atWords.mayStand(in: outline.text.span),
      outline.values.allSatisfy({ $0.isString || ![.message, .time, .process].contains($0.part) }),
      roles.isSubset(of: [.message, .time, .process, .pid, .thread, .phase]),
      // What is no part now may be one where it is another value.
      roles.count == parts.count(where: { $0 != .none }) + (roles.contains(.phase) ? 1 : 0)
    else { return nil }
  }

  /// The parts of a line of this shape, of which other ones that are the same are known then.
  fileprivate mutating func parts(of line: Span<UInt8>) -> FamiliarObjects.Parts? {
    if let parts = usual?.parts(of: line) { return parts }
    guard let parts = outline.parts(of: line) else { return nil }
    let values = outline.values(of: line)
    if usual == nil { common = values.map { [UInt8](line.extracting($0)) } }
    for (number, value) in values.enumerated() {
      if let known = common[number], !known.span.isEqual(to: line.extracting(value)) { common[number] = nil }
    }
    usual = outline.filled(with: common)
    return parts
  }
}

extension FamiliarObjects.Parts {
  /// Takes a part of others.
  @inline(__always)
  mutating func take(_ parts: Self, _ part: FamiliarObjects.Part, movedBy distance: Int) {
    switch part {
    case .none: break
    case .message: message = parts.message.moved(by: distance)
    case .time: time = parts.time.moved(by: distance)
    case .process: process = parts.process?.moved(by: distance)
    case .pid: pid = parts.pid
    case .thread: thread = parts.thread?.moved(by: distance)
    }
  }

  /// Takes a value for a part; false where it has to be looked at more closely.
  mutating func take(
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
