/// The compiled form of a vocabulary: shared by all logs of a run.
public final class Recognizer: Sendable {
  /// The vocabulary that it was compiled from.
  public let vocabulary: Vocabulary
  /// Every field name that a declaration or a template has; `Event.FieldName.known` is an index.
  public let fieldNames: [String]

  private let canonical: CanonicalForm
  private let templates: TemplateMatcher
  /// What any message of a platform's log is looked through for.
  private let filter: Prefilter
  private let androidFilter: Prefilter
  /// A bit for each format, by its number.
  private let androidFormats: UInt64
  private let words: WordTable
  /// The spellings that stand around each word of `words`.
  private let spellings: [[Spelling]]
  private let idField: Int?
  /// For each event and field whether the event's declaration has the field.
  private let declared: [Bool]
  /// For each event whether it is a call.
  private let isCall: [Bool]
  /// How many bytes into a message a report of an event may begin; also what keeps long lines cheap.
  private static let longestLead = 1_000

  /// Compiles a vocabulary.
  public init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    var entries: [Spelling.Entry] = []
    for (index, event) in vocabulary.events.enumerated() {
      let meaning = Spelling.Meaning(index, event)
      entries += event.callbacks.flatMap { Spelling.ofCallback($0, meaning) }
      entries += event.notifications.flatMap { Spelling.ofNotification($0, meaning) }
    }
    fieldNames = vocabulary.fieldNames
    idField = fieldNames.firstIndex(of: "id")
    declared = vocabulary.events.flatMap { [fieldNames] event in
      fieldNames.map { event.fields[$0] != nil || Vocabulary.commonFields.contains($0) }
    }
    isCall = vocabulary.events.map(\.returns)
    canonical = CanonicalForm(vocabulary, fieldNames: fieldNames)
    let landmarks = vocabulary.events.map { $0.templates.map(TemplateMatcher.landmark) }
    let literals = (
      apple: Self.literals(of: vocabulary, landmarks, entries, .apple),
      android: Self.literals(of: vocabulary, landmarks, entries, .android)
    )
    templates = TemplateMatcher(
      vocabulary, landmarks, fieldNames: fieldNames, literals: literals.apple + literals.android)
    filter = Prefilter(literals.apple)
    androidFilter = Prefilter(literals.android)
    androidFormats = Format.allCases.filter { $0.platform == .android }.reduce(0) {
      $0 | 1 << UInt64($1.rawValue)
    }
    words = WordTable(entries.map(\.word))
    var spellings: [[Spelling]] = Array(repeating: [], count: words.count)
    for entry in entries {
      let word = Array(entry.word.utf8)
      if let number = words.number(of: 0..<word.count, in: word.span) {
        spellings[number].append(entry.spelling)
      }
    }
    self.spellings = spellings
  }

  /// Texts one of which a message of a platform's log must hold to be worth a closer look.
  private static func literals(
    of vocabulary: Vocabulary, _ landmarks: [[[String]]], _ entries: [Spelling.Entry], _ platform: Platform
  ) -> [String] {
    let ofTemplates = zip(vocabulary.events.flatMap(\.templates), landmarks.joined())
      .filter { $0.0.platform ?? platform == platform }.flatMap(\.1)
    let spellings = entries.filter { $0.spelling.event.platform ?? platform == platform }
    return ofTemplates + spellings.flatMap(\.literals)
  }

  /// What the filter of a platform finds first. Choosing between filters would copy one.
  @inline(__always)
  private func firstLiteral(in line: Span<UInt8>, _ range: Range<Int>, _ platform: Platform) -> Range<Int>? {
    platform == .apple ? filter.first(in: line, range) : androidFilter.first(in: line, range)
  }

  @inline(__always)
  private func platform(_ header: Header) -> Platform {
    androidFormats >> UInt64(header.format.rawValue) & 1 == 1 ? .android : .apple
  }

  /// Whether the declaration of an event has a field.
  @inline(__always)
  func declares(_ field: Event.FieldName, of event: EventID) -> Bool {
    guard case .known(let number) = field else { return false }
    return declared[event.index * fieldNames.count + number]
  }

  /// Whether an event is the entry or the return of a call.
  @inline(__always)
  func isCall(_ event: EventID) -> Bool { event != .unknown && isCall[event.index] }

  /// What a line says.
  enum Finding {
    case nothing
    /// The event that was filled in.
    case event
    /// It names an event without reporting it.
    case mention
    /// It is like an event, up to this byte.
    case unreadable(at: Int, UnreadableReason)
  }

  /// Looks for an event in the message of a line, and gives `event` its id, form, name and fields.
  @inline(__always)
  func find(in line: Span<UInt8>, _ header: Header, _ event: inout Event) -> Finding {
    let message = header.message
    if !event.fields.isEmpty { event.fields.removeAll(keepingCapacity: true) }
    switch canonical.read(line, Self.untagged(line, message), &event.fields) {
    case .event(let id, let name):
      event.id = id
      event.subject = nil
      event.isWeak = false
      event.form = .canonical
      event.name = name
      return .event
    case .mention: return .mention
    case .unreadable(let index, let reason): return .unreadable(at: index, reason)
    case .other:
      guard let literal = firstLiteral(in: line, message, platform(header)) else {
        return header.function == nil ? .nothing : findFunction(in: line, header, &event)
      }
      return findSpelling(in: line, header, from: literal, &event)
    }
  }

  /// Whether a message may hold an event: if not, `find` finds nothing.
  func mayFind(in line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    CanonicalForm.endOfName(line, Self.untagged(line, message)) != nil
      || filter.first(in: line, message) != nil
  }

  /// Whether a text is the dotted name of a known event.
  func isName(_ range: Range<Int>, in line: Span<UInt8>) -> Bool { canonical.isName(range, in: line) }

  /// The number of a field's name; nil where no declaration has it.
  func fieldNumber(_ name: Range<Int>, in line: Span<UInt8>) -> Int? { canonical.fieldNumber(name, in: line) }

  /// The message behind `[category] `, which the mirror of the system's log puts before it.
  @inline(__always)
  private static func untagged(_ line: Span<UInt8>, _ message: Range<Int>) -> Range<Int> {
    guard message.lowerBound < message.upperBound, line[message.lowerBound] == UInt8(ascii: "["),
      let close = line.index(of: UInt8(ascii: "]"), in: message),
      close + 1 < message.upperBound, line[close + 1].isBlank
    else { return message }
    return line.skippingBlanks(close + 1, before: message.upperBound)..<message.upperBound
  }

  /// Looks at the words in the literals that the filter finds, the first of which is given.
  @inline(never)
  private func findSpelling(
    in line: Span<UInt8>, _ header: Header, from literal: Range<Int>, _ event: inout Event
  ) -> Finding {
    let message = header.message
    event.subject = nil
    event.isWeak = false
    let untagged = Self.untagged(line, message)
    let platform = platform(header)
    var found = TemplateMatcher.Search()
    var search = Search(header: header)
    let limit = message.lowerBound + Self.longestLead
    var next: Range<Int>? = literal
    while let literal = next {
      if literal.lowerBound > limit, search.isMention { break }
      templates.consider(literal, line, header, (untagged, message), platform, &found, &event.fields)
      var index = line.identifierStart(endingAt: literal.lowerBound, notBefore: message.lowerBound)
      while index < literal.upperBound {
        let word = index..<line.skippingIdentifier(index, before: message.upperBound)
        if !word.isEmpty { consider(word, line, &search) }
        index = max(word.upperBound, index + 1)
      }
      next = firstLiteral(in: line, index..<max(index, message.upperBound), platform)
    }
    if let match = templates.match(found, line, &event.fields) {
      event.id = match.event
      event.form = .template
      event.name = match.name
      event.subject = match.subject
      return .event
    }
    guard let best = search.best else { return search.isMention ? .mention : .nothing }
    event.id = best.event
    event.form = best.form
    event.name = best.name
    if let instance = best.instance, let idField {
      event.fields.append(Event.Field(name: .known(idField), value: instance))
    }
    return .event
  }

  /// Looks at the function that logged a message which says nothing itself. Every message of a callback bears its
  /// name, so that this is weak evidence; on another thread what the callback has begun goes on.
  @inline(never)
  private func findFunction(in line: Span<UInt8>, _ header: Header, _ event: inout Event) -> Finding {
    guard let function = header.function, header.thread == nil || header.isMainThread == true else {
      return .nothing
    }
    var header = header
    header.message = function
    header.function = nil
    guard let literal = filter.first(in: line, function),
      case .event = findSpelling(in: line, header, from: literal, &event), event.name == function
    else { return .nothing }
    event.isWeak = true
    return .event
  }

  /// What was found in a line so far.
  private struct Search {
    let header: Header
    var best: Sighting?
    var isMention = false
  }

  private struct Sighting {
    var event: EventID
    var form: Event.Form
    var name: Range<Int>
    var instance: Range<Int>?

    /// A callback is nearer to what happened than a notification, a long spelling surer than a short one.
    func isBetter(than other: Sighting?) -> Bool {
      guard let other else { return true }
      return form == other.form ? name.count > other.name.count : form == .callback
    }
  }

  private func consider(_ word: Range<Int>, _ line: Span<UInt8>, _ search: inout Search) {
    guard let number = words.number(of: word, in: line) else {
      if Self.isMangled(line, word) { findMangled(in: word, line, &search) }
      return
    }
    search.isMention = true
    let message = search.header.message
    guard word.lowerBound - message.lowerBound <= Self.longestLead else { return }
    for spelling in spellings[number] {
      if let match = SpellingMatch(spelling.shape, word, line, message) {
        consider(match, spelling, line, &search)
      }
    }
  }

  private func consider(
    _ match: SpellingMatch, _ spelling: Spelling, _ line: Span<UInt8>, _ search: inout Search
  ) {
    let message = search.header.message
    guard spelling.event.platform == nil || spelling.event.platform == platform(search.header) else { return }
    var start = message.lowerBound
    // Text that a lone CR ends was overwritten on the screen.
    while let end = line.index(of: .carriageReturn, in: start..<match.leadEnd) { start = end + 1 }
    guard let lead = Mention.lead(line, start..<match.leadEnd) else { return }
    let tail = Mention.tail(line, match.name.upperBound..<message.upperBound)
    guard tail.isReport, !isDifference(line, search.header),
      !Mention.isOfSystem(line, match.name.lowerBound..<match.word)
    else { return }
    var sighting = Sighting(event: spelling.event.id, form: spelling.form, name: match.name)
    if lead.phase ?? tail.phase == .end {
      guard spelling.event.returns else { return }
      sighting.event = spelling.event.id.end
    }
    if spelling.event.hasID { sighting.instance = lead.instance }
    if !spelling.event.senders.isEmpty {
      guard let sender = sender(of: match, spelling, line, search.header) else { return }
      if spelling.event.hasID { sighting.instance = lead.instance ?? sender }
    }
    if sighting.isBetter(than: search.best) { search.best = sighting }
  }

  /// The class, the tag or the process of a callback that counts only from some of them.
  private func sender(
    of match: SpellingMatch, _ spelling: Spelling, _ line: Span<UInt8>, _ header: Header
  ) -> Range<Int>? {
    var end = match.word
    while end > header.message.lowerBound, !line[end - 1].isIdentifier { end -= 1 }
    let start = line.identifierStart(endingAt: end, notBefore: header.message.lowerBound)
    return [start..<end, header.tag ?? 0..<0, header.process ?? 0..<0].first { sender in
      !sender.isEmpty && spelling.event.senders.contains { $0.fits(line, sender) }
    }
  }

  /// A line of a source file's difference, or a method's declaration.
  private func isDifference(_ line: Span<UInt8>, _ header: Header) -> Bool {
    let start = header.message.lowerBound
    guard header.isEmpty, line[start] == UInt8(ascii: "-") || line[start] == UInt8(ascii: "+") else {
      return false
    }
    return line.byte(at: start + 1).isBlank || line.byte(at: start + 1) == UInt8(ascii: "(")
  }

  /// `$s…`, `$S…`, `$e…`, with `_` before or not, and `_T…`: the marks that Swift's symbols begin with.
  @inline(__always)
  private static func isMangled(_ line: Span<UInt8>, _ word: Range<Int>) -> Bool {
    let first = line[word.lowerBound]
    guard first == UInt8(ascii: "$") || first == UInt8(ascii: "_") else { return false }
    let mark = line[
      word.lowerBound + 1 < word.upperBound && first == UInt8(ascii: "_")
        ? word.lowerBound + 1 : word.lowerBound]
    return mark == UInt8(ascii: "$") || mark == UInt8(ascii: "T")
  }

  /// Looks at every piece of a symbol that its length stands before.
  private func findMangled(in symbol: Range<Int>, _ line: Span<UInt8>, _ search: inout Search) {
    var index = symbol.lowerBound
    while index < symbol.upperBound {
      guard line[index].isDigit else {
        index += 1
        continue
      }
      let length = index
      var count = 0
      while index < symbol.upperBound, line[index].isDigit, count < 1_000 {
        count = count * 10 + Int(line[index] - UInt8(ascii: "0"))
        index += 1
      }
      guard index + count <= symbol.upperBound, let number = words.number(of: index..<index + count, in: line)
      else { continue }
      for spelling in spellings[number] {
        search.isMention = true
        if let match = SpellingMatch(
          mangled: spelling.shape, index..<index + count, length: length, symbol: symbol, line)
        {
          consider(match, spelling, line, &search)
        }
      }
    }
  }
}
