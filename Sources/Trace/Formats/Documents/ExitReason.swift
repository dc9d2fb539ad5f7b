/// Why a process ended, by what a report says: the names of the field `reason` of `process.exit`.
struct ExitReason {
  var reason: String
  /// As it is printed: the system's codes in hexadecimal digits.
  var code: String?
  /// The namespace of the termination if it names the cause: `TCC` is a missing usage description.
  var namespace: String?
  /// What else the report says of a kill by the watchdog, as fields.
  var details: [(name: String, value: String)] = []

  /// The canonical event.
  var message: String {
    let fields =
      [("reason", reason)] + (code.map { [("code", $0)] } ?? [])
      + (namespace.map { [("namespace", $0)] } ?? []) + details
    return fields.reduce("process.exit") { "\($0) \($1.0)=\($1.1)" }
  }

  private static let ofCode: [UInt64: String] = [
    0x8bad_f00d: "watchdog", 0xdead_fa11: "user", 0xfbfb_fbfb: "user", 0xdead_10cc: "system",
    0xc000_10ff: "system",
    0x2182_bad2: "system", 0x2182_bad3: "system", 0x2182_bad4: "system", 0xbaad_ca11: "system",
    0xbad2_2222: "system", 0xbadd_d15c: "system", 0xc51b_ad01: "system", 0xc51b_ad02: "system",
    0xc51b_ad03: "system",
  ]

  /// The reason by who ended the process, with which code, and the signal that it got.
  init(namespace: String?, code: UInt64?, signal: String?) {
    if namespace == "JETSAM" {
      // Its own limit, or that of the device.
      reason = code == 2 || code == 7 ? "memoryLimit" : code == 100 ? "cpuLimit" : "lowMemory"
    } else if let known = code.flatMap({ Self.ofCode[$0] }) {
      reason = known
    } else if namespace != nil, namespace != "SIGNAL" {
      reason = "system"
    } else {
      reason = signal?.contains("SIGKILL") == true || code == 9 ? "killed" : "crash"
    }
    if namespace == "TCC" {
      reason = "crash"
      self.namespace = namespace
    }
    guard let code else { return }
    self.code = code < 256 ? "\(code)" : "0x" + String(code, radix: 16)
  }

  /// The reason that a sentence gives: `Namespace RUNNINGBOARD, Code 0xdead10cc`, `… code:0x8BADF00D …`, and since
  /// iOS 15 `FRONTBOARD 2343432205` or `RUNNINGBOARD 0xdead10cc`.
  init(sentence: String, signal: String?) {
    defer {
      noteDetails(in: sentence)
      // The event of a watchdog report is enough, even without the code.
      if details.contains(where: { $0.name == "event" }) { reason = "watchdog" }
    }
    let words = sentence.split(separator: " ", maxSplits: 2)
    if words.count > 1, words[0].allSatisfy(\.isUppercase), let code = Self.number(words[1]) {
      self.init(namespace: String(words[0]), code: code, signal: signal)
      return
    }
    var namespace: String?
    if let range = sentence.firstRange(of: "amespace ") {
      namespace = String(sentence[range.upperBound...].prefix { $0.isLetter })
    }
    var code: UInt64?
    for mark in ["ode:", "ode ", "ode: "] where code == nil {
      guard let range = sentence.firstRange(of: mark) else { continue }
      code = Self.number(sentence[range.upperBound...])
    }
    self.init(namespace: namespace, code: code, signal: signal)
  }

  /// The number that a text begins with, in decimal digits or behind `0x` in hexadecimal ones.
  private static func number(_ text: Substring) -> UInt64? {
    text.hasPrefix("0x")
      ? UInt64(text.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) : UInt64(text.prefix { $0.isNumber })
  }

  /// Takes what RunningBoard says of it elsewhere.
  mutating func noteDetails(in sentence: String) { details = Self.details(in: sentence) }

  /// What RunningBoard says of a kill: which transition the watchdog watched, whether the app was in front, and how much
  /// time it had.
  ///
  ///     … explanation:scene-update watchdog transgression: app<…>:64385 exhausted real (wall clock) time allowance of
  ///     10.00 seconds … WatchdogEvent: scene-update … WatchdogVisibility: Background
  private static func details(in sentence: String) -> [(name: String, value: String)] {
    func word(after mark: String) -> String? {
      guard let range = sentence.firstRange(of: mark) else { return nil }
      let word = sentence[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
      return word.isEmpty ? nil : String(word)
    }
    func word(before mark: String) -> String? {
      guard let range = sentence.firstRange(of: mark) else { return nil }
      let word = sentence[..<range.lowerBound].reversed().prefix { $0.isLetter || $0 == "-" }
      return word.isEmpty ? nil : String(word.reversed())
    }
    let isSlowExit = sentence.contains("Failed to terminate gracefully after ")
    let event = word(after: "WatchdogEvent: ") ?? word(before: " watchdog transgression")
    return [
      ("event", isSlowExit ? "process-exit" : event),
      ("visibility", word(after: "WatchdogVisibility: ") ?? word(after: "ProcessVisibility: ")),
      ("allowed", word(after: "exhausted real (wall clock) time allowance of ").map { $0 + "s" }),
      ("cpuAllowed", word(after: "exhausted CPU time allowance of ").map { $0 + "s" }),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}
