import Rulebook
import Trace

extension Reference {
  /// A moment of evaluation: a signal, or just before a line (after a deadline).
  struct Place: Hashable {
    let line: Int
    let signal: Int?
    /// Whether the moment is evaluated after its line.
    var isAfter = false
  }

  /// The values of the key fields. A value is nil if the event lacks the field; the event then concerns all keys.
  struct Key: Hashable {
    let fields: [String]
    let values: [String]?

    /// Whether two keys may be of the same thing: values of the same field must be equal.
    func fits(_ other: Key) -> Bool {
      guard !fields.isEmpty, fields == other.fields, let values, let others = other.values else {
        return true
      }
      return values == others
    }
  }

  /// An event that a pattern matches.
  struct Match {
    let signal: Int
    let key: Key
  }
}

extension Reference.History {
  typealias Place = Reference.Place
  typealias Key = Reference.Key
  typealias Match = Reference.Match

  /// The moment just before a line, or after the last one.
  func before(_ line: Int) -> Place { Place(line: line, signal: nil) }

  func at(_ signal: Int) -> Place { Place(line: signals[signal].line, signal: signal) }

  /// Whether a signal is before its line, because a callback has returned by time.
  func isBeforeLine(_ signal: Int) -> Bool {
    let line = signals[signal].line
    return eventsOfLine.indices.contains(line) && signal < eventsOfLine[line]
  }

  /// The signal before which all signals are remembered at a place.
  func remembered(_ place: Place) -> Int {
    if place.isAfter { return first(of: place.line + 1) }
    guard let signal = place.signal, eventsOfLine.indices.contains(place.line) else {
      return first(of: place.line)
    }
    return isBeforeLine(signal) ? first(of: place.line) : eventsOfLine[place.line]
  }

  /// The signal before which closed spans are not open at a place.
  func endOfPlace(_ place: Place) -> Int {
    guard let signal = place.signal else { return first(of: place.line) }
    return isBeforeLine(signal) && !place.isAfter ? eventsOfLine[place.line] : first(of: place.line + 1)
  }

  /// The first signal of a line; after the last line, the number of signals.
  func first(of line: Int) -> Int {
    signalsOfLine.indices.contains(line)
      ? signalsOfLine[line].lowerBound : line == signalsOfLine.count ? lineStart : signals.count
  }

  /// Whether a signal is after the moment of another one. Derived signals have the moment of their source.
  func isLater(_ signal: Int, than other: Int) -> Bool { signal > lastOfMoment(other) }

  /// The last signal at the same moment.
  func lastOfMoment(_ signal: Int) -> Int { lasts[signals[signal].moment ?? signal] }

  /// The first signal that is not visible at a place.
  func horizon(_ place: Place) -> Int {
    place.isAfter ? first(of: place.line + 1) : place.signal ?? first(of: place.line)
  }

  /// The line of a signal; for a close, the line of the callback's entry.
  func witness(_ signal: Int) -> Int { signals[signals[signal].closes ?? signal].line }

  func key(_ fields: [String], of signal: Int?) -> Key {
    let values = fields.compactMap { field in signal.flatMap { signals[$0].fields[field] } }
    return Key(fields: fields, values: values.count == fields.count ? values : nil)
  }

  /// The first alternative that matches the signal at the place.
  func match(_ pattern: EventPattern, _ place: Place) -> Match? {
    guard let signal = place.signal else { return nil }
    return atoms(pattern, place).first.map { Match(signal: signal, key: key($0.keys, of: signal)) }
  }

  /// The alternatives that match the signal at the place.
  func atoms(_ pattern: EventPattern, _ place: Place) -> [EventPattern.Atom] {
    guard let signal = place.signal else { return [] }
    return pattern.atoms.filter { atom in
      atom.events.contains(signals[signal].event) && atom.isClose == (signals[signal].closes != nil)
        && (atom.condition.map { holds($0, judged: signal, place) == true } ?? true)
    }
  }

  /// The alternatives that may match the signal at the place; empty if one certainly matches.
  private func doubtfulAtoms(_ pattern: EventPattern, _ place: Place) -> [EventPattern.Atom] {
    guard let signal = place.signal, atoms(pattern, place).isEmpty else { return [] }
    return pattern.atoms.filter { atom in
      atom.events.contains(signals[signal].event) && atom.isClose == (signals[signal].closes != nil)
        && (atom.condition.map { holds($0, judged: signal, place) == nil } ?? false)
    }
  }

  /// All events that a pattern may match.
  func doubtfulMatches(_ pattern: EventPattern) -> [Match] {
    signals.indices.compactMap { signal in
      doubtfulAtoms(pattern, at(signal)).first.map { Match(signal: signal, key: key($0.keys, of: signal)) }
    }
  }

  /// All events that a pattern matches.
  func matches(_ pattern: EventPattern) -> [Match] {
    signals.indices.compactMap { match(pattern, at($0)) }
  }
}
