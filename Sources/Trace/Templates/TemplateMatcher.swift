import Synchronization

/// Matches messages against the templates of a vocabulary. A template is compiled when a line first needs it, because most logs
/// need few.
final class TemplateMatcher: Sendable {
  /// The compiled form of a template. A class, to avoid copies.
  fileprivate final class Template: Sendable {
    let event: EventID
    let senders: [SenderName]
    let platform: Platform?
    let needsReportContext: Bool
    let mayBeBare: Bool
    /// Texts that the message must not contain.
    let exclusions: [[UInt8]]
    let traits: Event.Traits
    /// The text before the first placeholder for any text; empty if the template begins with one.
    let head: TemplateText
    /// The placeholders for any text, each with the text after it. The last text may be empty.
    let parts: [(hole: Hole, text: TemplateText)]
    let constants: [Event.Field]
    /// The fields with the name and the number of the process that the event belongs to, if another process logs it.
    let subject: (process: Int?, pid: Int?)?
    let belongsToStartingProcess: Bool
    /// The number of bytes of its text. A template for the records of telemetry counts as larger than all others, because it was
    /// written for this message.
    let size: Int

    init(_ template: LineTemplate, _ event: EventID, _ fieldNumbers: [String: Int]) {
      func number(_ field: String) -> Int { fieldNumbers[field] ?? 0 }
      var texts = [TemplateText()]
      var holes: [Hole] = []
      for piece in template.pieces {
        switch piece {
        case .literal(let text): texts[texts.count - 1].append(text)
        case .choice(let choice, let field): texts[texts.count - 1].append(choice, field: field.map(number))
        case .capture(let name):
          holes.append(.capture(number(name)))
          texts.append(TemplateText())
        case .any:
          holes.append(.any)
          texts.append(TemplateText())
        }
      }
      self.event = template.isReturn ? event.end : event
      senders = template.senders.map(SenderName.init)
      platform = template.platform
      needsReportContext = template.needsReportContext
      mayBeBare = template.mayBeBare
      exclusions = template.exclusions.map { Array($0.utf8) }
      var traits: Event.Traits = []
      traits.set(.isState, template.isState)
      traits.set(.isReportedByFramework, template.constants["via"] != nil)
      traits.set(.dependsOnPrevious, !template.meaningAfter.isEmpty)
      traits.set(.hasSecondEvent, template.next != nil)
      traits.set(.mayRepeat, template.mayRepeat)
      self.traits = traits
      belongsToStartingProcess = template.belongsToStartingProcess
      head = texts[0]
      size = texts.reduce(template.isOfComposedMessage ? 1 << 20 : 0) { $0 + $1.size }
      parts = Array(zip(holes, texts.dropFirst()))
      constants = template.constants.sorted { $0.key < $1.key }.map { field, text in
        Event.Field(name: .known(number(field)), value: 0..<0, text: text)
      }
      subject =
        template.belongsToOtherProcess
        ? (fieldNumbers["process"], fieldNumbers["pid"]) : nil
    }

    /// Whether it ends with a placeholder for any text.
    var isOpen: Bool { parts.last?.text.isEmpty == true }

    /// Whether a message contains one of the exclusions.
    func isExcluded(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
      exclusions.contains { text in
        (message.lowerBound..<max(message.lowerBound, message.upperBound - text.count + 1)).contains {
          start in
          text.indices.allSatisfy { line[start + $0] == text[$0] }
        }
      }
    }

    /// Whether the text of the other process's pid is a number. Records of one name had different columns at different times.
    func hasPid(_ captured: ArraySlice<Event.Field>, _ line: Span<UInt8>) -> Bool {
      guard let pid = subject?.pid, let field = captured.first(where: { $0.name == .known(pid) }) else {
        return true
      }
      return line.wholeNumber(field.value) != nil
    }

    /// Whether the template applies to the platform and the sender of a line.
    func mayBe(of line: Span<UInt8>, _ header: Header, _ platform: Platform) -> Bool {
      (self.platform == nil || self.platform == platform)
        && (senders.isEmpty || senders.contains { $0.fits(line, header) } || mayBeBare && header.isBare)
    }
  }

  fileprivate enum Hole {
    case capture(Int)
    case any
  }

  /// An event that a template found in a message.
  struct Match {
    var event: EventID
    /// The matched text, without the text that `{..}` matches at its start and end.
    var name: Range<Int>
    /// The process that the event belongs to, if another process logs it.
    var subject: Event.Subject?
    /// The traits that the template sets.
    var traits: Event.Traits
  }

  /// In the order of their declaration.
  private let templates: [Lazy<Template>]
  /// The landmarks of all templates. Each message of a template contains one of its landmarks.
  private let landmarks: [(text: [UInt8], template: Int)]
  /// The texts that the filter looks for.
  private let literals: WordTable
  /// For each literal, the templates that a message with it may match; nil until they are needed.
  private let candidates: Mutex<[[Candidate]?]>

  /// A template, and its index in `templates`.
  private struct Candidate {
    let index: Int
    let template: Template
  }

  /// Creates a matcher for the templates of a vocabulary. `literals` are the texts that a filter looks for in messages.
  init(_ vocabulary: Vocabulary, _ fieldNumbers: [String: Int], literals: [String]) {
    var templates: [Lazy<Template>] = []
    var landmarks: [(text: [UInt8], template: Int)] = []
    for (index, event) in vocabulary.events.enumerated() {
      for template in event.templates {
        landmarks += template.requiredLiterals.map { (Array($0.utf8), templates.count) }
        templates.append(Lazy { Template(template, EventID(entryOf: index), fieldNumbers) })
      }
    }
    self.templates = templates
    self.landmarks = landmarks
    self.literals = WordTable(literals)
    candidates = Mutex(Array(repeating: nil, count: self.literals.count))
  }

  /// Returns the templates that a message with a literal may match. If the filter finds a literal instead of a required literal,
  /// both contain the same piece of four bytes.
  private func candidates(_ number: Int) -> [Candidate] {
    candidates.withLock { known in
      if let found = known[number] { return found }
      let literal = Array(literals[number].utf8)
      var found: [Candidate] = []
      for (text, template) in landmarks
      where found.last?.index != template && Overlaps.canOverlap(between: literal, text, of: 4) {
        found.append(Candidate(index: template, template: templates[template].value))
      }
      known[number] = found
      return found
    }
  }

  /// The state of the search in a message.
  struct Search {
    fileprivate var best: (index: Int, name: Range<Int>, template: Template)?
    /// Whether the text of a template was found, but not its whole message.
    fileprivate(set) var isPart = false
    /// Whether the message is the beginning of one that a template matches.
    fileprivate(set) var isBegun = false
    /// Whether the message is the beginning of one that a template matches, and the best match ends with a placeholder for any
    /// text.
    var isUnfinished: Bool { isBegun && best?.template.isOpen == true }
    /// The numbers of the literals whose templates were already tried; `newest` is the last one, or -1.
    fileprivate var newest = -1
    fileprivate var older: [Int] = []
  }

  /// Tries the templates that a message with a literal may match. Keeps the match that ends last; if several do, the one whose
  /// template has the most text, and then the one declared first. Its fields are in `fields`.
  func consider(
    _ literal: Range<Int>, _ line: Span<UInt8>, _ header: Header, _ messages: (Range<Int>, Range<Int>),
    _ platform: Platform, _ search: inout Search, _ fields: inout [Event.Field]
  ) {
    if let number = literals.number(of: literal, in: line) {
      guard number != search.newest, !search.older.contains(number) else { return }
      let candidates = candidates(number)
      if candidates.isEmpty { return }
      if search.newest >= 0 { search.older.append(search.newest) }
      search.newest = number
      for candidate in candidates { consider(candidate, line, header, messages, platform, &search, &fields) }
    } else {
      for index in templates.indices {
        let candidate = Candidate(index: index, template: templates[index].value)
        consider(candidate, line, header, messages, platform, &search, &fields)
      }
    }
  }

  private func consider(
    _ candidate: Candidate, _ line: Span<UInt8>, _ header: Header, _ messages: (Range<Int>, Range<Int>),
    _ platform: Platform, _ search: inout Search, _ fields: inout [Event.Field]
  ) {
    let (index, template) = (candidate.index, candidate.template)
    guard template.mayBe(of: line, header, platform) else {
      if header.isEmpty { search.isPart = true }
      return
    }
    let kept = fields.count
    var name = Self.match(template, line, messages.0, &fields)
    if name == nil {
      fields.truncate(to: kept)
      if messages.1 != messages.0 { name = Self.match(template, line, messages.1, &fields) }
    }
    if let name, template.hasPid(fields[kept...], line), !template.isExcluded(line, messages.1),
      !template.needsReportContext || ProseFilter.isReport(line, name, in: messages.1),
      search.best.map({
        (name.upperBound, template.size, $0.index) > ($0.name.upperBound, $0.template.size, index)
      })
        ?? true
    {
      search.best = (index, name, template)
      if kept > 0 { fields.removeSubrange(..<kept) }
    } else {
      fields.truncate(to: kept)
      if name == nil, !template.needsReportContext, !search.isBegun {
        search.isPart = true
        // Lines that an app only prints are separate messages.
        search.isBegun =
          (!header.isAbsent || template.mayBeBare)
          && (Self.begins(template, line, messages.0) || Self.begins(template, line, messages.1))
      }
    }
  }

  /// Returns the best match and appends its constant fields to `fields`; nil if there is none.
  func match(_ search: Search, _ line: Span<UInt8>, _ fields: inout [Event.Field]) -> Match? {
    guard let best = search.best else { return nil }
    let template = best.template
    var subject = template.subject.map { Event.Subject($0, fields, line) }
    subject?.isNext = template.belongsToStartingProcess
    fields += template.constants
    return Match(event: template.event, name: best.name, subject: subject, traits: template.traits)
  }

  /// Matches a template against a whole message, and appends the captured fields to `fields`. Returns the matched text without
  /// the text that `{..}` matches at its start and end; nil if the message does not match.
  private static func match(
    _ template: Template, _ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]
  ) -> Range<Int>? {
    let end = message.upperBound
    guard var index = template.head.end(line, at: message.lowerBound, before: end) else { return nil }
    template.head.readFields(line, at: message.lowerBound, before: end, &fields)
    var name = template.head.isEmpty ? nil : message.lowerBound..<index
    for (number, part) in template.parts.enumerated() {
      let isLast = number == template.parts.count - 1
      if part.text.isEmpty {
        guard case .capture(let field) = part.hole else {
          return isWordCut(line, index, message) ? nil : name
        }
        guard index < end else { return nil }
        fields.append(Event.Field(name: .known(field), value: index..<end))
        return (name?.lowerBound ?? index)..<end
      }
      var search = TemplateText.Search(range: index..<end, message: message)
      switch part.hole {
      case .capture:
        search.range = min(index + 1, end)..<end
      case .any:
        guard !isWordCut(line, index, message) || template.head.isEmpty && number == 0 else { return nil }
        search.isAfterWord = true
      }
      search.isWhole = isLast
      if !isLast, case .any = template.parts[number + 1].hole {
        search.isBeforeWord = true
        // If the text is between two `{..}` and the second one ends the template, its last occurrence is used.
        if case .any = part.hole, number == template.parts.count - 2 {
          search.isLast = template.parts[number + 1].text.isEmpty
        }
      }
      guard let found = part.text.find(line, search) else { return nil }
      if case .capture(let field) = part.hole {
        fields.append(Event.Field(name: .known(field), value: index..<found.lowerBound))
        name = (name?.lowerBound ?? index)..<found.upperBound
      } else {
        name = (name?.lowerBound ?? found.lowerBound)..<found.upperBound
      }
      part.text.readFields(line, at: found.lowerBound, before: end, &fields)
      index = found.upperBound
    }
    return index == end ? name : nil
  }

  /// Whether a message is the beginning of one that a template matches.
  private static func begins(_ template: Template, _ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    let end = message.upperBound
    guard var index = template.head.end(line, at: message.lowerBound, before: end) else {
      return template.head.goesOn(line, at: message.lowerBound, behind: end)
    }
    var isBegun = !template.head.isEmpty
    for part in template.parts {
      let search = TemplateText.Search(range: min(index, end)..<end, message: message)
      guard let found = part.text.find(line, search) else { return isBegun }
      isBegun = true
      index = found.upperBound
    }
    return false
  }

  /// Whether an index inside a message is in the middle of a word.
  static func isWordCut(_ line: Span<UInt8>, _ index: Int, _ message: Range<Int>) -> Bool {
    index > message.lowerBound && index < message.upperBound && line.isWordCharacter(before: index)
      && line.isWordCharacter(at: index)
  }
}

extension Array {
  /// Removes the elements behind a length. An array that is not longer is not touched.
  fileprivate mutating func truncate(to length: Int) {
    if count > length { removeLast(count - length) }
  }
}
