import Rulebook
import Trace

extension Recognizer {
  /// The vocabulary inside the program.
  static let bundled: Recognizer = {
    let rulebook = try? Rulebook.load(["ios"]) { _ in
      .failure(Rulebook.FileProblem("there are no files here"))
    }
    return Recognizer(rulebook?.vocabulary ?? Vocabulary())
  }()
}

extension Reading {
  /// What the vocabulary inside the program makes of a log.
  init(bundled log: String) { self.init(Array(log.utf8), .bundled) }

  /// Each event with those of its fields that the names in `fields` select: `process.exit code=9`.
  func summary(_ fields: String...) -> [String] {
    sightings.map { sighting in
      ([sighting.event] + fields.compactMap { name in sighting.fields[name].map { "\(name)=\($0)" } })
        .joined(separator: " ")
    }
  }
}
