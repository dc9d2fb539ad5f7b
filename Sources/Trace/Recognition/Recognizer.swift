/// The compiled form of a vocabulary. All logs of a run share it.
public final class Recognizer: Sendable {
  /// The vocabulary that it was compiled from.
  public let vocabulary: Vocabulary
  /// The names of all fields in declarations and templates. `Event.FieldName.known` is an index of this list.
  public let fieldNames: [String]

  private let canonical: CanonicalParser
  let plain: FastCanonicalParser
  /// The filter for messages of Apple's platforms.
  let filter: Prefilter
  private let androidFilter: Lazy<SharedFilter>
  private let texts: Lazy<ScannerTexts>
  /// The patterns of messages in which the filter finds a literal. They are compiled on first use, because they take half of the
  /// time to compile a vocabulary, and a log in canonical form does not need them.
  let phrases: Lazy<MessagePatterns>
  /// The formats whose records are read as Android's: one bit for each format, by its number.
  private let androidFormats: UInt64
  let idField: Int?
  /// Whether an event is a call; indexed by event.
  private let isCall: [Bool]

  /// Compiles a vocabulary. `platform` is that of records in formats that several platforms use: Apple's by default.
  public init(_ vocabulary: Vocabulary, platform: Platform? = nil) {
    self.vocabulary = vocabulary
    fieldNames = vocabulary.fieldNames
    idField = fieldNames.firstIndex(of: "id")
    isCall = vocabulary.events.indices.map { vocabulary.events[$0].returns }
    let tables = vocabulary.storedTables.flatMap { RecognizerTables($0) } ?? RecognizerTables(vocabulary)
    (canonical, plain, filter, texts) = (
      tables.canonical, tables.plain, tables.filter, tables.scannerTexts
    )
    androidFilter = Lazy {
      SharedFilter(Self.literals(of: vocabulary, NamePattern.entries(of: vocabulary), .android))
    }
    phrases = Lazy { MessagePatterns(vocabulary) }
    androidFormats = Format.allCases.filter { $0.home ?? platform == .android }.reduce(0) {
      $0 | 1 << UInt64($1.rawValue)
    }
  }

  /// Returns the literals for the logs of a platform. A message that is not in canonical form has no event unless it contains
  /// one.
  static func literals(
    of vocabulary: Vocabulary, _ entries: [NamePattern.Entry], _ platform: Platform
  ) -> [Prefilter.Literal] {
    var literals: [Prefilter.Literal] = []
    for event in vocabulary.events {
      for template in event.templates where template.platform ?? platform == platform {
        literals += template.requiredLiterals.map { .init(text: $0) }
      }
    }
    for entry in entries where entry.spelling.event.platform ?? platform == platform {
      literals += (entry.literals ?? [entry.word]).map { .init(text: $0) }
    }
    return literals
  }

  /// Returns the first literal that the filter of a platform finds. The filter is not put into a variable, because that would
  /// copy it.
  @inline(__always)
  func firstLiteral(in line: Span<UInt8>, _ range: Range<Int>, _ platform: Platform) -> Range<Int>? {
    platform == .apple ? filter.first(in: line, range) : androidFilter.value.filter.first(in: line, range)
  }

  /// Returns the next literal, which may overlap with the previous one; nil if there is none. If the filter is open, the first
  /// literal is the only one.
  func nextLiteral(
    in line: Span<UInt8>, after literal: Range<Int>, before end: Int, _ platform: Platform
  ) -> Range<Int>? {
    let isOpen = platform == .apple ? filter.isOpen : androidFilter.value.filter.isOpen
    return isOpen ? nil : firstLiteral(in: line, literal.lowerBound + 1..<end, platform)
  }

  /// The texts by which scanners find the lines of a log that may have an event, in any format.
  var scannerTexts: ScannerTexts { texts.value }

  /// The filter for Android's logs, which is compiled when the first one is read.
  private final class SharedFilter: Sendable {
    let filter: Prefilter

    init(_ literals: [Prefilter.Literal]) { filter = Prefilter(literals) }
  }

  @inline(__always)
  func platform(_ header: Header) -> Platform { platform(header.format) }

  /// The platform whose callbacks and messages a record of a format may contain.
  @inline(__always)
  func platform(_ format: Format) -> Platform {
    androidFormats >> UInt64(format.rawValue) & 1 == 1 ? .android : .apple
  }

  /// Whether an event declares a field.
  @inline(__always)
  func declares(_ field: Event.FieldName, of event: EventID) -> Bool {
    guard case .known(let number) = field else { return false }
    return plain.declares(number, of: event)
  }

  /// Whether an event is the entry or the return of a call.
  @inline(__always)
  func isCall(_ event: EventID) -> Bool { event != .unknown && isCall[event.index] }

  /// Turns the entry of a call into its return. Returns false if the event is not a call.
  func turnToReturn(_ event: inout Event) -> Bool {
    guard isCall(event.id) else { return false }
    event.id = event.id.end
    return true
  }

  /// The result of looking for an event in a line.
  enum Finding {
    case nothing
    /// An event, whose properties were set.
    case event
    /// An event of a template, but the message may be the beginning of one that another template matches.
    case unfinished
    /// A part of a template's text. `isBeginning` is true if the message is the beginning of one that the template matches, and
    /// `isMention` if it names an event without reporting it.
    case part(isBeginning: Bool, isMention: Bool)
    /// The name of an event, but not a report of it.
    case mention
    /// A malformed event, and the index of the error.
    case unreadable(at: Int, UnreadableReason)
  }

  /// Looks for an event in the message of a line, and sets the id, form, name and fields of `event`.
  @inline(__always)
  func find(in line: Span<UInt8>, _ header: Header, _ event: inout Event) -> Finding {
    let message = header.message
    if !event.fields.isEmpty { event.fields.removeAll(keepingCapacity: true) }
    switch canonical.read(line, Self.withoutCategory(line, message), &event.fields) {
    case .event(let id, let name):
      event.id = id
      event.clearTraitsAndSubject()
      event.form = .canonical
      event.name = name
      return .event
    case .mention: return .mention
    case .unreadable(let index, let reason): return .unreadable(at: index, reason)
    // The step of a test describes what the test asks for, not what the app did.
    case .other where header.format == .xctestActivity: return .nothing
    case .other:
      if let literal = firstLiteral(in: line, message, platform(header)) {
        let finding = findInMessage(in: line, header, from: literal, &event)
        guard case .nothing = finding else { return finding }
      }
      return header.function == nil ? .nothing : findFunction(in: line, header, &event)
    }
  }

  /// Whether a message may contain an event. If not, `find` finds none in it.
  func mayFind(in line: Span<UInt8>, _ message: Range<Int>, _ platform: Platform) -> Bool {
    CanonicalParser.mayBegin(line, Self.withoutCategory(line, message))
      || firstLiteral(in: line, message, platform) != nil
  }

  /// Adds the fields that a record has outside its message, if the event declares them.
  func complete(_ event: inout Event, _ record: borrowing AssembledRecord) {
    guard event.id != .unknown else { return }
    for member in record.members where declares(.known(member.field), of: event.id) {
      event.fields.append(Event.Field(name: .known(member.field), value: member.value))
    }
  }

  /// Whether a text is the dotted name of a known event.
  func isName(_ range: Range<Int>, in line: Span<UInt8>) -> Bool { canonical.isName(range, in: line) }

  /// Returns the number of a field's name; nil if the vocabulary does not have this field.
  func fieldNumber(_ name: Range<Int>, in line: Span<UInt8>) -> Int? { canonical.fieldNumber(name, in: line) }

  /// Returns the message without `[category] ` before it, which is part of the system log's copy on standard error.
  @inline(__always)
  static func withoutCategory(_ line: Span<UInt8>, _ message: Range<Int>) -> Range<Int> {
    guard message.lowerBound < message.upperBound, line[message.lowerBound] == UInt8(ascii: "["),
      let close = line.index(of: UInt8(ascii: "]"), in: message),
      close + 1 < message.upperBound, line[close + 1].isSpace
    else { return message }
    return line.skippingSpaces(close + 1, before: message.upperBound)..<message.upperBound
  }
}
