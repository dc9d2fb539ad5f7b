/// The state of a line with an event and without a header that waits for the line of metadata below it.
struct PendingMetadata {
  /// Whether the log has shown metadata.
  var isKnown = false
  /// Whether a line waited for metadata that did not follow. From then on, lines wait only if the log has shown metadata,
  /// because a log that is read while it is written must not wait.
  var isMissed = false
  /// The number of brackets that the message opened and did not close.
  private var depth = 0
  private var following = 0

  private static let patience = 200
  private static let longestMessage = 256

  /// Whether a line without a header has to wait for the next line.
  func isExpected(atLine number: Int) -> Bool { isKnown || (!isMissed && number <= Self.patience) }

  /// Starts to wait for the metadata of a line.
  mutating func begin(_ line: Span<UInt8>) {
    depth = 0
    following = 0
    count(line)
  }

  /// Whether a line without a header is part of the waiting message.
  mutating func continues(_ line: Span<UInt8>) -> Bool {
    following += 1
    guard following < Self.longestMessage, depth > 0 || line.byte(at: 0).isSpace || Self.closes(line) else {
      return false
    }
    count(line)
    return true
  }

  /// Whether a line only closes brackets that were opened above the waiting line: `}`, `);`.
  private static func closes(_ line: Span<UInt8>) -> Bool {
    let first = line.byte(at: 0)
    guard first == UInt8(ascii: "}") || first == UInt8(ascii: ")") || first == UInt8(ascii: "]") else {
      return false
    }
    for index in 1..<line.count where line[index].isIdentifier { return false }
    return true
  }

  private mutating func count(_ line: Span<UInt8>) {
    for index in 0..<line.count {
      switch line[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
    }
  }
}
