import Rulebook
import Trace

extension Recognizer {
  /// A recognizer with the vocabulary of the bundled rulebook `ios`.
  static let bundled = bundled("ios", nil)

  /// Creates a recognizer with the vocabulary of a bundled rulebook.
  static func bundled(_ name: String, _ platform: Platform?) -> Recognizer {
    let rulebook = try? Rulebook.load([name]) { _ in .failure(.missing) }
    return Recognizer(rulebook?.vocabulary ?? Vocabulary(), platform: platform)
  }
}

extension Reading {
  /// Reads a log with the bundled vocabulary.
  init(bundled log: String) { self.init(Array(log.utf8), .bundled) }

  /// Each event with the given fields, if it has them: `process.exit code=9`.
  func summary(_ fields: String...) -> [String] {
    sightings.map { sighting in
      ([sighting.event] + fields.compactMap { name in sighting.fields[name].map { "\(name)=\($0)" } })
        .joined(separator: " ")
    }
  }
}
