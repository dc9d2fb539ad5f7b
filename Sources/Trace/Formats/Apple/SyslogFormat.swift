/// Lines of syslog in all versions: in the files of a Mac, and from the syslog relay of a device.
///
///     line    = ["<" priority ">"] time " " [host " "] process ["(" library ")"] sender ": " message
///     sender  = "[" pid "]" [" (" ref ")"] [" <" level ">"]
///     time    = Mon day HH:MM:SS [fraction] | ISO date and time [fraction] [zone]
///
///     Jan  1 10:00:00 my-mac walkd[812] <Warning>: walked                      asl, idevice-relay
///     Jan 17 16:09:04.087254 Walk(Foundation)[1181] <Notice>: walked           idevice-trace: no host
///     Mar 26 15:02:43  walkd[52907]: two spaces: the host is empty
///     Sep 13 15:28:51 my-mac localhost Walk[37195]: a simulator's has two
///     2021-08-12 06:00:23-0700 walkd[31]: walked                               iso-syslog
///     2023-09-27 22:55:39.622369+0200  localhost Walk[41737]: (WalkKit) walked oslog-syslog
///     2024-03-15 10:00:00.123456 Walk{WalkKit+0x1f0}[1181] <NOTICE>: walked    pymobiledevice
///
/// In a device's log, only the first line may have a host. After a date with the name of a month, a name with a space is a host
/// and a process, unless some lines above had no host, and others had hosts but never this one.
extension Header {
  /// The maximum length of host, process and library together, in bytes.
  private static let longestSender = 250

  /// Reads a line that begins with the name of a month. Returns false if it does not.
  @inline(never)
  mutating func readSyslog(
    _ line: Span<UInt8>, at start: Int, hasPriority: Bool = false, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    guard let reading = MonthNameField(line, at: start, before: limit) else { return false }
    let end = reading.text.upperBound
    guard end == limit || line[end].isSpace || line[end] == UInt8(ascii: ":") else { return false }
    time = .monthName(reading)
    format = .plain
    let index = end < limit && line[end] == UInt8(ascii: ":") ? end + 1 : end
    message = line.skippingSpaces(index, before: limit)..<limit
    if readAfterSecondTime(line, at: message.lowerBound, time: .monthName(reading), &context) { return true }
    guard line.byte(at: end) != UInt8(ascii: ":"), let sender = Sender(line, message) else {
      if RepeatCount(line, message) != nil {
        format = .aslRepeat
      } else if !message.isEmpty, context.wrappers == 0 {
        context.cut.hold(line, .untilPid)
      }
      return true
    }
    let isRelay = sender.level != nil && sender.ref == nil && !hasPriority
    format = !isRelay ? .asl : reading.digits == 6 ? .ideviceTrace : .ideviceRelay
    var name = message.lowerBound..<sender.bracket
    let hasNoHost = message.lowerBound > end + 1 || format == .ideviceTrace
    if !hasNoHost, let host = context.hosts.host(line, name) {
      name = line.skippingSpaces(host.upperBound, before: name.upperBound)..<name.upperBound
      if line.has("localhost ", at: name.lowerBound, before: name.upperBound) {
        name = line.skippingSpaces(name.lowerBound + 10, before: name.upperBound)..<name.upperBound
      }
    }
    if isRelay { name = Self.withoutLibrary(line, name) }
    if format == .ideviceRelay { coding = .vis }
    applySender(sender, line, name: name)
    return true
  }

  /// Reads the text after a full date, which contains `[pid]` and then a colon. Returns false if the line has another format.
  @inline(never)
  mutating func readDatedSyslog(_ line: Span<UInt8>, _ clock: DateTimeField, bracket: Int) -> Bool {
    let start = message.lowerBound
    guard let sender = Sender(line, at: bracket, before: message.upperBound) else { return false }
    var name = start..<bracket
    if line[bracket - 1] == UInt8(ascii: "}"), sender.level != nil {
      guard let brace = line.index(of: UInt8(ascii: "{"), in: name), brace > start else { return false }
      format = .pymobiledevice
      applySender(sender, line, name: start..<brace)
      dropLabel(line)
      return true
    }
    var blanks = 0
    for index in name where line[index] == UInt8(ascii: " ") { blanks += 1 }
    let isSystemLog =
      clock.isSystemLog(line) && blanks > 0 && sender.level == nil && sender.ref == nil
    guard isSystemLog || blanks < 2 else { return false }
    if blanks > 0, let blank = line.index(of: UInt8(ascii: " "), in: name) {
      name = line.skippingSpaces(blank, before: bracket)..<bracket
    }
    format = isSystemLog ? .oslogSyslog : .isoSyslog
    applySender(sender, line, name: name)
    if isSystemLog {
      coding = .vis
      readOrigin(line)
    }
    return true
  }

  private mutating func applySender(_ sender: Sender, _ line: Span<UInt8>, name: Range<Int>) {
    process = Self.lastComponent(line, name)
    pid = sender.pid
    message = sender.message
  }

  /// `[pid]`, and the parts between it and the message.
  private struct Sender {
    var bracket: Int
    var pid: Int
    var ref: Range<Int>?
    var level: Range<Int>?
    var message: Range<Int>

    /// Finds the first sender in a range of a line.
    init?(_ line: Span<UInt8>, _ rest: Range<Int>) {
      var search =
        rest.lowerBound + 1..<max(rest.lowerBound + 1, min(rest.upperBound, rest.lowerBound + longestSender))
      while let bracket = line.index(of: UInt8(ascii: "["), in: search) {
        search = bracket + 1..<search.upperBound
        if let sender = Sender(line, at: bracket, before: rest.upperBound) {
          self = sender
          return
        }
      }
      return nil
    }

    init?(_ line: Span<UInt8>, at bracket: Int, before limit: Int) {
      let digits = bracket + 1..<line.skippingDigits(bracket + 1, before: min(limit, bracket + 12))
      guard !digits.isEmpty, line.byte(at: digits.upperBound) == UInt8(ascii: "]"), digits.upperBound < limit
      else {
        return nil
      }
      self.bracket = bracket
      pid = line.number(digits)
      var index = digits.upperBound + 1
      if line.has(" (", at: index, before: limit),
        let close = line.index(of: UInt8(ascii: ")"), in: index..<limit)
      {
        ref = index + 1..<close + 1
        index = close + 1
      }
      if line.has(" <", at: index, before: limit) {
        let end = line.skippingIdentifier(index + 2, before: limit)
        guard end > index + 2, end < limit, line[end] == UInt8(ascii: ">") else { return nil }
        level = index + 2..<end
        index = end + 1
      }
      guard index < limit, line[index] == UInt8(ascii: ":"), index + 1 == limit || line[index + 1].isSpace
      else {
        return nil
      }
      // launchd logs about the job in parentheses, so the message begins with the job.
      message = (ref?.lowerBound ?? line.skippingSpaces(index + 1, before: limit))..<limit
    }
  }

  /// Returns `Walk(WalkKit)` without the library.
  private static func withoutLibrary(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    guard line[name.upperBound - 1] == UInt8(ascii: ")") else { return name }
    var index = name.upperBound - 1
    while index > name.lowerBound, line[index] != UInt8(ascii: "(") { index -= 1 }
    // After a space, it is part of the name.
    return index > name.lowerBound && !line[index - 1].isSpace ? name.lowerBound..<index : name
  }

  /// Removes ` [subsystem][category]` from the message's end.
  private mutating func dropLabel(_ line: Span<UInt8>) {
    guard !message.isEmpty, line[message.upperBound - 1] == UInt8(ascii: "]") else { return }
    var index = message.upperBound - 2
    while index > message.lowerBound, line[index] != UInt8(ascii: "[") { index -= 1 }
    guard index > message.lowerBound, line[index - 1] == UInt8(ascii: "]") else { return }
    index -= 2
    var isDotted = false
    while index > message.lowerBound, line[index] != UInt8(ascii: "["), !line[index].isSpace {
      isDotted = isDotted || line[index] == UInt8(ascii: ".")
      index -= 1
    }
    guard isDotted, line[index] == UInt8(ascii: "["), index == message.lowerBound || line[index - 1].isSpace
    else {
      return
    }
    while index > message.lowerBound, line[index - 1].isSpace { index -= 1 }
    message = message.lowerBound..<index
  }
}
