#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON encoding of all documents: sorted keys, escaped for display, with a line end.
enum JSONText {
  static func text(of document: some Encodable) throws -> String { try encode(document) + "\n" }

  /// A document on one line.
  static func line(of document: some Encodable) throws -> String {
    try encode(document, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  /// Writes a document in batches. `elements` go into the list under its last key, which is empty in `document`. Saves
  /// memory: an encoder takes many times the size of its output.
  static func write<Element: Encodable>(
    _ document: some Encodable, _ key: String, _ elements: some Sequence<Element>,
    to write: (String) throws -> Void
  ) throws {
    let delimiters = try ListDelimiters(of: key)
    let text = try encode(document)
    var batch: [Element] = []
    var isFirst = true
    func flush() throws {
      if batch.isEmpty { return }
      try write(
        isFirst ? text.dropLast(delimiters.emptyList.utf8.count) + delimiters.begin : delimiters.separator)
      try write(delimiters.elements(of: try encode([key: batch])))
      isFirst = false
      batch.removeAll(keepingCapacity: true)
    }
    for element in elements {
      batch.append(element)
      if batch.count == batchSize { try flush() }
    }
    try flush()
    try write(isFirst ? text + "\n" : delimiters.end + "\n")
  }

  private static let batchSize = 64

  /// The text that an encoder writes around the elements of a list under the last key of its document.
  private struct ListDelimiters {
    let begin: String
    let separator: String
    let end: String
    /// The text for an empty list.
    let emptyList: String

    /// Derived from the encodings of a list of two elements and of an empty list.
    init(of key: String) throws {
      let pieces = try JSONText.encode([key: [0, 0]]).split(separator: "0", omittingEmptySubsequences: false)
      begin = String(pieces[0].dropFirst(JSONText.head.count))
      separator = String(pieces[1])
      end = String(pieces[2])
      emptyList = String(try JSONText.encode([key: [Int]()]).dropFirst(JSONText.head.count))
    }

    func elements(of batch: String) -> String {
      String(batch.dropFirst(JSONText.head.count + begin.count).dropLast(end.count))
    }
  }

  /// The start of an object.
  private static let head = "{\n"

  private static func encode(
    _ document: some Encodable,
    _ format: JSONEncoder.OutputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    return Escaping.json(String(decoding: try encoder.encode(document), as: UTF8.self))
  }
}
