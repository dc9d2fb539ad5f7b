/// The text of a log, for reports that show it.
public struct LogText: Sendable {
  /// The bytes, up to `mostBytes`.
  private var bytes: [UInt8] = []
  /// Whether the log is longer.
  public private(set) var isCut = false

  /// The number of bytes that a page can show at once.
  private static let mostBytes = 64 << 20

  /// Creates an empty text.
  public init() {}

  /// Appends the next bytes of the log.
  public mutating func append(_ chunk: Span<UInt8>) {
    let room = Self.mostBytes - bytes.count
    isCut = isCut || chunk.count > room
    bytes.reserveCapacity(bytes.count + min(chunk.count, room))
    for index in 0..<min(chunk.count, room) { bytes.append(chunk[index]) }
  }

  /// The lines without their line ends. Invalid UTF-8 is replaced by U+FFFD.
  var lines: [String] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map(Self.text)
  }

  /// Some lines by their 1-based numbers, as in `lines`. Lines after the end of the text are left out.
  func lines(_ numbers: Set<Int>) -> [Int: String] {
    var found: [Int: String] = [:]
    var number = 0
    var rest = bytes[...]
    let last = numbers.max() ?? 0
    while number < last, !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if numbers.contains(number) { found[number] = Self.text(of: rest[..<end]) }
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    return found
  }

  private static func text(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
