/// The tables of a recognizer that every log needs. They are stored in the archive of a bundled rulebook, because building them takes
/// longer than reading a short log.
struct RecognizerTables: Sendable {
  let canonical: CanonicalParser
  let plain: FastCanonicalParser
  /// The filter for the messages of all formats except Android's.
  let filter: Prefilter
  /// The texts by which scanners find the lines of a log that may have an event. Only long logs need them.
  let scannerTexts: Lazy<ScannerTexts>

  /// Builds the tables of a vocabulary.
  init(_ vocabulary: Vocabulary) {
    let fieldNames = vocabulary.fieldNames
    canonical = CanonicalParser(vocabulary, fieldNames: fieldNames)
    plain = FastCanonicalParser(
      canonical.events, fieldNames: fieldNames, declared: Self.declared(by: vocabulary))
    filter = Prefilter(Recognizer.literals(of: vocabulary, NamePattern.entries(of: vocabulary), .apple))
    scannerTexts = Lazy { ScannerTexts(vocabulary) }
  }

  /// Reads tables that were stored; nil if the bytes do not have the form of tables.
  init?(_ bytes: StoredBytes) {
    var reader = TableReader(bytes)
    (canonical, plain, filter) = (reader.read(), reader.read(), reader.read())
    let texts = reader.part()
    scannerTexts = Lazy {
      var reader = TableReader(texts)
      return ScannerTexts(from: &reader)
    }
    guard reader.isAtEnd, !reader.isDamaged else { return nil }
  }

  /// The tables as bytes.
  var bytes: [UInt8] {
    var writer = TableWriter()
    writer.write(canonical)
    writer.write(plain)
    writer.write(filter)
    var texts = TableWriter()
    scannerTexts.value.write(to: &texts)
    writer.write(texts.bytes)
    return writer.bytes
  }

  private static func declared(by vocabulary: Vocabulary) -> [Bool] {
    let numbers = Dictionary(uniqueKeysWithValues: vocabulary.fieldNames.enumerated().map { ($1, $0) })
    var declared = Array(repeating: false, count: vocabulary.events.count * numbers.count)
    let common = Vocabulary.commonFields.compactMap { numbers[$0] }
    for index in vocabulary.events.indices {
      let row = index * numbers.count
      for number in common { declared[row + number] = true }
      for field in vocabulary.events[index].fields.keys {
        if let number = numbers[field] { declared[row + number] = true }
      }
    }
    return declared
  }
}
