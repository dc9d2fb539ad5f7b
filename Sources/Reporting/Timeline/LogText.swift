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
    return parts.map { part in
      String(decoding: part.last == UInt8(ascii: "\r") ? part.dropLast() : part, as: UTF8.self)
    }
  }
}
