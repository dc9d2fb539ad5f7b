import Synchronization

/// The templates of a vocabulary in the form that lines are matched with: made with the first line that asks for them, as
/// most logs ask for few.
final class TemplateMatcher: Sendable {
  /// A class, so that looking at one copies nothing.
  fileprivate final class Template: Sendable {
    let event: EventID
    let senders: [SenderName]
    let platform: Platform?
    let isSpelling: Bool
    /// Texts that the message must not contain.
    let exclusions: [[UInt8]]
    let traits: Event.Traits
    /// The text before the first open hole; empty where it begins with one.
    let head: TemplateText
    /// Each open hole with the text after it; that of the last may be empty.
    let parts: [(hole: Hole, text: TemplateText)]
    let constants: [Event.Field]
    /// The fields that tell whose event it is.
    let subject: (process: Int?, pid: Int?)?
    let isAboutNext: Bool
    /// How many bytes of text it has.
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
      isSpelling = template.isSpelling
      exclusions = template.exclusions.map { Array($0.utf8) }
      var traits: Event.Traits = []
      traits.set(.isState, template.isState)
      traits.set(.isOfFramework, template.constants["via"] != nil)
      traits.set(.hasOtherMeaning, !template.meaningAfter.isEmpty)
      traits.set(.hasNext, template.next != nil)
      traits.set(.mayRepeat, template.mayRepeat)
      self.traits = traits
      isAboutNext = template.isAboutNext
      head = texts[0]
      size = texts.reduce(0) { $0 + $1.size }
      parts = Array(zip(holes, texts.dropFirst()))
      constants = template.constants.sorted { $0.key < $1.key }.map { field, text in
        Event.Field(name: .known(number(field)), value: 0..<0, text: text)
      }
      subject =
        template.isAboutAnother
        ? (fieldNumbers["process"], fieldNumbers["pid"]) : nil
    }

    /// Whether it ends with a hole that holds any text.
    var isOpen: Bool { parts.last?.text.isEmpty == true }

    /// Whether a message contains a text that it must not.
    func isExcluded(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
      exclusions.contains { text in
        (message.lowerBound..<max(message.lowerBound, message.upperBound - text.count + 1)).contains {
          start in
          text.indices.allSatisfy { line[start + $0] == text[$0] }
        }
      }
    }

    /// Whether the sender of a line may be one of its own.
    func mayBe(of line: Span<UInt8>, _ header: Header, _ platform: Platform) -> Bool {
      (self.platform == nil || self.platform == platform)
        && (senders.isEmpty || senders.contains { $0.fits(line, header) })
    }
  }

  fileprivate enum Hole {
    case capture(Int)
    case any
  }

  /// What a template finds in a message.
  struct Match {
    var event: EventID
    /// From its first text to its last one.
    var name: Range<Int>
    /// The process that it is about, where that is not the one that prints it.
    var subject: Event.Subject?
    /// Those that the template sets.
    var traits: Event.Traits
  }

  /// In the order of their declaration.
  private let templates: [Lazy<Template>]
  /// The texts of which each message of a template holds one.
  private let landmarks: [(text: [UInt8], template: Int)]
  /// Texts that the filter may find.
  private let literals: WordTable
  /// For each of them the templates that a message with it may be one of; nil until somebody asks.
  private let candidates: Mutex<[[Int]?]>

  /// The templates of a vocabulary, for messages in which a filter finds one of some literals.
  init(_ vocabulary: Vocabulary, _ fieldNumbers: [String: Int], literals: [String]) {
    var templates: [Lazy<Template>] = []
    var landmarks: [(text: [UInt8], template: Int)] = []
    for (index, event) in vocabulary.events.enumerated() {
      for template in event.templates {
        landmarks += template.landmark.map { (Array($0.utf8), templates.count) }
        templates.append(Lazy { Template(template, EventID(entryOf: index), fieldNumbers) })
      }
    }
    self.templates = templates
    self.landmarks = landmarks
    self.literals = WordTable(literals)
    candidates = Mutex(Array(repeating: nil, count: self.literals.count))
  }

  /// The templates that a message may be one of which holds the literal of a number. At least four bytes are shared where
  /// a literal is found inside of a landmark.
  private func candidates(_ number: Int) -> [Int] {
    candidates.withLock { known in
      if let found = known[number] { return found }
      let literal = Array(literals[number].utf8)
      var found: [Int] = []
      for (text, template) in landmarks
      where found.last != template && Overlaps.areThere(between: literal, text, of: 4) {
        found.append(template)
      }
      known[number] = found
      return found
    }
  }

  /// What was found in a message so far.
  struct Search {
    fileprivate var best: (index: Int, name: Range<Int>, template: Template)?
    /// Whether a template's text was found.
    fileprivate(set) var isPart = false
    /// Whether the message is the beginning of one that a template matches.
    fileprivate(set) var isBegun = false
    /// Whether it is, and what was found in it goes on up to its end, whatever that says.
    var isUnfinished: Bool { isBegun && best?.template.isOpen == true }
    /// Numbers of literals whose templates were tried already.
    fileprivate var newest = -1
    fileprivate var older: [Int] = []
  }

  /// Tries the templates that a message may be one of which holds that literal. The one that reads furthest into it
  /// is kept, of several the one with the most text, of these the first one declared; its fields are in `fields`.
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
      for index in candidates { consider(index, line, header, messages, platform, &search, &fields) }
    } else {
      for index in templates.indices { consider(index, line, header, messages, platform, &search, &fields) }
    }
  }

  private func consider(
    _ index: Int, _ line: Span<UInt8>, _ header: Header, _ messages: (Range<Int>, Range<Int>),
    _ platform: Platform, _ search: inout Search, _ fields: inout [Event.Field]
  ) {
    let template = templates[index].value
    guard template.mayBe(of: line, header, platform) else {
      if header.isEmpty { search.isPart = true }
      return
    }
    let kept = fields.count
    var name = Self.match(template, line, messages.0, &fields)
    if name == nil {
      fields.removeSubrange(kept...)
      if messages.1 != messages.0 { name = Self.match(template, line, messages.1, &fields) }
    }
    if let name, !template.isExcluded(line, messages.1),
      !template.isSpelling || ProseFilter.isReport(line, name, in: messages.1),
      search.best.map({
        (name.upperBound, template.size, $0.index) > ($0.name.upperBound, $0.template.size, index)
      })
        ?? true
    {
      search.best = (index, name, template)
      fields.removeSubrange(..<kept)
    } else {
      fields.removeSubrange(kept...)
      if name == nil, !template.isSpelling, !search.isBegun {
        search.isPart = true
        search.isBegun = Self.begins(template, line, messages.0) || Self.begins(template, line, messages.1)
      }
    }
  }

  /// What was found; its constant fields go to the end of `fields`.
  func match(_ search: Search, _ line: Span<UInt8>, _ fields: inout [Event.Field]) -> Match? {
    guard let best = search.best else { return nil }
    let template = best.template
    var subject = template.subject.map { Event.Subject($0, fields, line) }
    subject?.isNext = template.isAboutNext
    fields += template.constants
    return Match(event: template.event, name: best.name, subject: subject, traits: template.traits)
  }

  /// From the first text of a template to its last one, if it matches the whole of a message.
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
        // Of texts between two holes that may hold anything, the last one is meant.
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

  /// Whether a word goes on over a place inside of a message.
  static func isWordCut(_ line: Span<UInt8>, _ index: Int, _ message: Range<Int>) -> Bool {
    index > message.lowerBound && index < message.upperBound && line.isLetterLike(before: index)
      && line.isLetterLike(at: index)
  }
}
