/// A line of a log that takes part in a verdict, copied so that it outlives the log. Most are asked for no more than where they
/// are: then nothing of one is kept elsewhere, and it is handed on by itself.
public struct Witness: Sendable, Equatable {
  /// The 1-based line.
  public let line: Int
  @usableFromInline let first: Int32
  @usableFromInline let end: Int32
  /// What it says, if that is kept. A class: one line is a witness of many violations.
  @usableFromInline let content: Content?

  @usableFromInline
  final class Content: Sendable, Equatable {
    /// The event's dotted name.
    let event: String
    /// The line as it stands in the log, without its line end, and where in it the time is.
    let bytes: [UInt8]
    let clock: Clock
    /// The same time as a number.
    let moment: LogTime?
    /// How many code points of the line come before these bytes, which are a part of it.
    let columns: Int

    init(_ event: String, _ bytes: [UInt8], _ clock: Clock, _ moment: LogTime? = nil, after columns: Int = 0)
    {
      self.event = event
      self.bytes = bytes
      self.clock = clock
      self.moment = moment
      self.columns = columns
    }

    /// The time as printed; nil where the line has none.
    var time: String? {
      switch clock {
      case .none: nil
      case .part(let place): String(decoding: bytes[place], as: UTF8.self)
      case .text(let text): text
      }
    }

    @usableFromInline
    static func == (a: Content, b: Content) -> Bool {
      a === b || (a.event, a.bytes, a.time) == (b.event, b.bytes, b.time)
    }
  }

  /// A part of the line, in bytes, or a text of its own.
  enum Clock {
    case none
    case part(Range<Int>)
    case text(String)
  }

  init(line: Int, columns: Range<Int>, _ content: Content?) {
    self.line = line
    first = Int32(clamping: columns.lowerBound)
    end = Int32(clamping: columns.upperBound)
    self.content = content
  }

  /// The 1-based column where the event's name begins, in Unicode code points.
  @inlinable
  public var column: Int { Int(first) }
  /// The 1-based column after the event's name.
  @inlinable
  public var endColumn: Int { Int(end) }

  /// The event's dotted name; empty where no text was kept.
  public var event: String { content?.event ?? "" }

  /// The whole line without its line end; of a long line that holds many records, the part around the event. What is not
  /// UTF-8 is U+FFFD. It is data: escape it before it is shown. Empty where the checker was told to keep no text.
  public var text: String { String(decoding: content?.bytes ?? [], as: UTF8.self) }

  /// The 1-based column of the line at which `text` begins, in Unicode code points.
  public var textColumn: Int { (content?.columns ?? 0) + 1 }

  /// The time as printed; nil where the line has none, or no text was kept.
  public var time: String? { content?.time }

  /// The nanoseconds from the time of another line to the time of this one; nil where one of them has none, where they are of
  /// different kinds, or where no text was kept.
  public func time(since other: borrowing Witness) -> Int64? {
    LogTime.passed(from: other.content?.moment, to: content?.moment)
  }
}
