import Trace

extension Event {
  /// Returns the index of a field of the vocabulary among the event's fields; nil if the event lacks it.
  @inline(__always)
  func place(of field: Int) -> Int? {
    if field < 0 { return nil }
    for place in fields.indices {
      if fields[place].number == field { return place }
    }
    return nil
  }

  /// Returns the range of a field's value in the line; nil if the line does not contain it as it is.
  @inline(__always)
  func plainValue(at place: Int) -> Range<Int>? {
    isPlain(at: place) ? fields[place].value : nil
  }

  /// Whether the line contains a field's value as it is: it has no escapes, and was not added by a template.
  @inline(__always)
  func isPlain(at place: Int) -> Bool { !fields[place].isEscaped && fields[place].text == nil }
}
