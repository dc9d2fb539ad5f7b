#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON document as the program writes it: keys in order, safe to show, with a line end.
enum JSONText {
  static func text(of document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Escaping.json(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }
}
