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
      let words = CallbackWords.words(
        of: String(decoding: [UInt8](line.extracting(header.message)), as: UTF8.self))
      guard words.count <= Self.mostWords else { continue }
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
  private let subject: String
  private let actions: [String]

  /// Words without a meaning of their own.
  private static let fillers: Set<String> = ["did", "will", "on", "with", "the", "to", "for", "in", "is"]

  static func all(of vocabulary: Vocabulary, _ platform: Platform?) -> [CallbackWords] {
    vocabulary.events.compactMap { event in
      guard event.platform == nil || platform == nil || event.platform == platform,
        let spelling = event.callbacks.first
      else { return nil }
      let name = String(spelling.prefix { $0.isLetter || $0.isNumber })
      let words = words(of: name)
      let actions = words.dropFirst().filter { !fillers.contains($0) }
      return words.isEmpty || actions.isEmpty
        ? nil : CallbackWords(name: name, subject: words[0], actions: actions)
    }
  }

  /// Returns the words of a text in lower case. A capital letter after a lower-case one begins a word.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterLower = false
    for character in text {
      if !character.isLetter || character.isUppercase && isAfterLower {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter { word.append(character) }
      isAfterLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  /// Returns how similar a text is: at least 2 if it may mean the callback, 0 if it has another subject.
  func shared(with words: [String]) -> Int {
    guard words.contains(where: { isLike($0, subject) }) else { return 0 }
    // The last word is the most significant one: `background`, `active`.
    return actions.indices.reduce(0) { sum, index in
      let isShared = words.contains { isLike($0, actions[index]) }
      return isShared ? sum + (index == actions.count - 1 ? 2 : 1) : sum
    }
  }

  /// Whether two words are forms of one: `app` and `application`, `entered` and `enter`.
  private func isLike(_ word: String, _ other: String) -> Bool {
    word == other || word.count >= 3 && other.hasPrefix(word) || other.count >= 4 && word.hasPrefix(other)
  }
}
