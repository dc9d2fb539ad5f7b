#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON document as the program writes it: keys in order, safe to show, with a line end.
enum JSONText {
  static func text(of document: some Encodable) throws -> String { try encode(document) + "\n" }

  /// Hands out a document in pieces, with more elements for the list under its last key, which is empty in the document:
  /// an encoder takes many times as much memory as what it writes.
  static func write<Element: Encodable>(
    _ document: some Encodable, _ key: String, _ elements: some Sequence<Element>,
    to write: (String) throws -> Void
  ) throws {
    let frame = try Frame(of: key)
    let text = try encode(document)
    var part: [Element] = []
    var isFirst = true
    func flush() throws {
      if part.isEmpty { return }
      try write(isFirst ? text.dropLast(frame.ofNone.utf8.count) + frame.begin : frame.between)
      try write(frame.elements(of: try encode([key: part])))
      isFirst = false
      part.removeAll(keepingCapacity: true)
    }
    for element in elements {
      part.append(element)
      if part.count == partSize { try flush() }
    }
    try flush()
    try write(isFirst ? text + "\n" : frame.end + "\n")
  }

  private static let partSize = 64

  /// What an encoder writes around the elements of a list, which is the last in its document.
  private struct Frame {
    let begin: String
    let between: String
    let end: String
    /// What stands in place of all that for an empty list.
    let ofNone: String

    /// Learned from what it writes.
    init(of key: String) throws {
      let pieces = try JSONText.encode([key: [0, 0]]).split(separator: "0", omittingEmptySubsequences: false)
      begin = String(pieces[0].dropFirst(JSONText.head.count))
      between = String(pieces[1])
      end = String(pieces[2])
      ofNone = String(try JSONText.encode([key: [Int]()]).dropFirst(JSONText.head.count))
    }

    func elements(of part: String) -> String {
      String(part.dropFirst(JSONText.head.count + begin.count).dropLast(end.count))
    }
  }

  /// What begins an object.
  private static let head = "{\n"

  private static func encode(_ document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Escaping.json(String(decoding: try encoder.encode(document), as: UTF8.self))
  }
}
