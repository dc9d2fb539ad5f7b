import Rulebook
import Trace

/// Remembered values for conditions and limits.
extension Reference.History {
  /// The value of an operand; nil if it is missing or cannot be read.
  func value(_ operand: Operand, judged: Int?, _ place: Place) -> Value? {
    told(operand, judged: judged, place).flatMap { Value($0.text, type(of: operand)) }
  }

  /// The text of an operand, and for a remembered value its line in the log.
  func told(_ operand: Operand, judged: Int?, _ place: Place) -> (
    line: Int?, text: String
  )? {
    switch operand {
    case .field(let name, _): return judged.flatMap { signals[$0].fields[name] }.map { (nil, $0) }
    case .last(let event, let field, _, let moment):
      var line = place.line
      if let moment {
        let limit = place.isAfter ? remembered(place) : place.signal.map { $0 + 1 } ?? first(of: line)
        guard let newest = newestMatch(moment, judged: judged, before: limit) else {
          return nil
        }
        line = signals[newest].line
      }
      // A value at a moment is the value before the moment's line.
      let isAfter = place.isAfter && moment == nil
      return told(
        event, field, before: line, isAfter: isAfter, isLasting: rulebook.facts.contains(event)
      ).last
    case .highest(let event, let field, let type, let start):
      let since = start.flatMap {
        newestMatch($0, judged: judged, before: remembered(place))
      }
      let told = told(event, field, before: place.line, isAfter: place.isAfter, since: since).filter {
        Value($0.text, type) != nil
      }
      return told.max { a, b in
        guard let left = Value(a.text, type), let right = Value(b.text, type) else { return false }
        return left.stands(.less, to: right) == true
      }
    case .literal: return nil
    }
  }

  /// The values of a field up to a line, in order: those of the session, or for lasting fields those of the whole app.
  private func told(
    _ event: EventID, _ field: String, before line: Int, isAfter: Bool, since start: Int? = nil,
    isLasting: Bool = false
  ) -> [(line: Int?, text: String)] {
    let end = logLine(of: before(line)) + (lines.indices.contains(line) && !isAfter ? 0 : 1)
    let all =
      isLasting
      ? log.lines.indices.filter { log.lines[$0].app == app || log.lines[$0].app == nil } : lines
    let begin = start.map { lines[signals[$0].line] }
    let told = all.filter { index in
      // An event and the events derived from it have the same line. The event is earlier.
      index < end && begin.map { index > $0 } ?? true && log.lines[index].event == event
    }
    return told.compactMap { index in log.lines[index].fields[field].map { (index, $0) } }
  }

  func literal(_ operand: Operand, beside other: Operand) -> Value? {
    if case .literal(let literal) = operand { Value(literal, type(of: other)) } else { nil }
  }

  func type(of operand: Operand) -> FieldType {
    switch operand {
    case .field(_, let type), .last(_, _, let type, _), .highest(_, _, let type, _): type
    case .literal: .text
    }
  }

  /// The lines of the log on which a condition depends: those of its remembered values, and those of `X since Y`.
  func sources(of condition: Condition, judged: Int?, _ place: Place) -> [Int] {
    func lines(_ operands: Operand...) -> [Int] {
      operands.compactMap { told($0, judged: judged, place)?.line }
    }
    switch condition {
    case .not(let a): return sources(of: a, judged: judged, place)
    case .and(let a, let b), .or(let a, let b):
      return [a, b].flatMap { sources(of: $0, judged: judged, place) }
    case .compare(let a, _, let b), .isMember(let a, let b): return lines(a, b)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): return lines(a)
    case .since(let event, let start):
      guard event.atoms.allSatisfy(\.keys.isEmpty) else { return [] }
      return [event, start].filter { $0.atoms.allSatisfy(\.keys.isEmpty) }.compactMap { pattern in
        newestMatch(pattern, judged: judged, before: remembered(place)).map {
          self.lines[signals[$0].line]
        }
      }
    case .isRecorded, .comesBefore, .isOpen, .withinTheLast, .within: return []
    }
  }
}
