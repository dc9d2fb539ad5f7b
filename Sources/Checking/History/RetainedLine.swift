import BasicContainers
import Rulebook
import Trace

/// A copy of a line that reports an event, which outlives the reader's buffer. Objects are recycled, so a steady log allocates
/// none.
final class RetainedLine {
  private var record = Event.Record()
  /// The original line of the log, if the event was read from text that was assembled or decoded.
  private(set) var origin: Event.Origin?
  private var bytes = LineBytes()
  /// The fields. After `fieldCount`, the elements are stale.
  private var fields = UniqueArray<Field>(minimumCapacity: 4)
  private var fieldCount = 0
  /// The values that are not in the line, because a template adds them.
  private var texts: [String] = []
  /// A memo of the key that was requested last, and the number of its field; negative if there is none.
  private var newestKey: Key?
  private var newestField = -1
  /// The line whose fields and thread are used instead, if this is the line at which a call closes: the line of the call's entry.
  private var entryLine: RetainedLine?
  /// The line as a witness of an event. The first violation that refers to the line creates it.
  private var witness: (event: EventID, line: Witness)?

  /// A field of the vocabulary, and the range of its value.
  struct Field {
    // The widest member is first, which avoids padding: thousands of these are stored.
    fileprivate let value: PackedRange
    fileprivate let number: Int32
    /// The index of the value in `texts`; negative if the value is in the line.
    fileprivate var text: Int16 = -1
    fileprivate let isEscaped: Bool

    /// A placeholder.
    static var none: Field { Field() }

    private init() { (number, value, isEscaped) = (-1, .none, false) }

    /// Creates a field whose value is in the line, without escapes.
    init(_ number: Int32, _ value: PackedRange) {
      (self.number, self.value, isEscaped) = (number, value, false)
    }

    /// Creates a field from a field of an event.
    @inline(__always)
    init(_ field: borrowing Event.Field) {
      number = field.number
      value = field.range
      isEscaped = field.isEscaped
    }
  }

  init() {}

  /// Creates a line of which only the number is known.
  init(line: Int) { record.line = line }

  /// Overwrites this line with the line of an event.
  func assign(_ event: Event, _ line: Span<UInt8>) {
    record = event.record
    if origin != nil || event.hasOrigin { origin = event.origin }
    forget()
    copy(line)
    fieldCount = 0
    if !texts.isEmpty { texts.removeAll() }
    for place in event.fields.indices where event.fields[place].number >= 0 {
      var field = Field(event.fields[place])
      if let text = event.fields[place].text {
        field.text = Int16(truncatingIfNeeded: texts.count)
        texts.append(text)
      }
      add(field)
    }
  }

  /// Overwrites this line with one that was stored as plain values.
  func assign(_ entry: OpeningStore.Entry, _ text: Span<UInt8>) {
    record = entry.record
    origin = nil
    forget()
    copy(text)
    fieldCount = 0
    if !texts.isEmpty { texts.removeAll() }
    if entry.fieldCount > 0 { add(entry.fields.0) }
    if entry.fieldCount > 1 { add(entry.fields.1) }
    if entry.fieldCount > 2 { add(entry.fields.2) }
    if entry.fieldCount > 3 { add(entry.fields.3) }
  }

  /// Overwrites this line with the bytes of `line`. The fields and the thread are those of `other`.
  func assign(_ other: RetainedLine, at line: RetainedLine) {
    (record, origin) = (line.record, line.origin)
    forget()
    line.withText(copy)
    entryLine = other.entryLine ?? other
  }

  private func forget() {
    newestField = -1
    if witness != nil { witness = nil }
    if entryLine != nil { entryLine = nil }
  }

  /// Returns the thread: `main`, or as printed. Nil if the line has none, or if its form does not show which thread is the main
  /// thread.
  func thread(_ form: Event.Form) -> String? {
    if let entryLine { return entryLine.thread(form) }
    if isMainThread == true { return "main" }
    guard let range = knownThread(form) else { return nil }
    let text = text(range)
    return text == "1" ? "main" : text
  }

  /// Whether the thread is the main thread; nil if that is not known.
  func isOnMain(_ form: Event.Form) -> Bool? {
    if let entryLine { return entryLine.isOnMain(form) }
    if isMainThread == true { return true }
    return knownThread(form).map { has("1", at: $0) || has("main", at: $0) }
  }

  /// Returns the range of the thread if it is known whether this is the main thread; nil otherwise. Only in the canonical form
  /// does the name of the thread show it.
  private func knownThread(_ form: Event.Form) -> Range<Int>? {
    form == .canonical || isMainThread == false ? record.thread.asOptional : nil
  }

  private func add(_ field: Field) {
    if fieldCount < fields.count { fields[fieldCount] = field } else { fields.append(field) }
    fieldCount += 1
  }

  private func copy(_ line: Span<UInt8>) { bytes.copy(line) }

  var line: Int { record.line }
  var name: Range<Int> { record.name.range }
  private var isMainThread: Bool? { record.isMainThread }
  var timeText: Range<Int>? { record.timeText.asOptional }

  /// Calls a function with the bytes of the line, without the line end.
  @inline(__always)
  func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result { bytes.with(body) }

  /// Returns the line as a witness of an event; nil if `makeWitness` was not called for this event yet.
  @inline(__always)
  func witness(of event: EventID) -> Witness? {
    guard let witness, witness.event == event else { return nil }
    return witness.line
  }

  /// Creates the witness of an event, and stores it.
  @inline(never)
  func makeWitness(of event: EventID, at time: LogTime?, _ program: Program, keepsText: Bool) -> Witness {
    let columns =
      if let origin {
        origin.bytes.span.columns(of: origin.name).moved(by: origin.columns)
      } else {
        withText { $0.columns(of: name) }
      }
    let new = Witness(
      line: self.line, columns: columns,
      keepsText
        ? Witness.Content(
          program.rulebook.vocabulary.name(of: event),
          origin?.bytes ?? bytes.all, clock, time,
          after: origin?.columns ?? 0) : nil)
    witness = (event, new)
    return new
  }

  private var clock: Witness.Clock {
    guard let timeText else { return .none }
    return origin == nil ? .part(timeText.clamped(to: 0..<bytes.count)) : .text(text(timeText))
  }

  /// Returns the value of a field as a key; nil if the line lacks the field. Many sentences request the same key, so it is
  /// computed once.
  func key(_ field: Int) -> Key? {
    if newestField != field {
      newestKey = makeKey(field)
      newestField = field
    }
    return newestKey
  }

  private func makeKey(_ number: Int) -> Key? {
    if entryLine == nil, let field = field(number), field.text < 0, !field.isEscaped {
      return bytes.with { Key($0, field.value.range.clamped(to: 0..<$0.count)) }
    }
    return value(number).map { Key($0) }
  }

  /// Whether the line has a field.
  func hasField(_ number: Int) -> Bool { entryLine?.hasField(number) ?? (field(number) != nil) }

  private func field(_ number: Int) -> Field? {
    for place in 0..<fieldCount where fields[place].number == number { return fields[place] }
    return nil
  }

  /// Returns the text of a field, by its number in the vocabulary; nil if the line lacks the field.
  func value(_ number: Int) -> String? {
    if let entryLine { return entryLine.value(number) }
    guard let field = field(number) else { return nil }
    if field.text >= 0 { return texts[Int(field.text)] }
    guard field.isEscaped else { return text(field.value.range) }
    let escaped = Event.Field(name: .known(number), value: field.value.range, isEscaped: true)
    return bytes.with { Event.text(of: escaped, in: $0) }
  }

  /// Whether a field has a certain text; nil if the line lacks the field.
  func has(_ text: String, inField number: Int) -> Bool? {
    if let entryLine { return entryLine.has(text, inField: number) }
    guard let field = field(number) else { return nil }
    if field.text < 0, !field.isEscaped, let answer = compare(text, field.value.range) { return answer }
    return value(number) == text
  }

  /// Returns the value of a predicate that reads only fields of the line; `unclear` if comparing bytes cannot decide it.
  func answer(_ test: Predicate, _ predicates: PredicateTable) -> Predicate.Answer {
    if test.steps.isEmpty { return .yes }
    if let entryLine { return entryLine.answer(test, predicates) }
    var stack = PredicateStack()
    for place in test.steps {
      let step = predicates.steps[place]
      switch step.kind {
      case .isPresent: stack.push(field(step.number) == nil ? .no : .yes)
      case .isText, .isNumber:
        guard let field = field(step.number) else {
          stack.push(.unknown)
          continue
        }
        if field.text >= 0 || field.isEscaped || field.value.range.upperBound > bytes.count {
          return .unclear
        }
        let answer = bytes.with { predicates.answer(step, field.value.range, in: $0) }
        if answer == .unclear { return .unclear }
        stack.push(answer)
      case .not, .and, .or: stack.apply(step.kind)
      case .unlessFalse, .isOpen, .isOpenForKey, .isInside, .isAsked, .since, .isOnMain: return .unclear
      }
    }
    return stack.top
  }

  /// Whether a range of the line is equal to a text. Nil if comparing bytes cannot decide that, because equal texts with
  /// characters beyond ASCII may be encoded differently.
  private func compare(_ text: String, _ range: Range<Int>) -> Bool? {
    guard range.upperBound <= bytes.count else { return nil }
    var isSame = range.count == text.utf8.count
    var place = range.lowerBound
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if isSame, bytes[place] != byte { isSame = false }
      place += 1
    }
    if isSame { return true }
    for place in range where bytes[place] >= 0x80 { return nil }
    return false
  }

  /// Whether the line has a field whose value is not valid for the type.
  func isMisread(_ number: Int, as type: FieldType) -> Bool {
    guard let range = field(number)?.value.range else { return false }
    if bytes.with({ $0.isPlainQuantity(in: range, type) }) { return false }
    return value(number).map { FieldValue(text: $0, type: type).isReadable } == false
  }

  /// Whether a range of the line consists of the bytes of a text.
  func has(_ text: String, at range: Range<Int>) -> Bool {
    if range.count != text.utf8.count || range.upperBound > bytes.count { return false }
    var place = range.lowerBound
    for byte in text.utf8 {
      if bytes[place] != byte { return false }
      place += 1
    }
    return true
  }

  func text(_ range: Range<Int>) -> String {
    bytes.text(range)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Self { lowerBound + distance..<upperBound + distance }
}

extension Span<UInt8> {
  /// Returns the 1-based columns of a range of bytes, in Unicode code points.
  fileprivate func columns(of place: Range<Int>) -> Range<Int> {
    let place = place.clamped(to: 0..<count)
    let column = column(ofByte: place.lowerBound)
    return column..<column + extracting(place).column(ofByte: place.count) - 1
  }
}
