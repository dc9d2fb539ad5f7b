/// The texts that block scanners look for, and the families of dotted names.
final class ScannerTexts: Sendable {
  /// The texts of a template or a spelling.
  struct Source: Sendable {
    /// Each message with the event contains one of these texts. Scanners look for `part` if they know nothing about the log.
    var texts: [(text: String, part: String)]
    /// Lists of texts. Each such message also contains one text of each list.
    var others: [[String]] = []
    /// The names of the only processes whose lines report the event; empty if there is no such restriction.
    var senders: [String] = []
  }

  private let sources: [Source]
  private let families: FamilyNames

  /// Reads texts that were stored. They are undefined if the reader is damaged afterwards.
  init(from reader: inout TableReader) {
    sources = reader.read { Source(from: &$0) }
    families = reader.read()
  }

  func write(to writer: inout TableWriter) {
    writer.write(sources) { $0.write(to: &$1) }
    writer.write(families)
  }

  /// Creates the texts of a vocabulary.
  init(_ vocabulary: Vocabulary) {
    let names = NamePattern.entries(of: vocabulary)
    // The filter looks for other texts in place of these words.
    let words = names.filter { $0.literals != nil }.map { Array($0.word.utf8) }
    let templates = vocabulary.events.flatMap(\.templates).map { template in
      template.isOfComposedMessage
        ? Source(texts: template.partsOfComposedMessage.map { ($0, $0) }) : Source(template, words)
    }
    let spellings = names.map { name in Source(texts: (name.literals ?? [name.word]).map { ($0, $0) }) }
    let others = Self.alwaysReadTexts.map { Source(texts: [($0, $0)]) }
    sources = templates + spellings + others
    families = FamilyNames(vocabulary.events.indices.map { vocabulary.events[$0].family })
  }

  /// Texts of lines that have to be read although they contain no text of the vocabulary: the banner of `log`, steps of a test,
  /// parts of messages in a container's log, and documents of one line.
  private static let alwaysReadTexts =
    [
      "Timestamp  ", "Filtering the log data using ", "Test Case ", "Test Suite ", "Start Test at ",
      " stdout P ",
      " stderr P ",
    ] + JSONKeys.documentKeys

  /// A scanner for any log.
  var scanner: BlockScanner {
    BlockScanner(families, Prefilter(sources.flatMap { $0.texts.flatMap { Self.literals(for: $0.part) } }))
  }

  /// Returns a scanner that is fitted to a sample of a log. It looks for the rarest word of each text, and so finds fewer lines
  /// without an event.
  func scanner(fittedTo sample: Span<UInt8>) -> BlockScanner {
    var counts = Prefilter.Counts()
    counts.add(sample, sample.indices)
    let rarity = Rarity(counts: counts, common: Prefilter.commonPieces)
    return BlockScanner(families, Prefilter(sources.flatMap(rarity.literals), fittedTo: counts))
  }

  /// Returns the texts to look for, so that no line with a literal is missed.
  fileprivate static func literals(for literal: String) -> [Prefilter.Literal] {
    // The longest part that JSON does not escape.
    let parts = literal.utf8.split(whereSeparator: isEscaped)
    let text = parts.max { $0.count < $1.count }.map { String(Substring($0)) } ?? ""
    // A name of six letters is too short for the stride, so it is looked for together with the byte after it.
    guard text.utf8.count == 6, text.utf8.allSatisfy(\.isIdentifier) else { return [.init(text: text)] }
    return (UInt8.min...UInt8.max).filter { !$0.isIdentifier }.map { .init(text: text, next: $0) }
  }

  /// Whether JSON may escape a byte.
  fileprivate static func isEscaped(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
  }
}

extension ScannerTexts.Source {
  /// Creates the texts by which scanners find the messages of a template.
  fileprivate init(_ template: LineTemplate, _ words: [[UInt8]]) {
    let texts = template.requiredTexts
    self.texts = Array(zip(texts, template.requiredLiterals))
    others = template.alternatives.filter { $0 != texts }
    // A line of the kernel may have no process name.
    guard !template.senders.contains("kernel"),
      texts.allSatisfy({ Self.cannotBeInName(Array($0.utf8), words) })
    else { return }
    senders = template.senders.map { String($0.drop { $0 == "*" }.prefix { $0 != "*" }) }
  }

  /// Whether a template's text cannot be part of a callback's or notification's name, so that it is irrelevant unless the
  /// template matches. No word continues into the text, no mangled symbol begins in it, and it does not overlap with any of
  /// `words`, which are not literals themselves.
  private static func cannotBeInName(_ text: [UInt8], _ words: [[UInt8]]) -> Bool {
    text.first?.isIdentifier == false && !text.contains { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "_") }
      && !words.contains { Overlaps.canOverlap(between: $0, text) }
  }
}

extension ScannerTexts.Source: StoredTable {
  init(from reader: inout TableReader) {
    texts = reader.read { ($0.text(), $0.text()) }
    others = reader.read { $0.read { $0.text() } }
    senders = reader.read { $0.text() }
  }

  func write(to writer: inout TableWriter) {
    writer.write(texts) {
      $1.write($0.text)
      $1.write($0.part)
    }
    writer.write(others) { $1.write($0) { $1.write($0) } }
    writer.write(senders) { $1.write($0) }
  }
}

/// Chooses the texts that are rare in a sample of a log.
private struct Rarity {
  let counts: Prefilter.Counts
  let common: [Bool]

  /// A list of words, and how often they occur in the sample. Each message contains one of the words.
  private typealias Words = (texts: [String], count: Int)

  /// The maximum number of companions. Looking for more would take longer than reading the line.
  private static let maximumCompanions = 8

  /// Returns the literals to look for, so that no line with a text of a source is missed.
  func literals(of source: ScannerTexts.Source) -> [Prefilter.Literal] {
    let others = source.others.compactMap { rarestWords(of: $0.map { Array($0.utf8) }) }.min {
      $0.count < $1.count
    }
    return source.texts.flatMap { literals(of: $0, others, source.senders) }
  }

  /// Returns the rarest word of a text, or the part that is looked for in an unknown log.
  private func literals(
    of source: (text: String, part: String), _ others: Words?, _ senders: [String]
  ) -> [Prefilter.Literal] {
    let part = ScannerTexts.literals(for: source.part)
    guard part.count == 1 else { return part }
    let (text, own) = (Array(source.text.utf8), Array(part[0].text.utf8))
    let best = words(of: text).map { (cost: cost(text, $0), word: $0) }.min { $0.cost < $1.cost }
    let isWord = best.map { own.count < 7 || $0.cost < cost(own, own.indices) } ?? false
    guard let best, isWord else {
      return [.init(text: part[0].text, companions: companions(source.text, others, senders))]
    }
    // The message also contains the rest of the text.
    let rest = [text[..<best.word.lowerBound], text[best.word.upperBound...]].compactMap {
      rarestWords(of: [Array($0)])
    }
    let rarest = (rest + [others].compactMap(\.self)).min { $0.count < $1.count }
    let word = String(decoding: text[best.word], as: UTF8.self)
    return [.init(text: word, companions: companions(source.text, rarest, senders))]
  }

  /// Returns the companions of a part of a text: one of some words, and the name of a sender.
  private func companions(_ text: String, _ words: Words?, _ senders: [String]) -> [[String]] {
    var lists = words.map { $0.texts.map { [$0] } } ?? [[]]
    if !senders.isEmpty { lists = lists.flatMap { list in senders.map { list + [$0] } } }
    // JSON may escape a character that is not ASCII with a backslash. The bytes are looked at first, because few texts have one.
    if text.utf8.contains(where: { $0 >= 0x80 }), let other = text.first(where: { !$0.isASCII }) {
      lists = lists.flatMap { [$0 + [String(other)], $0 + ["\\"]] }
    }
    return lists
  }

  /// Returns the rarest word of each text; nil if a text has no word, or if there are too many texts.
  private func rarestWords(of texts: [[UInt8]]) -> Words? {
    guard texts.count <= Self.maximumCompanions else { return nil }
    var found: Words = ([], 0)
    for text in texts {
      let words = words(of: text, length: 4).map { (range: $0, count: count(text, $0)) }
      guard let rarest = words.min(by: { ($0.count, -$0.range.count) < ($1.count, -$1.range.count) }) else {
        return nil
      }
      found.texts.append(String(decoding: text[rarest.range], as: UTF8.self))
      found.count += rarest.count
    }
    return found
  }

  /// Returns the words of a text that are long enough to look for. A message is wrapped only between words.
  private func words(of text: [UInt8], length: Int = Prefilter.minimumLengthForPieceChoice) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for index in 0...text.count
    where index == text.count || ScannerTexts.isEscaped(text[index]) || text[index].isSpace {
      if index - start >= length { words.append(start..<index) }
      start = index + 1
    }
    return words
  }

  /// Estimates how often a word occurs in the sample by its rarest piece.
  private func count(_ text: [UInt8], _ word: Range<Int>) -> Int {
    word.dropLast(3).reduce(Int.max) { min($0, counts.count(of: text.span.piece(at: $1))) }
  }

  /// Returns the cost of looking for a range of a text: the sum of the cheapest pieces, one for each offset modulo four.
  private func cost(_ text: [UInt8], _ stretch: Range<Int>) -> Int {
    var least = (Int.max, Int.max, Int.max, Int.max)
    for index in stretch.dropLast(3) {
      let cost = Prefilter.cost(text, index, common, in: counts)
      switch (index - stretch.lowerBound) & 3 {
      case 0: least.0 = min(least.0, cost)
      case 1: least.1 = min(least.1, cost)
      case 2: least.2 = min(least.2, cost)
      default: least.3 = min(least.3, cost)
      }
    }
    return least.0 + least.1 + least.2 + least.3
  }
}
