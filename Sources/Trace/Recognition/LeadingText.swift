/// The text before a name in a message, read from left to right.
extension ProseFilter {
  /// The properties of a lead that is allowed before a report.
  struct LeadingText {
    /// The phase of the call that the lead reports, if any.
    var phase: Phase?
    /// The address of the printed object that ends the lead: `<Class: 0x…>`.
    var instance: Range<Int>?
  }

  enum Word {
    /// A word that is not part of a sentence: `WARNING`, `@objc`.
    case decoration
    /// A word that loggers use: `received`, `entered`. A lead contains at most three.
    case logging(Phase?)
    /// A word that is only allowed directly before the name: `in`.
    case last
  }

  private static let begins = [
    "begin", "began", "start", "started", "enter", "entered", "entering", "called", "calling",
  ]
  private static let ends = [
    "end", "ended", "ending", "exit", "exited", "leave", "leaving", "left", "return", "returned", "returning",
    "done", "finished", "completed", "took",
  ]
  private static let logging = [
    "app", "application", "scene", "delegate", "lifecycle", "event", "events", "callback", "method", "func",
    "function", "state", "notification", "received", "got", "handling", "handle", "posted", "observed", "did",
  ]
  private static let levels = [
    "trace", "verbose", "debug", "info", "notice", "default", "warn", "warning", "error", "critical", "fault",
    "fatal", "severe", "alert", "emergency", "log", "v", "d", "i", "w", "e", "f",
  ]
  private static let declaring = ["objc", "virtual", "void", "static"]

  /// The words that a lead may contain, and their kinds.
  private static let words: (table: WordTable, kinds: [Word]) = {
    let lists: [([String], Word)] = [
      (begins, .logging(.begin)), (ends, .logging(.end)), (logging, .logging(nil)), (levels, .decoration),
      (declaring, .decoration), (["in"], .last),
    ]
    let table = WordTable(lists.flatMap(\.0), ignoringCase: true)
    return (table, lists.flatMap { list in list.0.map { _ in list.1 } })
  }()

  static func word(_ range: Range<Int>, in line: Span<UInt8>) -> Word? {
    words.table.number(of: range, in: line).map { words.kinds[$0] }
  }

  /// Reads a lead from left to right.
  struct LeadScanner {
    let range: Range<Int>
    var lead = LeadingText()
    private var index = 0
    private var words = 0
    private var hasNumber = false
    private var isClosed = false

    init(range: Range<Int>) { self.range = range }

    mutating func read(_ line: Span<UInt8>) -> Bool {
      index = range.lowerBound
      while index < range.upperBound {
        let byte = line[index]
        if byte.isSpace {
          index += 1
          continue
        }
        if isClosed { return false }
        lead.instance = nil
        if let phase = phaseMark(line, index, before: range.upperBound) { lead.phase = phase }
        guard readPiece(line, byte) else { return false }
      }
      return true
    }

    private mutating func readPiece(_ line: Span<UInt8>, _ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "."),
        UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: ":"),
        UInt8(ascii: "}"), UInt8(ascii: "@"):
        index += 1
        return true
      case UInt8(ascii: "<")
      where line.byte(at: index + 1) == UInt8(ascii: "-")
        || line.byte(at: index + 1) == UInt8(ascii: "<"):
        while index < range.upperBound, line[index] == byte || line[index] == UInt8(ascii: "-") { index += 1 }
        return true
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "<"): return readTag(line)
      case 0x80...:
        guard let (value, length) = line.scalar(at: index), value.isSymbol else { return false }
        index += length
        return true
      default:
        return byte.isDigit ? readNumber(line) : byte.isIdentifier && readWord(line)
      }
    }

    /// Reads `[AppDelegate]`, `(main)` or `<Class: 0x…>`.
    private mutating func readTag(_ line: Span<UInt8>) -> Bool {
      guard let close = line.closing(index, before: range.upperBound) else { return false }
      if line[index] == UInt8(ascii: "<"), let zero = line.index(of: UInt8(ascii: "0"), in: index..<close),
        line.has(" 0x", at: zero - 1, before: close)
      {
        var end = zero + 2
        while end < close, line[end].isHex { end += 1 }
        lead.instance = zero..<end
      }
      // A checkbox of a to-do list: `[ ]`, `[x]`.
      if close == index + 2, line[index] == UInt8(ascii: "["),
        line[index + 1].isSpace || line[index + 1] == UInt8(ascii: "x")
      {
        return false
      }
      index = close + 1
      return true
    }

    /// Reads a counter: `12)`, `#12`.
    private mutating func readNumber(_ line: Span<UInt8>) -> Bool {
      index = line.skippingDigits(index, before: range.upperBound)
      guard !hasNumber, !line.isWordCharacter(at: index) else { return false }
      hasNumber = true
      if line.byte(at: index) == UInt8(ascii: ")") { index += 1 }
      return true
    }

    private mutating func readWord(_ line: Span<UInt8>) -> Bool {
      let limit = range.upperBound
      let word = index..<line.skippingIdentifier(index, before: limit)
      // A mangled Swift symbol, which is followed by its demangled name.
      if line.has("$s", at: index, before: limit) || line.has("_$s", at: index, before: limit) {
        return false
      }
      var end = word.upperBound
      guard !line.isWordCharacter(before: word.lowerBound), !line.isWordCharacter(at: end) else {
        return false
      }
      let next = end + 1 < limit ? line[end + 1] : 0
      // The dot may be directly before the name.
      let isPath =
        end < limit && line[end] == UInt8(ascii: ".") && (next.isIdentifier || end + 1 == limit)
      if !isPath, let kind = ProseFilter.word(word, in: line) {
        index = end
        return accept(kind)
      }
      // A class, a file with a line, a label: `MyApp.SceneDelegate`, `AppDelegate.m:42`, `Lifecycle:`.
      guard line[word.lowerBound].isUpper else { return false }
      while end + 1 < limit, line[end] == UInt8(ascii: "."), line[end + 1].isIdentifier {
        end = line.skippingIdentifier(end + 1, before: limit)
      }
      var isLabel = isPath
      if end < limit, line[end] == UInt8(ascii: ":") {
        isLabel = true
        let digits = line.skippingDigits(end + 1, before: limit)
        // Compiler messages begin with `File.swift:42:10:`.
        if digits > end + 1, line.byte(at: digits) == UInt8(ascii: ":"), line.byte(at: digits + 1).isDigit {
          return false
        }
        end = digits
      } else if end < limit, line[end] == UInt8(ascii: "("), let close = line.closing(end, before: limit) {
        end = close + 1
      }
      index = end
      return isLabel || isTypeName(line, word)
    }

    private mutating func accept(_ word: Word) -> Bool {
      switch word {
      case .decoration: return true
      case .logging(let phase):
        if let phase { lead.phase = phase }
        words += 1
        return words <= 3
      case .last:
        isClosed = true
        words += 1
        return words <= 3
      }
    }

    /// Whether a word has two or more capitals and a lower-case letter, unlike the words of a sentence.
    private func isTypeName(_ line: Span<UInt8>, _ word: Range<Int>) -> Bool {
      var capitals = 0
      var hasSmall = false
      for index in word {
        if line[index].isUpper { capitals += 1 }
        if line[index].isLower { hasSmall = true }
      }
      return capitals > 1 && hasSmall
    }
  }
}
