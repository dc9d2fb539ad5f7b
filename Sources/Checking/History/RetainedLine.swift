import BasicContainers
import Rulebook
import Trace

/// A line of the log that an event stands in, copied so that it outlives the reader's buffer. Used again once nothing
/// refers to it any more, so that a steady log makes no new ones.
final class RetainedLine {
  private var telling = Event.Record()
  /// The line as it stands in the log, where the text was put together.
  private(set) var origin: Event.Origin?
  /// The line, and behind it what is left of longer ones.
  private var bytes: [UInt8] = []
  private var length = 0
  /// The fields, and behind them what is left of others.
  private var fields = UniqueArray<Field>(minimumCapacity: 4)
  private var fieldCount = 0
  /// The values that are not in the line.
  private var texts: [String] = []
  /// The value that was asked for last, and of which field it is; negative for none.
  private var newestKey: Key?
  private var newestField = -1
  /// The line that tells the fields and the thread, where that is another one: the call of whose end this is the line.
  private var told: RetainedLine?
  /// The line as a witness of an event: of the violations that it takes part in, the first makes it.
  private var witness: (event: EventID, line: Witness)?

  /// A field of the vocabulary and where its value is.
  struct Field {
    // The widest first: thousands of them are kept.
    fileprivate let value: PackedRange
    fileprivate let number: Int32
    /// Which of the values it is that are not in the line; negative for none.
    fileprivate var text: Int16 = -1
    fileprivate let isEscaped: Bool

    /// In place of a field.
    static var none: Field { Field() }

    private init() { (number, value, isEscaped) = (-1, .none, false) }

    /// A field whose value the line holds as it is.
    init(_ number: Int32, _ value: PackedRange) {
      (self.number, self.value, isEscaped) = (number, value, false)
    }

    /// A field of an event, whose value the line holds.
    @inline(__always)
    init(_ field: borrowing Event.Field) {
      number = field.number
      value = field.range
      isEscaped = field.isEscaped
    }
  }

  init() {}

  /// A line of which nothing is known but its number.
  init(line: Int) { telling.line = line }

  /// Begins anew with the line of an event.
  func assign(_ event: Event, _ line: Span<UInt8>) {
    telling = event.record
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

  /// Begins anew with a line that was written down.
  func assign(_ entry: OpeningStore.Entry, _ text: Span<UInt8>) {
    telling = entry.telling
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

  /// Begins anew with what one line tells, at another one.
  func assign(_ other: RetainedLine, at line: RetainedLine) {
    (telling, origin) = (line.telling, line.origin)
    forget()
    copy(line.text.span)
    told = other.told ?? other
  }

  private func forget() {
    newestField = -1
    if witness != nil { witness = nil }
    if told != nil { told = nil }
  }

  /// The thread that tells it: `main` or as printed, nil where the line does not say, or says so in a form that does not say
  /// which thread is the main one.
  func thread(_ form: Event.Form) -> String? {
    if let told { return told.thread(form) }
    if isMainThread == true { return "main" }
    guard let range = threadTold(form) else { return nil }
    let text = text(range)
    return text == "1" ? "main" : text
  }

  /// Whether that is `main`; nil where the line does not tell.
  func isOnMain(_ form: Event.Form) -> Bool? {
    if let told { return told.isOnMain(form) }
    if isMainThread == true { return true }
    return threadTold(form).map { has("1", at: $0) || has("main", at: $0) }
  }

  /// Only the canonical form says which thread is the main one.
  private func threadTold(_ form: Event.Form) -> Range<Int>? {
    form == .canonical || isMainThread == false ? telling.thread.asOptional : nil
  }

  private func add(_ field: Field) {
    if fieldCount < fields.count { fields[fieldCount] = field } else { fields.append(field) }
    fieldCount += 1
  }

  private func copy(_ line: Span<UInt8>) {
    if line.count > bytes.count { bytes = Array(repeating: 0, count: (line.count + 127) & ~127) }
    length = line.count
    bytes.write(line, at: 0)
  }

  var line: Int { telling.line }
  var name: Range<Int> { telling.name.range }
  private var isMainThread: Bool? { telling.isMainThread }
  var timeText: Range<Int>? { telling.timeText.asOptional }

  /// The line without its line end.
  var text: ArraySlice<UInt8> { bytes[..<length] }

  /// The line as a witness of an event, once that was made.
  @inline(__always)
  func witness(of event: EventID) -> Witness? {
    guard let witness, witness.event == event else { return nil }
    return witness.line
  }

  /// Makes the line a witness of an event.
  @inline(never)
  func makeWitness(of event: EventID, at time: LogTime?, _ program: Program, keepsText: Bool) -> Witness {
    let columns =
      if let origin {
        origin.bytes.columns(of: origin.name).moved(by: origin.columns)
      } else {
        bytes.columns(of: name.clamped(to: 0..<length))
      }
    let new = Witness(
      line: self.line, columns: columns,
      keepsText
        ? Witness.Content(
          program.rulebook.vocabulary.name(of: event), origin?.bytes ?? Array(text), clock, time,
          after: origin?.columns ?? 0) : nil)
    witness = (event, new)
    return new
  }

  private var clock: Witness.Clock {
    guard let timeText else { return .none }
    return origin == nil ? .part(timeText.clamped(to: 0..<length)) : .text(text(timeText))
  }

  /// The value of a field as a key: asked for by many, and made once.
  func key(_ field: Int) -> Key? {
    if newestField != field {
      newestKey = value(field).map { Key($0) }
      newestField = field
    }
    return newestKey
  }

  /// Whether the line has a field.
  func hasField(_ number: Int) -> Bool { told?.hasField(number) ?? (field(number) != nil) }

  private func field(_ number: Int) -> Field? {
    for place in 0..<fieldCount where fields[place].number == number { return fields[place] }
    return nil
  }

  /// The text of a field by its number in the vocabulary; nil if the line does not have it.
  func value(_ number: Int) -> String? {
    if let told { return told.value(number) }
    guard let field = field(number) else { return nil }
    if field.text >= 0 { return texts[Int(field.text)] }
    guard field.isEscaped else { return text(field.value.range) }
    let bytes = bytes
    return Event.text(
      of: Event.Field(name: .known(number), value: field.value.range, isEscaped: true), in: bytes.span)
  }

  /// Whether a field has that text; nil if the line does not have it.
  func has(_ text: String, inField number: Int) -> Bool? {
    if let told { return told.has(text, inField: number) }
    guard let field = field(number) else { return nil }
    if field.text < 0, !field.isEscaped, let answer = compare(text, field.value.range) { return answer }
    return value(number) == text
  }

  /// Whether a part of the line is a text; nil where bytes do not tell: beyond ASCII one text may be written in many ways.
  private func compare(_ text: String, _ range: Range<Int>) -> Bool? {
    guard range.upperBound <= length else { return nil }
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

  /// Whether a field is there and holds no value of that type.
  func isMisread(_ number: Int, as type: FieldType) -> Bool {
    guard let range = field(number)?.value.range else { return false }
    let isWhole = !range.isEmpty && range.count < 19 && range.allSatisfy { (0x30...0x39).contains(bytes[$0]) }
    return !isWhole && value(number).map { FieldValue(text: $0, type: type).isReadable } == false
  }

  /// Whether a part of the line is a text.
  func has(_ text: String, at range: Range<Int>) -> Bool {
    range.count == text.utf8.count && range.upperBound <= length && text.utf8.elementsEqual(bytes[range])
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<length)], as: UTF8.self)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Self { lowerBound + distance..<upperBound + distance }
}

extension [UInt8] {
  /// The 1-based columns of some bytes, in Unicode code points.
  fileprivate func columns(of place: Range<Int>) -> Range<Int> {
    let place = place.clamped(to: indices)
    let column = span.column(ofByte: place.lowerBound)
    return column..<column + span.extracting(place).column(ofByte: place.count) - 1
  }
}
