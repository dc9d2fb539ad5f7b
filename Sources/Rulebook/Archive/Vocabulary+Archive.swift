import Trace

extension FieldType: Archivable {}
extension Platform: Archivable {}

extension EventID: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(stored: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(Int(rawValue)) }
}

extension Vocabulary: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    let templates: [Deferred<[LineTemplate]>] = try archive.deferred()
    var events: [EventDeclaration] = []
    events.reserveCapacity(templates.count)
    for templates in templates { events.append(try EventDeclaration(from: &archive, templates)) }
    self.init(events, fieldNames: try archive.read(), tables: try archive.part())
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(deferred: events.map(\.templates))
    for event in events { event.writeWithoutTemplates(to: &archive) }
    archive.write(fieldNames)
    archive.put(tables)
  }
}

extension EventDeclaration {
  fileprivate init(
    from archive: inout ArchiveReader, _ templates: Deferred<[LineTemplate]>
  ) throws(DamagedArchive) {
    self.init(
      name: try archive.read(), returns: try archive.read(), callbacks: try archive.read(),
      notifications: try archive.read(), storedTemplates: templates, fields: try archive.read(),
      platform: try archive.read(), senders: try archive.read())
    tags = try archive.read()
    otherClasses = try archive.read()
  }
  fileprivate func writeWithoutTemplates(to archive: inout ArchiveWriter) {
    archive.write(
      name, returns, callbacks, notifications, fields, platform, senders, tags,
      otherClasses)
  }
}

extension LineTemplate: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      text: try archive.read(), pieces: try archive.read(), places: try archive.read(),
      requiredLiterals: try archive.read())
    senders = try archive.read()
    platform = try archive.read()
    constants = try archive.read()
    belongsToOtherProcess = try archive.read()
    belongsToStartingProcess = try archive.read()
    isState = try archive.read()
    isReturn = try archive.read()
    needsReportContext = try archive.read()
    meaningAfter = try archive.read()
    next = try archive.read()
    mayRepeat = try archive.read()
    mayBeBare = try archive.read()
    exclusions = try archive.read()
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(text, pieces, places, requiredLiterals)
    archive.write(
      senders, platform, constants, belongsToOtherProcess, belongsToStartingProcess, isState, isReturn,
      needsReportContext)
    archive.write(meaningAfter, next, mayRepeat, mayBeBare, exclusions)
  }
}

extension LineTemplate.Piece: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .literal(try archive.read())
    case 1: self = .capture(try archive.read())
    case 2: self = .choice(try archive.read(), field: try archive.read())
    case 3: self = .any
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .literal(let text): archive.write(0, text)
    case .capture(let field): archive.write(1, field)
    case .choice(let texts, let field): archive.write(2, texts, field)
    case .any: archive.write(3)
    }
  }
}

extension LineTemplate.Next: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(event: try archive.read(), constants: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(event, constants) }
}

extension LineTemplate.Place: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(field: try archive.read(), range: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(field, range) }
}

extension Range: Archivable where Bound == Int {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    let start = try archive.read(Int.self)
    let length = try archive.read(Int.self)
    guard length >= 0, !start.addingReportingOverflow(length).overflow else { throw DamagedArchive() }
    self = start..<start + length
  }
  func write(to archive: inout ArchiveWriter) { archive.write(lowerBound, count) }
}
