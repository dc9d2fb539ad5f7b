/// Lines of programs with a format of their own: a time in any form, and text.
///
///     10/14/2021, 8:01:02 AM dogDidWakeUp
///     10/14/21 08:01:02.345678 pid=71 handler: text           lockdownd's file
///     20240102T030405.123Z dogDidWakeUp
///     20240115-7:5:35:23|Walk|40001234|text                   an app by Huawei
///     1700000000.123 dogDidWakeUp
///     +0.123s dogDidWakeUp
///     [  12.5 ms] dogDidWakeUp
extension Header {
  /// Reads a date with slashes.
  mutating func readDate(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard
      let reading = SlashDateField(
        line, at: start, before: message.upperBound, isDayFirst: &context.isDayFirst),
      readPlain(.exact(reading.timestamp, text: reading.text), line, at: reading.text.upperBound)
    else { return false }
    readLockdownd(line)
    return true
  }

  /// Reads `pid=71 handler: text`.
  private mutating func readLockdownd(_ line: Span<UInt8>) {
    let limit = message.upperBound
    guard process == nil, let start = line.end(of: "pid=", at: message.lowerBound, before: limit),
      let number = line.number(at: start, before: limit), number.end < limit, line[number.end].isSpace
    else { return }
    pid = number.value
    let name = number.end + 1
    let end = line.skippingIdentifier(name, before: limit)
    message = name..<limit
    guard end > name, line.has(": ", at: end, before: limit) else { return }
    function = name..<end
    message = line.trimmed(end + 1..<limit)
  }

  /// Reads a date in eight digits.
  mutating func readPacked(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    guard let reading = PackedDateField(line, at: start, before: limit) else { return false }
    let end = reading.text.upperBound
    let time = TimeField.exact(reading.timestamp, text: reading.text)
    if line.byte(at: end) == UInt8(ascii: "|"),
      let first = line.index(of: UInt8(ascii: "|"), in: end + 1..<limit),
      let number = line.number(at: first + 1, before: limit), line.byte(at: number.end) == UInt8(ascii: "|")
    {
      self.time = time
      tag = end + 1..<first
      pid = number.value
      message = line.trimmed(number.end + 1..<limit)
      format = .plain
      return true
    }
    return readPlain(time, line, at: end)
  }

  /// Reads a number of 10, 13, 16 or 19 digits.
  mutating func readEpoch(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard let reading = EpochField(line, at: start, before: message.upperBound, .bySize),
      reading.timestamp(line) != nil
    else { return false }
    let rest = line.skippingSpaces(reading.text.upperBound, before: message.upperBound)
    return readAfterSecondTime(line, at: rest, time: .number(reading), &context)
      || readPlain(.number(reading), line, at: reading.text.upperBound)
  }

  /// Reads a number of 10, 13, 16 or 19 digits in square brackets.
  mutating func readBracketedEpoch(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard let reading = EpochField(line, at: start + 1, before: message.upperBound, .bySize),
      line.byte(at: reading.text.upperBound) == UInt8(ascii: "]"), reading.timestamp(line) != nil
    else { return false }
    return readPlain(.number(reading), line, at: reading.text.upperBound + 1)
  }

  private static let units: [(name: StaticString, nanoseconds: Int64)] = [
    ("ms", 1_000_000), ("us", 1_000), ("µs", 1_000), ("ns", 1), ("s", 1_000_000_000),
  ]

  /// Reads `+0.123s` or `[  12.5 ms]`. Without a unit, a number in brackets counts seconds if it has a fraction, and something
  /// else if it is whole.
  mutating func readRelative(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    let isBracketed = line[start] == UInt8(ascii: "[")
    var index = isBracketed ? line.skippingSpaces(start + 1, before: limit) : start
    if line.byte(at: index) == UInt8(ascii: "+") { index += 1 }
    guard let number = EpochField(line, at: index, before: limit, .relative(1_000_000_000)) else {
      return false
    }
    var end = number.text.upperBound
    let hasFraction = line.index(of: UInt8(ascii: "."), in: number.text) != nil
    let name = isBracketed && line.byte(at: end) == UInt8(ascii: " ") ? end + 1 : end
    let unit = Self.units.first { line.has($0.name, at: name, before: limit) }
    if let unit { end = name + unit.name.utf8CodeUnitCount }
    let endOfUnit = end
    guard unit != nil || (isBracketed && hasFraction) else { return false }
    if isBracketed {
      guard line.byte(at: end) == UInt8(ascii: "]"), end < limit else { return false }
      end += 1
    } else if end < limit, line[end].isIdentifier {
      return false
    }
    let reading = EpochField(line, at: index, before: limit, .relative(unit?.nanoseconds ?? 1_000_000_000))
    return reading.map { readPlain(.number($0.with(unitEndingAt: endOfUnit)), line, at: end) } ?? false
  }
}
