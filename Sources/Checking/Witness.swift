/// A line of a log that takes part in a verdict, copied so that it outlives the log. A class: one line is a witness of many
/// violations.
public final class Witness: Sendable, Equatable {
  /// The 1-based line.
  public let line: Int
  /// The 1-based column where the event's name begins, in Unicode code points.
  public let column: Int
  /// The 1-based column after the event's name.
  public let endColumn: Int
  /// The line as it stands in the log, without its line end, if that is kept: most are asked for no more than where they are.
  private let bytes: [UInt8]?
  /// The event's dotted name.
  public let event: String
  /// Where the time is, which few ask for.
  private let clock: Clock

  /// A part of the line, in bytes, or a text of its own.
  enum Clock {
    case none
    case part(Range<Int>)
    case text(String)
  }

  init(line: Int, column: Int, endColumn: Int, bytes: [UInt8]?, event: String, clock: Clock) {
    self.line = line
    self.column = column
    self.endColumn = endColumn
    self.bytes = bytes
    self.event = event
    self.clock = clock
  }

  /// The whole line without its line end; what is not UTF-8 is U+FFFD. It is data: escape it before it is shown. Empty where
  /// the checker was told to keep no text.
  public var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

  /// The time as printed; nil where the line has none, or no text was kept.
  public var time: String? {
    switch clock {
    case .none: nil
    case .part(let place): bytes.map { String(decoding: $0[place], as: UTF8.self) }
    case .text(let text): text
    }
  }

  /// Whether two are the same line with the same event.
  public static func == (a: Witness, b: Witness) -> Bool {
    a === b
      || (a.line, a.column, a.endColumn) == (b.line, b.column, b.endColumn)
        && (a.bytes, a.event, a.time) == (b.bytes, b.event, b.time)
  }
}
