/// The contents of a log without a known event: the processes that wrote it, and the line that looks most like a callback.
public struct LogOutline: Sendable, Equatable {
  /// A process that wrote lines of the log.
  public struct Writer: Sendable, Equatable {
    /// The name of the process, with its number if the log has it: `App[716]`.
    public var name: String
    /// The number of lines that it wrote at the beginning of the log.
    public var lines: Int
  }

  /// A line that looks like a callback, but does not match the vocabulary.
  public struct Likely: Sendable, Equatable {
    /// The 1-based number of the line.
    public var line: Int
    /// The name of the callback that has words in common with the line: `applicationDidEnterBackground`.
    public var callback: String
  }

  /// The processes, those with the most lines first; empty if no line names a process.
  public private(set) var writers: [Writer] = []
  /// The first of the lines that have the most words in common with the name of a callback.
  public private(set) var likely: Likely?

  /// The number of lines that were read.
  public private(set) var lines = 0

  /// A line with more words is prose.
  private static let mostWords = 12

  /// Reads the beginning of a log.
  public init(_ beginning: [UInt8], _ vocabulary: Vocabulary, _ platform: Platform?) {
    var context = LogContext()
    var counts: [String: Int] = [:]
    let callbacks = CallbackWords.all(of: vocabulary, platform)
    var best = 1
    var start = 0
    let bytes = beginning.span
    while start < bytes.count {
      let end = bytes.endOfLine(from: start)
      lines += 1
      let line = bytes.extracting(start..<end)
      start = end + 1
      let header = Header(of: line, &context)
      if let process = header.process {
        let name = String(decoding: [UInt8](line.extracting(process)), as: UTF8.self)
        counts[header.pid.map { "\(name)[\($0)]" } ?? name, default: 0] += 1
      }
      // A frame of a stack.
      if line.has("at ", at: header.message.lowerBound, before: header.message.upperBound) { continue }
      guard let words = line.words(in: header.message, atMost: Self.mostWords) else { continue }
      for callback in callbacks {
        let shared = callback.shared(with: words)
        // A line with the name itself lacks something else, such as the tag of an activity.
        guard shared > best, line.index(of: Array(callback.name.utf8).span, in: header.message) == nil else {
          continue
        }
        best = shared
        likely = Likely(line: lines, callback: callback.name)
      }
    }
    writers = counts.map { Writer(name: $0.key, lines: $0.value) }
      .sorted { ($1.lines, $0.name) < ($0.lines, $1.name) }
  }
}

/// The words of a callback's name: its subject and its action.
private struct CallbackWords {
  let name: String
  private let subject: [UInt8]
  private let actions: [[UInt8]]

  /// Words without a meaning of their own.
  private static let fillers = ["did", "will", "on", "with", "the", "to", "for", "in", "is"].map {
    Array($0.utf8)
  }

  static func all(of vocabulary: Vocabulary, _ platform: Platform?) -> [CallbackWords] {
    vocabulary.events.compactMap { event in
      guard event.platform == nil || platform == nil || event.platform == platform,
        let spelling = event.callbacks.first
      else { return nil }
      let name = Array(spelling.utf8.prefix { $0.isLetter || $0.isDigit })
      let words = name.span.words(in: name.indices) ?? []
      let actions = words.dropFirst().filter { !fillers.contains($0) }
      return words.isEmpty || actions.isEmpty
        ? nil
        : CallbackWords(name: String(decoding: name, as: UTF8.self), subject: words[0], actions: actions)
    }
  }

  /// Returns how similar a text is: at least 2 if it may mean the callback, 0 if it has another subject.
  func shared(with words: [[UInt8]]) -> Int {
    guard words.contains(where: { isLike($0, subject) }) else { return 0 }
    // The last word is the most significant one: `background`, `active`.
    return actions.indices.reduce(0) { sum, index in
      let isShared = words.contains { isLike($0, actions[index]) }
      return isShared ? sum + (index == actions.count - 1 ? 2 : 1) : sum
    }
  }

  /// Whether two words are forms of one: `app` and `application`, `entered` and `enter`.
  private func isLike(_ word: [UInt8], _ other: [UInt8]) -> Bool {
    guard word[0] == other[0] else { return false }
    return word == other || word.count >= 3 && other.starts(with: word)
      || other.count >= 4 && word.starts(with: other)
  }
}

extension Span<UInt8> {
  /// Returns the words in a range of a text, in lower case; nil if there are more than `most`. A capital letter after a lower-case
  /// one begins a word. A byte of a character that is not ASCII counts as a letter.
  fileprivate func words(in range: Range<Int>, atMost most: Int = .max) -> [[UInt8]]? {
    var words: [[UInt8]] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, self[index].isLetter || self[index] >= 0x80,
        index == start || !self[index].isUpper || !self[index - 1].isLower
      {
        index += 1
      }
      guard index > start else {
        index += 1
        continue
      }
      guard words.count < most else { return nil }
      words.append((start..<index).map { self[$0].isUpper ? self[$0] | 0x20 : self[$0] })
    }
    return words
  }
}
