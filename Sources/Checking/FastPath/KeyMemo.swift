import Trace

/// The key of the current event. It is computed when it is first needed. Mostly, all uses need the same field.
struct KeyMemo {
  private var field: Int32 = -1
  private let seed = Key.seed
  /// The value of the field that was used last; absent if the event lacks it.
  private(set) var key = Key.absent

  /// Sets the key to the value of a field. It is absent if the event lacks the field, or if the number is negative (no field).
  @inline(__always)
  mutating func become(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    if field != self.field { compute(field, event, line) }
  }

  @inline(never)
  private mutating func compute(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    self.field = field
    guard let place = event.place(of: Int(field)) else {
      key = .absent
      return
    }
    if let value = event.plainValue(at: place) {
      key = Key(line, value, seed)
    } else {
      key = Key(Event.text(of: event.fields[place], in: line))
    }
  }

  /// Sets the empty key, under which a span without a key is open.
  mutating func empty() {
    key = .empty
    forget()
  }

  /// Forgets the key, because the next event has another one.
  @inline(__always)
  mutating func forget() { field = -2 }
}
