/// The ranges of the anchor and the tag before a node, which libyaml includes in the node's range.
struct NodeProperties {
  private(set) var anchor: Range<Int>?
  private(set) var tag: Range<Int>?
  /// The range of the node without them.
  private(set) var node: Range<Int>

  /// Finds the properties of a node with libyaml's range. Looks only for properties that the node has, because the next
  /// anchor can belong to its first key.
  init(in bytes: [UInt8], _ range: Range<Int>, hasAnchor: Bool, hasTag: Bool) {
    var at = range.lowerBound
    node = range
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "&"), hasAnchor, anchor == nil {
        anchor = at..<Self.endOfAnchor(at, in: bytes)
        at = anchor?.upperBound ?? at
      } else if bytes[at] == UInt8(ascii: "!"), hasTag, tag == nil {
        tag = at..<Self.endOfTag(at, in: bytes)
        at = tag?.upperBound ?? at
      } else {
        break
      }
      if (anchor != nil) == hasAnchor, (tag != nil) == hasTag, at >= range.upperBound {
        // Nothing follows: the node is empty.
        node = at..<at
        return
      }
      at = Self.skipBlanksAndComments(at, in: bytes)
    }
    node = at..<max(at, range.upperBound)
  }

  private static func endOfAnchor(_ start: Int, in bytes: [UInt8]) -> Int {
    bytes[(start + 1)...].firstIndex { !$0.isAnchorByte } ?? bytes.count
  }

  private static func endOfTag(_ start: Int, in bytes: [UInt8]) -> Int {
    if bytes[start...].starts(with: "!<".utf8) {
      return bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }
    return bytes[start...].firstIndex { $0.isBlankOrBreak || $0 == UInt8(ascii: ",") } ?? bytes.count
  }

  private static func skipBlanksAndComments(_ start: Int, in bytes: [UInt8]) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at].isBlankOrBreak {
        at += 1
      } else if bytes[at] == UInt8(ascii: "#") {
        at = bytes[at...].firstIndex(where: \.isBreak) ?? bytes.count
      } else {
        break
      }
    }
    return at
  }
}

extension UInt8 {
  fileprivate var isAnchorByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}
