/// A line of a log that takes part in a verdict, copied so that it outlives the log. A class: one line is a witness of many
/// violations.
public final class Witness: Sendable, Equatable {
  /// The 1-based line.
  public let line: Int
  /// The 1-based column where the event's name begins, in Unicode code points.
  public let column: Int
  /// The 1-based column after the event's name.
  public let endColumn: Int
  /// The whole line without its line end; what is not UTF-8 is U+FFFD. It is data: escape it before it is shown.
  public let text: String
  /// The event's dotted name.
  public let event: String
  /// Where the time is, which few ask for.
  private let clock: Clock

  /// A part of the line, in bytes of its UTF-8, or a text of its own.
  enum Clock {
    case none
    case part(Range<Int>)
    case text(String)
  }

  init(line: Int, column: Int, endColumn: Int, text: String, event: String, clock: Clock) {
    self.line = line
    self.column = column
    self.endColumn = endColumn
    self.text = text
    self.event = event
    self.clock = clock
  }

  /// The time as printed; nil where the line has none.
  public var time: String? {
    switch clock {
    case .none: nil
    case .part(let place):
      String(decoding: text.utf8.dropFirst(place.lowerBound).prefix(place.count), as: UTF8.self)
    case .text(let text): text
    }
  }

  /// Whether two are the same line with the same event.
  public static func == (a: Witness, b: Witness) -> Bool {
    a === b
      || (a.line, a.column, a.endColumn) == (b.line, b.column, b.endColumn)
        && (a.text, a.event, a.time) == (b.text, b.event, b.time)
  }
}
