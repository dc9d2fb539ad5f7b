// Recognises messages that are not in canonical form: templates, and the names of callbacks and notifications.

extension Recognizer {
  /// The maximum distance of a callback's or notification's name from the start of the message. It also limits the work for long
  /// lines.
  private static let longestLead = 1_000

  /// Looks for templates and names at each literal that the filter finds. `literal` is the first one.
  @inline(never)
  func findInMessage(
    in line: Span<UInt8>, _ header: Header, from literal: Range<Int>, _ event: inout Event
  ) -> Finding {
    let message = header.message
    event.clearTraitsAndSubject()
    let withoutCategory = Self.withoutCategory(line, message)
    let platform = platform(header)
    let phrases = phrases.value
    var found = TemplateMatcher.Search()
    var search = Search(header: header)
    let limit = message.lowerBound + Self.longestLead
    var index = message.lowerBound
    var next: Range<Int>? = literal
    while let literal = next {
      if literal.lowerBound > limit, search.isMention { break }
      phrases.templates.consider(
        literal, line, header, (withoutCategory, message), platform, &found, &event.fields)
      // A word that continues into the literal is included, but no word before it.
      if index < literal.lowerBound {
        index = literal.lowerBound
        if line[index].isIdentifier {
          index = line.identifierStart(endingAt: index, notBefore: message.lowerBound)
        }
      }
      while index < literal.upperBound {
        let word = index..<line.skippingIdentifier(index, before: message.upperBound)
        if !word.isEmpty { consider(word, line, phrases, &search) }
        index = max(word.upperBound, index + 1)
      }
      next = nextLiteral(in: line, after: literal, before: message.upperBound, platform)
    }
    if let match = phrases.templates.match(found, line, &event.fields) {
      event.id = match.event
      event.form = .template
      event.name = match.name
      event.subject = match.subject
      event.traits.formUnion(match.traits)
      return found.isUnfinished ? .unfinished : .event
    }
    guard let best = search.best else {
      if found.isPart { return .part(isBeginning: found.isBegun, isMention: search.isMention) }
      return search.isMention ? .mention : .nothing
    }
    event.id = best.event
    event.form = best.form
    event.name = best.name
    if let instance = best.instance, let idField {
      event.fields.append(Event.Field(name: .known(idField), value: instance))
    }
    return .event
  }

  /// Looks for an event in the name of the function that logged a message without an event. This is weak evidence, because all
  /// messages that a callback logs have its name. Messages of other threads are ignored, because they may belong to work that the
  /// callback started.
  @inline(never)
  func findFunction(in line: Span<UInt8>, _ header: Header, _ event: inout Event) -> Finding {
    guard let function = header.function, header.thread == nil || header.isMainThread == true else {
      return .nothing
    }
    var header = header
    header.message = function
    header.function = nil
    guard let literal = firstLiteral(in: line, function, platform(header)),
      case .event = findInMessage(in: line, header, from: literal, &event), event.name == function
    else { return .nothing }
    event.traits.insert(.isWeak)
    return .event
  }

  /// The state of the search in a line.
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

    /// Whether this is better evidence than another one. A callback is closer to the event than a notification, and a long name
    /// is less ambiguous than a short one.
    func isBetter(than other: Sighting?) -> Bool {
      guard let other else { return true }
      return form == other.form ? name.count > other.name.count : form == .callback
    }
  }

  private func consider(
    _ word: Range<Int>, _ line: Span<UInt8>, _ phrases: MessagePatterns, _ search: inout Search
  ) {
    guard let number = phrases.words.number(of: word, in: line) else {
      if Self.isMangled(line, word) { findMangled(in: word, line, phrases, &search) }
      return
    }
    search.isMention = true
    let message = search.header.message
    guard word.lowerBound - message.lowerBound <= Self.longestLead else { return }
    for spelling in phrases.spellings[number] {
      if let match = NameMatch(spelling.shape, word, line, message) {
        consider(match, spelling, line, &search)
      }
    }
  }

  private func consider(
    _ match: NameMatch, _ spelling: NamePattern, _ line: Span<UInt8>, _ search: inout Search
  ) {
    let message = search.header.message
    guard spelling.event.platform == nil || spelling.event.platform == platform(search.header) else { return }
    guard let lead = ProseFilter.lead(line, message.lowerBound..<match.leadEnd) else { return }
    let tail = ProseFilter.tail(line, match.name.upperBound..<message.upperBound)
    guard tail.isReport, !isDiffLine(line, search.header),
      !ProseFilter.isOfSystem(line, match.name.lowerBound..<match.word),
      !ProseFilter.isOfMarkdown(
        line, message.lowerBound..<match.leadEnd, match.name.upperBound..<message.upperBound)
    else { return }
    var sighting = Sighting(event: spelling.event.id, form: spelling.form, name: match.name)
    if lead.phase ?? tail.phase == .end {
      guard spelling.event.returns else { return }
      sighting.event = spelling.event.id.end
    }
    if spelling.event.hasID { sighting.instance = lead.instance }
    if !spelling.event.senders.isEmpty {
      if let sender = sender(of: match, spelling, line, search.header) {
        if spelling.event.hasID { sighting.instance = lead.instance ?? sender }
      } else {
        let word = wordBefore(match, line, search.header)
        guard let tag = search.header.tag, spelling.event.tags.contains(where: { $0.fits(line, tag) }),
          !spelling.event.otherClasses.contains(where: { $0.fits(line, word) })
        else { return }
        sighting.instance = nil
      }
    }
    if sighting.isBetter(than: search.best) { search.best = sighting }
  }

  /// Returns the class, tag or process of a callback whose declaration names its senders; nil if none of them matches.
  private func sender(
    of match: NameMatch, _ spelling: NamePattern, _ line: Span<UInt8>, _ header: Header
  ) -> Range<Int>? {
    return [wordBefore(match, line, header), header.tag ?? 0..<0, header.process ?? 0..<0].first { sender in
      !sender.isEmpty && spelling.event.senders.contains { $0.fits(line, sender) }
    }
  }

  /// The word before a callback's name, which may be its class; empty if there is none.
  private func wordBefore(_ match: NameMatch, _ line: Span<UInt8>, _ header: Header) -> Range<Int> {
    var end = match.word
    while end > header.message.lowerBound, !line[end - 1].isIdentifier { end -= 1 }
    return line.identifierStart(endingAt: end, notBefore: header.message.lowerBound)..<end
  }

  /// Whether a line belongs to a diff of source code, or declares a method in Objective-C.
  private func isDiffLine(_ line: Span<UInt8>, _ header: Header) -> Bool {
    let start = header.message.lowerBound
    guard header.isEmpty, line[start] == UInt8(ascii: "-") || line[start] == UInt8(ascii: "+") else {
      return false
    }
    return line.byte(at: start + 1).isSpace || line.byte(at: start + 1) == UInt8(ascii: "(")
  }

  /// Whether a word begins like a mangled Swift symbol: `$s…`, `$S…`, `$e…`, also with `_` before it, or `_T…`.
  @inline(__always)
  private static func isMangled(_ line: Span<UInt8>, _ word: Range<Int>) -> Bool {
    let first = line[word.lowerBound]
    guard first == UInt8(ascii: "$") || first == UInt8(ascii: "_") else { return false }
    let mark = line[
      word.lowerBound + 1 < word.upperBound && first == UInt8(ascii: "_")
        ? word.lowerBound + 1 : word.lowerBound]
    return mark == UInt8(ascii: "$") || mark == UInt8(ascii: "T")
  }

  /// Looks up each identifier of a mangled symbol. Its length is directly before it.
  private func findMangled(
    in symbol: Range<Int>, _ line: Span<UInt8>, _ phrases: MessagePatterns, _ search: inout Search
  ) {
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
      guard index + count <= symbol.upperBound,
        let number = phrases.words.number(of: index..<index + count, in: line)
      else { continue }
      for spelling in phrases.spellings[number] {
        search.isMention = true
        if let match = NameMatch(
          mangled: spelling.shape, index..<index + count, length: length, symbol: symbol, line)
        {
          consider(match, spelling, line, &search)
        }
      }
    }
  }
}
