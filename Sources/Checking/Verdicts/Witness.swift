/// A line of the log that proves a violation, copied so that it outlives the log. For most witnesses, only the position is
/// needed. If the checker keeps no text, a witness has no `content`, and copying it counts no reference.
public struct Witness: Sendable, Equatable {
  /// The 1-based line.
  public let line: Int
  /// The columns of the event's name, as in `column` and `endColumn`.
  @usableFromInline let first: Int32
  @usableFromInline let end: Int32
  /// The text of the line, if it is kept. It is a class, because one line can prove many violations.
  @usableFromInline let content: Content?

  @usableFromInline
  final class Content: Sendable, Equatable {
    /// The event's dotted name.
    let event: String
    /// The original line or a part of it, without its line end, and the printed time.
    let bytes: [UInt8]
    let clock: Clock
    /// The time as a number.
    let moment: LogTime?
    /// The number of code points of the line before `bytes`.
    let columns: Int

    init(_ event: String, _ bytes: [UInt8], _ clock: Clock, _ moment: LogTime? = nil, after columns: Int = 0)
    {
      self.event = event
      self.bytes = bytes
      self.clock = clock
      self.moment = moment
      self.columns = columns
    }

    /// The time as printed; nil if the line has none.
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

  /// The printed time: a range of `Content.bytes`, or a text of its own.
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

  /// The 1-based column at which the event's name begins, in Unicode code points.
  @inlinable
  public var column: Int { Int(first) }
  /// The 1-based column after the event's name.
  @inlinable
  public var endColumn: Int { Int(end) }

  /// The event's dotted name; empty if no text is kept.
  public var event: String { content?.event ?? "" }

  /// The line without its line end. If a long line contains many records, this is only the part around the event. Invalid UTF-8
  /// is replaced by U+FFFD. The text is untrusted data, so escape it before showing it. Empty if the checker keeps no text.
  public var text: String { String(decoding: content?.bytes ?? [], as: UTF8.self) }

  /// The 1-based column of the line at which `text` begins, in Unicode code points.
  public var textColumn: Int { (content?.columns ?? 0) + 1 }

  /// The time as printed; nil if the line has none, or if no text is kept.
  public var time: String? { content?.time }

  /// Returns the nanoseconds from the time of another line to the time of this one. Returns nil if a line has no time, if the
  /// times cannot be compared, or if no text is kept.
  public func time(since other: borrowing Witness) -> Int64? {
    LogTime.passed(from: other.content?.moment, to: content?.moment)
  }
}
