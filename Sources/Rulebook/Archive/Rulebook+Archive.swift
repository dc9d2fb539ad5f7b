import Diagnostics
import Trace

extension Severity: Archivable {}

extension Rulebook: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(name: try archive.read())
    platform = try archive.read()
    logging = try archive.read()
    subjects = try archive.read()
    vocabulary = try archive.read()
    sessions = try archive.read()
    clock = try archive.read()
    delivery = try archive.read()
    facts = try archive.read()
    recording = try archive.read()
    spans = try archive.read()
    machines = try archive.read()
    derived = try archive.read()
    let texts: [Deferred<RuleTexts>] = try archive.deferred()
    rules.reserveCapacity(texts.count)
    for texts in texts { rules.append(try Rule(from: &archive, texts)) }
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(name, platform, logging, subjects, vocabulary, sessions, clock, delivery, facts, recording)
    archive.write(spans, machines, derived)
    archive.write(deferred: rules.map(\.texts))
    for rule in rules { rule.writeWithoutTexts(to: &archive) }
  }
}

extension LoggingCode: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init()
    callbacks = try archive.read()
    event = try archive.read()
    field = try archive.read()
    system = try archive.read()
  }
  func write(to archive: inout ArchiveWriter) { archive.write(callbacks, event, field, system) }
}

/// A rule without its examples, because checking a log does not need them.
extension Rule {
  fileprivate init(
    from archive: inout ArchiveReader, _ texts: Deferred<RuleTexts>
  ) throws(DamagedArchive) {
    self.init(
      id: try archive.read(), storedTexts: texts, severity: try archive.read(),
      isRequired: try archive.read(), sentences: try archive.read(), message: try archive.read(),
      needs: try archive.read(), yields: try archive.read(), examples: [], range: try archive.read(),
      isOwn: try archive.read())
  }
  fileprivate func writeWithoutTexts(to archive: inout ArchiveWriter) {
    archive.write(id, severity, isRequired, sentences, message, needs, yields, range, isOwn)
  }
}

extension RuleTexts: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      title: try archive.read(), why: try archive.read(), help: try archive.read(),
      guidance: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(title, why, help, guidance) }
}

extension RuleSentence: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(sentence: try archive.read(), severity: try archive.read(), message: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(sentence, severity, message) }
}

extension MessageTemplate: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self.init(pieces: try archive.read()) }
  func write(to archive: inout ArchiveWriter) { archive.write(pieces) }
}

extension MessageTemplate.Piece: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .text(try archive.read())
    case 1: self = .field(try archive.read())
    case 2: self = .event
    case 3: self = .duration
    case 4: self = .count
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .text(let text): archive.write(0, text)
    case .field(let field): archive.write(1, field)
    case .event: archive.write(2)
    case .duration: archive.write(3)
    case .count: archive.write(4)
    }
  }
}

// MARK: Declarations

extension SpanID: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self.init(try archive.read()) }
  func write(to archive: inout ArchiveWriter) { archive.write(rawValue) }
}

extension MachineID: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self.init(try archive.read()) }
  func write(to archive: inout ArchiveWriter) { archive.write(rawValue) }
}

extension StateID: Archivable, Comparable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self.init(try archive.read()) }
  func write(to archive: inout ArchiveWriter) { archive.write(rawValue) }

  /// By number.
  public static func < (a: StateID, b: StateID) -> Bool { a.rawValue < b.rawValue }
}

extension SpanDeclaration: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(name: try archive.read(), kind: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(name, kind) }
}

extension SpanDeclaration.Kind: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .declared(from: try archive.read(), until: try archive.read(), key: try archive.read())
    case 1: self = .state(try archive.read(), try archive.read())
    case 2: self = .callback(try archive.read())
    case 3: self = .composed(try archive.read(), while: try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .declared(let from, let until, let key): archive.write(0, from, until, key)
    case .state(let machine, let state): archive.write(1, machine, state)
    case .callback(let event): archive.write(2, event)
    case .composed(let first, let second): archive.write(3, first, second)
    }
  }
}

extension Machine: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      name: try archive.read(), key: try archive.read(), states: try archive.read(),
      transitions: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(name, key, states, transitions) }
}

extension Machine.State: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(name: try archive.read(), shownAs: try archive.read(), refines: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(name, shownAs, refines) }
}

extension Machine.Transition: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(condition: try archive.read(), from: try archive.read(), to: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(condition, from, to) }
}

extension DerivedEvent: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(event: try archive.read(), forms: try archive.read(), oncePer: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(event, forms, oncePer) }
}

extension DerivedEvent.Form: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      pattern: try archive.read(), scope: try archive.read(), exception: try archive.read(),
      isInferred: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(pattern, scope, exception, isInferred) }
}

extension SessionBoundaries: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    begin = try archive.read()
    sameProcess = try archive.read()
    ending = try archive.read()
    end = try archive.read()
    boot = try archive.read()
    loss = try archive.read()
    chosen = try archive.read()
    watchdog = try archive.read()
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(begin, sameProcess, ending, end, boot, loss, chosen, watchdog)
  }
}

extension ClockRule: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    stopped = try archive.read()
    if try archive.read() { gaps = (try archive.read(), try archive.read()) }
    set = try archive.read()
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(stopped, gaps != nil)
    if let gaps { archive.write(gaps.spans, gaps.over) }
    archive.write(set)
  }
}

extension EventField: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(event: try archive.read(), field: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(event, field) }
}
