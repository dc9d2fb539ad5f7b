import Trace

/// What of an event's line tests may ask for, beside the values of its fields: where that is the same, and what is open and
/// marked does not matter, they give the same answers.
struct EventShape {
  /// How many fields there are, and their numbers, sixteen bits each, the first the lowest.
  private var count: Int8 = -1
  /// What is known of the thread, and how the line said it by which that was found.
  private var thread: UInt8 = 0
  private var isMainThread: Bool?
  private var form = Event.Form.canonical
  private var threadRange = PackedRange.none
  private var fields: UInt64 = 0
  /// The places of the fields that tests read, a bit each.
  private(set) var read: UInt8 = 0
  /// What is known of a thread of one digit is at least that.
  private static let digit: UInt8 = 24

  /// That of no event.
  init() {}

  /// That of an event of whose fields tests read those of some numbers; nil where there is more to it than can be held.
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

  /// Whether an event is of that shape.
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

  /// Whether what is known of the thread is the same: surely where it stands at the same place, and is no single digit.
  @inline(__always)
  private func hasThread(_ event: Event, _ line: Span<UInt8>) -> Bool {
    thread < Self.digit && event.record.thread == threadRange && event.record.isMainThread == isMainThread
      && event.record.form == form || Self.thread(event, line) == thread
  }

  /// All that `SessionState.isOnMain` asks for, as one number.
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
