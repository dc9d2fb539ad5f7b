/// Makes random inputs from valid texts: parts of them, joined and damaged.
public struct Mutator: Sendable {
  private let seeds: [[UInt8]]
  private let words: [[UInt8]]

  /// The maximum length of an input.
  private static let longest = 64 << 10

  private static let words = [
    // Numbers and invalid dates.
    "0", "-1", "-0", "1e999", "9223372036854775807", "9223372036854775808", "18446744073709551616", "0x",
    "NaN",
    "4294967296", "2147483648", "99999999999999999999999999999999999999", "0000-00-00", "2024-02-30",
    "9999-12-31T23:59:60Z",
    "24:00:00", "2026-11-20T10:00:00.123456789+14:00", "Feb 30 25:61:61", "1970-01-01 00:00:00.000",
    // Control characters, spaces, line ends and escape sequences.
    "\0", "\0\0\0\0\0\0\0\0", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{A0}", "\u{1B}[31m", "\u{1B}]0;", "\u{8}",
    "\u{7}", "\r", "\r\n",
    "\n", "\n\n", "\t", " ", "  ", "é", "犬", "\u{202E}", "<…>",
    // Punctuation of the formats.
    "{", "}", "[", "]", "{\"a\":", "[[", "},{", "\"", "\\", "\\\"", "\\u", "\\ud800", "<", ">", "</", "&",
    "&#x", "<!--", ":", ": ",
    "=", "%", "#", "- ", "|", ">-", "&a", "*a", "!!x", "? ", "'", "`", "@", ",", "(", ")", "-[", "$s",
  ].map { Array($0.utf8) }

  /// The largest numbers of 32 and 64 bits, as numbers of seconds, milliseconds, microseconds and nanoseconds, and the rest of the
  /// last second; and larger numbers.
  private static let limits = [
    "2147483647", "4294967295", "4294967296", "9223372036", "9223372036854", "9223372036854775",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "9223372037", "854775808",
    "999999999",
  ]

  /// Makes inputs from these texts; damage may insert one of `words`.
  public init(_ seeds: [[UInt8]], words: [String] = []) {
    self.seeds = seeds.filter { !$0.isEmpty }
    self.words = Self.words + words.map { Array($0.utf8) }
  }

  /// The next input.
  public func input(_ dice: inout Dice) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &dice) { text += part(&dice) }
    for _ in 0..<Int.random(in: 0...6, using: &dice) { damage(&text, &dice) }
    if Int.random(in: 0..<30, using: &dice) == 0 { text = Self.wide(text, &dice) }
    return Array(text.prefix(Self.longest))
  }

  /// Some lines of a text, or some of its bytes.
  private func part(_ dice: inout Dice) -> [UInt8] {
    guard let seed = seeds.randomElement(using: &dice) else { return [] }
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: return seed
    case 1: return Array(seed[range(in: seed, longest: seed.count, &dice)])
    default:
      let lines = seed.split(separator: 0x0A, omittingEmptySubsequences: false)
      let start = Int.random(in: lines.indices, using: &dice)
      let end = min(lines.count, start + Int.random(in: 1...60, using: &dice))
      return Array(lines[start..<end].joined(separator: [0x0A])) + [0x0A]
    }
  }

  private func range(in text: [UInt8], longest: Int, _ dice: inout Dice) -> Range<Int> {
    let start = Int.random(in: 0...text.count, using: &dice)
    return start..<min(text.count, start + Int.random(in: 0...longest, using: &dice))
  }

  private func damage(_ text: inout [UInt8], _ dice: inout Dice) {
    let place = Int.random(in: 0...text.count, using: &dice)
    switch Int.random(in: 0..<14, using: &dice) {
    case 0: text.removeSubrange(place...)
    case 1: text.removeSubrange(..<place)
    case 2 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 3 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &dice)
    case 4, 5, 6: text.insert(contentsOf: words.randomElement(using: &dice) ?? [], at: place)
    case 7: text.removeSubrange(range(in: text, longest: 40, &dice))
    case 8:
      let copy = text[range(in: text, longest: 400, &dice)]
      let count = Int.random(in: 1...20, using: &dice)
      text.insert(contentsOf: repeatElement(copy, count: count).joined(), at: place)
    case 9: text.insert(contentsOf: part(&dice), at: place)
    case 10: changeLines(&text, &dice)
    case 11: replaceNumber(&text, from: place, &dice)
    case 12:
      // Deep nesting, or a long word.
      let word = words.randomElement(using: &dice) ?? []
      let count = Int.random(in: 2...300, using: &dice)
      text.insert(contentsOf: repeatElement(word, count: count).joined(), at: place)
    default:
      let end: [UInt8] = Bool.random(using: &dice) ? [0x0D] : [0x0D, 0x0A]
      text = Array(text.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: end))
    }
  }

  /// Lines in another order, or one many times.
  private func changeLines(_ text: inout [UInt8], _ dice: inout Dice) {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let start = Int.random(in: lines.indices, using: &dice)
    let end = min(lines.count, start + Int.random(in: 1...20, using: &dice))
    if Bool.random(using: &dice) {
      lines[start..<end].shuffle(using: &dice)
    } else {
      let count = Int.random(in: 2...30, using: &dice)
      lines.insert(contentsOf: repeatElement(lines[start], count: count), at: start)
    }
    text = Array(lines.joined(separator: [0x0A]))
  }

  private func replaceNumber(_ text: inout [UInt8], from place: Int, _ dice: inout Dice) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let start = text[place...].firstIndex(where: isDigit) else { return }
    let end = text[start...].firstIndex { !isDigit($0) } ?? text.count
    let length = Int.random(in: 1...40, using: &dice)
    let digits = (0..<length).map { _ in UInt8.random(in: 0x30...0x39, using: &dice) }
    let limit = Self.limits.randomElement(using: &dice).map { Array($0.utf8) }
    text.replaceSubrange(start..<end, with: Bool.random(using: &dice) ? limit ?? digits : digits)
  }

  /// The text in UTF-16, with a byte order mark or without.
  private static func wide(_ text: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let isBig = Bool.random(using: &dice)
    var units = Array(String(decoding: text, as: UTF8.self).utf16)
    if Bool.random(using: &dice) { units.insert(0xFEFF, at: 0) }
    return units.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBig ? bytes : bytes.reversed()
    }
  }
}
