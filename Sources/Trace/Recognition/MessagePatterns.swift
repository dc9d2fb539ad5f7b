/// The patterns of messages that are not in canonical form: templates, and the names of callbacks and notifications.
final class MessagePatterns: Sendable {
  let templates: TemplateMatcher
  let sequences: EventSequences
  let words: WordTable
  /// The patterns that contain each word of `words`.
  let spellings: [[NamePattern]]

  /// Creates the patterns of a vocabulary.
  init(_ vocabulary: Vocabulary) {
    let entries = NamePattern.entries(of: vocabulary)
    let fieldNames = vocabulary.fieldNames
    let literals = [Platform.apple, .android].flatMap {
      Recognizer.literals(of: vocabulary, entries, $0).map(\.text)
    }
    let fieldNumbers = Dictionary(uniqueKeysWithValues: zip(fieldNames, fieldNames.indices))
    templates = TemplateMatcher(vocabulary, fieldNumbers, literals: literals)
    sequences = EventSequences(vocabulary, fieldNumbers: fieldNumbers)
    words = WordTable(entries.map(\.word))
    var spellings: [[NamePattern]] = Array(repeating: [], count: words.count)
    for entry in entries {
      let word = Array(entry.word.utf8)
      if let number = words.number(of: 0..<word.count, in: word.span) {
        spellings[number].append(entry.spelling)
      }
    }
    self.spellings = spellings
  }
}
