import Diagnostics
import Trace

extension Comparison: Archivable {}

extension Sentence: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      isAcrossSessions: try archive.read(), scope: try archive.read(), claim: try archive.read(),
      exception: try archive.read(), text: try archive.read(), range: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(isAcrossSessions, scope, claim, exception, text, range)
  }
}

extension Scope: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .open(try archive.read())
    case 1: self = .during(try archive.read())
    case 2: self = .outside(try archive.read())
    case 3: self = .after(try archive.read(), until: try archive.read())
    case 4: self = .following(try archive.read(), try archive.read())
    case 5: self = .before(try archive.read())
    case 6: self = .between(try archive.read(), try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .open(let spans): archive.write(0, spans)
    case .during(let spans): archive.write(1, spans)
    case .outside(let spans): archive.write(2, spans)
    case .after(let start, let end): archive.write(3, start, end)
    case .following(let start, let limit): archive.write(4, start, limit)
    case .before(let end): archive.write(5, end)
    case .between(let start, let end): archive.write(6, start, end)
    }
  }
}

extension Claim: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .never(try archive.read())
    case 1: self = .expect(try archive.read(), within: try archive.read())
    case 2: self = .has(try archive.read(), try archive.read())
    case 3: self = .isFollowed(try archive.read(), try archive.read())
    case 4: self = .isPreceded(try archive.read(), try archive.read())
    case 5: self = .atMost(try archive.read(), try archive.read(), per: try archive.read())
    case 6: self = .atLeast(try archive.read(), try archive.read())
    case 7: self = .recurs(try archive.read(), every: try archive.read())
    case 8: self = .noneOpen(try archive.read(), at: try archive.read())
    case 9: self = .lasts(try archive.read(), try archive.read(), try archive.read())
    case 10:
      self = .isReopened(try archive.read(), closedWhile: try archive.read(), by: try archive.read())
    case 11: self = .obeys(try archive.read(), try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .never(let events): archive.write(0, events)
    case .expect(let events, let limit): archive.write(1, events, limit)
    case .has(let events, let demand): archive.write(2, events, demand)
    case .isFollowed(let events, let response): archive.write(3, events, response)
    case .isPreceded(let events, let precedence): archive.write(4, events, precedence)
    case .atMost(let count, let events, let time): archive.write(5, count, events, time)
    case .atLeast(let count, let events): archive.write(6, count, events)
    case .recurs(let events, let limit): archive.write(7, events, limit)
    case .noneOpen(let spans, let moment): archive.write(8, spans, moment)
    case .lasts(let span, let bound, let limit): archive.write(9, span, bound, limit)
    case .isReopened(let span, let other, let events): archive.write(10, span, other, events)
    case .obeys(let events, let machine): archive.write(11, events, machine)
    }
  }
}

extension Claim.Bound: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = try archive.read() ? .atMost : .atLeast
  }
  func write(to archive: inout ArchiveWriter) { archive.write(self == .atMost) }
}

extension Claim.Response: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      answer: try archive.read(), earliest: try archive.read(), latest: try archive.read(),
      stop: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(answer, earliest, latest, stop) }
}

extension Claim.Precedence: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(cause: try archive.read(), latest: try archive.read(), since: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(cause, latest, since) }
}

extension Claim.Moment: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(pattern: try archive.read(), delay: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(pattern, delay) }
}

extension Limit: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = try archive.read() ? .fixed(try archive.read()) : .value(try archive.read())
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .fixed(let time): archive.write(true, time)
    case .value(let operand): archive.write(false, operand)
    }
  }
}

extension SpanReference: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      id: try archive.read(), isBound: try archive.read(), name: try archive.read(), range: try archive.read()
    )
  }
  func write(to archive: inout ArchiveWriter) { archive.write(id, isBound, name, range) }
}

extension EventPattern: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self.init(atoms: try archive.read()) }
  func write(to archive: inout ArchiveWriter) { archive.write(atoms) }
}

extension EventPattern.Atom: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(
      events: try archive.read(), isClose: try archive.read(), condition: try archive.read(),
      keys: try archive.read(), name: try archive.read(), range: try archive.read())
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(events, isClose, condition, keys, name, range)
  }
}

extension Condition: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .and(try archive.read(), try archive.read())
    case 1: self = .or(try archive.read(), try archive.read())
    case 2: self = .not(try archive.read())
    case 3: self = .compare(try archive.read(), try archive.read(), try archive.read())
    case 4: self = .oneOf(try archive.read(), try archive.read())
    case 5: self = .contains(try archive.read(), try archive.read())
    case 6: self = .isMember(try archive.read(), of: try archive.read())
    case 7: self = .isPresent(try archive.read())
    case 8: self = .isRecorded(try archive.read())
    case 9: self = .isOpen(try archive.read())
    case 10: self = .withinTheLast(try archive.read(), try archive.read(), try archive.read())
    case 11: self = .within(try archive.read(), try archive.read())
    case 12: self = .since(try archive.read(), try archive.read())
    case 13: self = .comesBefore(try archive.read(), try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .and(let first, let second): archive.write(0, first, second)
    case .or(let first, let second): archive.write(1, first, second)
    case .not(let condition): archive.write(2, condition)
    case .compare(let left, let comparison, let right): archive.write(3, left, comparison, right)
    case .oneOf(let operand, let literals): archive.write(4, operand, literals)
    case .contains(let operand, let literal): archive.write(5, operand, literal)
    case .isMember(let operand, let list): archive.write(6, operand, list)
    case .isPresent(let operand): archive.write(7, operand)
    case .isRecorded(let events): archive.write(8, events)
    case .isOpen(let span): archive.write(9, span)
    case .withinTheLast(let events, let time, let clock): archive.write(10, events, time, clock)
    case .within(let events, let time): archive.write(11, events, time)
    case .since(let event, let start): archive.write(12, event, start)
    case .comesBefore(let event, let other): archive.write(13, event, other)
    }
  }
}

extension DurationClock: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = try archive.read() ? .wall : .session
  }
  func write(to archive: inout ArchiveWriter) { archive.write(self == .wall) }
}

extension Operand: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .field(try archive.read(), try archive.read())
    case 1:
      self = .last(
        try archive.read(), field: try archive.read(), try archive.read(), at: try archive.read())
    case 2:
      self = .highest(
        try archive.read(), field: try archive.read(), try archive.read(), since: try archive.read())
    case 3: self = .literal(try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .field(let name, let type): archive.write(0, name, type)
    case .last(let event, let field, let type, let moment): archive.write(1, event, field, type, moment)
    case .highest(let event, let field, let type, let start): archive.write(2, event, field, type, start)
    case .literal(let literal): archive.write(3, literal)
    }
  }
}

extension Literal: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    switch try archive.read(Int.self) {
    case 0: self = .text(try archive.read())
    case 1: self = .number(try archive.read())
    case 2: self = .duration(try archive.read())
    case 3: self = .size(try archive.read())
    default: throw DamagedArchive()
    }
  }
  func write(to archive: inout ArchiveWriter) {
    switch self {
    case .text(let text): archive.write(0, text)
    case .number(let number): archive.write(1, number)
    case .duration(let time): archive.write(2, time)
    case .size(let size): archive.write(3, size)
    }
  }
}
