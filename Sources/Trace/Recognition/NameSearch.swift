/// Looks through bytes that are passed over for the names of events: where there is none, nothing was missed.
struct NameSearch {
  private let recognizer: Recognizer
  /// Whether there was one.
  private(set) var isFound = false
  /// The end of the bytes before, in which a name may have begun.
  private var tail: [UInt8] = []

  /// No name that a vocabulary has is longer, nor the text by which a message is found.
  private static let longestName = 1 << 10

  init(_ recognizer: Recognizer) { self.recognizer = recognizer }

  /// Looks through the next bytes.
  mutating func search(_ bytes: Span<UInt8>) {
    guard !isFound, !bytes.isEmpty else { return }
    tail.append(bytes)
    isFound = recognizer.mayName(in: tail.span)
    if !isFound, tail.contains(UInt8(ascii: "\\")) {
      // In JSON the text of a message has escapes.
      var text: [UInt8] = []
      Coding.json.decode(tail.span, tail.indices) { byte, _ in text.append(byte) }
      isFound = recognizer.mayName(in: text.span)
    }
    tail.removeFirst(max(0, tail.count - Self.longestName))
  }
}

extension Recognizer {
  /// Whether bytes hold the name of an event in any spelling, or a text by which the message of one is found.
  fileprivate func mayName(in text: Span<UInt8>) -> Bool {
    if firstLiteral(in: text, text.indices, .apple) != nil { return true }
    if firstLiteral(in: text, text.indices, .android) != nil { return true }
    var index = 0
    while let dot = text.index(of: UInt8(ascii: "."), in: index..<text.count) {
      var name = dot..<dot
      while name.lowerBound > index, text[name.lowerBound - 1].isInDottedName {
        name = name.lowerBound - 1..<name.upperBound
      }
      while name.upperBound < text.count, text[name.upperBound].isInDottedName {
        name = name.lowerBound..<name.upperBound + 1
      }
      if isName(name, in: text) { return true }
      index = name.upperBound
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isInDottedName: Bool {
    isLetter || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
