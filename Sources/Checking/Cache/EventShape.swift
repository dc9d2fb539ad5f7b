import Trace

/// The shape of an event: the names of its fields, and its thread. It corresponds to the hidden class of an object. Events with
/// the same shape have the same values of all predicates that read neither field values nor spans and marks.
struct EventShape {
  /// The number of fields; negative for no event.
  private var count: Int8 = -1
  /// The class of the thread (`thread(_:_:)`), and the properties of the event that it was computed from.
  private var thread: UInt8 = 0
  private var isMainThread: Bool?
  private var form = Event.Form.canonical
  private var threadRange = PackedRange.none
  /// The number of each field's name, sixteen bits each. The first field has the lowest bits.
  private var fields: UInt64 = 0
  /// The fields whose values predicates read, as a set of bits, by index among the event's fields.
  private(set) var read: UInt8 = 0
  /// The first of the classes of a thread with one character. They depend on a byte of the line.
  private static let digit: UInt8 = 24

  /// Creates the shape of no event.
  init() {}

  /// Creates the shape of an event. `read` are the fields whose values predicates read (`FastPlan.fields`). Nil if the event has
  /// too many fields, or a field that is not in the vocabulary.
  init?(_ event: borrowing Event, _ line: Span<UInt8>, reading read: UInt64) {
    if event.fields.count > 4 { return nil }
    count = Int8(event.fields.count)
    thread = Self.thread(event, line)
    (threadRange, isMainThread, form) = (
      event.record.thread, event.record.isMainThread, event.record.form
    )
    for place in event.fields.indices {
      guard case .known(let number) = event.fields[place].name, number < 1 << 16 else { return nil }
      fields |= UInt64(number) << UInt64(place * 16)
      if read >> UInt64(number & 63) & 1 == 1 { self.read |= 1 &<< UInt8(place) }
    }
  }

  /// Whether an event has this shape.
  @inline(__always)
  func fits(_ event: Event, _ line: Span<UInt8>) -> Bool {
    guard !event.isReportedByOther, event.fields.count == Int(count), hasThread(event, line) else {
      return false
    }
    var rest = fields
    for place in event.fields.indices {
      if event.fields[place].number != Int32(rest & 0xFFFF) { return false }
      rest >>= 16
    }
    return true
  }

  /// Whether the thread has the same class. If it is at the same place of the line and is not a single character, its bytes need
  /// not be read.
  @inline(__always)
  private func hasThread(_ event: Event, _ line: Span<UInt8>) -> Bool {
    thread < Self.digit && event.record.thread == threadRange && event.record.isMainThread == isMainThread
      && event.record.form == form || Self.thread(event, line) == thread
  }

  /// Returns the class of a thread: all that `SessionState.isOnMain` reads, as one number.
  @inline(never)
  private static func thread(_ event: Event, _ line: Span<UInt8>) -> UInt8 {
    let isMain = event.record.isMainThread
    let said: UInt8 =
      (isMain == nil ? 0 : isMain == true ? 1 : 2) | (event.record.form == .canonical ? 4 : 0)
    guard let thread = event.record.thread.asOptional else { return said }
    if thread.count > 1 { return said | (thread.count == 4 ? 8 : 16) }
    return said | (thread.count == 1 && line[thread.lowerBound] == UInt8(ascii: "1") ? 24 : 32)
  }
}
