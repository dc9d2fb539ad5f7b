/// The exit of a process, as a report describes it. The vocabulary maps it to a reason.
///
///     process exit: namespace RUNNINGBOARD, signal EXC_CRASH (SIGKILL), code 0xdead10cc
///     process exit: namespace none, signal SIGKILL, code none, watchdog scene-update
struct ReportedExit {
  /// The part of the system that ended the process.
  private var namespace: String?
  private var code: UInt64?
  private var signal: String?
  /// The transition that took too long, as named by the watchdog.
  private var watchdogEvent: String?
  /// Further details of a termination by the watchdog, as fields.
  private var details: [(name: String, value: String)] = []

  /// The exit as a fact, for the vocabulary.
  var fact: DocumentFact {
    let code = code.map { $0 < 256 ? "\($0)" : "0x" + String($0, radix: 16) }
    let parts =
      "namespace \(namespace ?? "none"), signal \(signal ?? "none"), code \(code ?? "none")"
      + (watchdogEvent.map { ", watchdog \($0)" } ?? "")
    return DocumentFact(
      "process exit: " + parts, from: .report, fields: (code.map { [("code", $0)] } ?? []) + details)
  }

  /// Creates an exit from the members of a report. `reasons` are sentences that may contain details.
  init(namespace: String?, code: UInt64?, signal: String?, reasons: String) {
    (self.namespace, self.code, self.signal) = (namespace, code, signal)
    details = Self.details(in: reasons)
  }

  /// Creates an exit from a sentence: `Namespace RUNNINGBOARD, Code 0xdead10cc`, `… code:0x8BADF00D …`, and since iOS 15
  /// `FRONTBOARD 2343432205` or `RUNNINGBOARD 0xdead10cc`.
  init(sentence: String, signal: String?) {
    self.signal = signal
    details = Self.details(in: sentence)
    // The event alone identifies a termination by the watchdog, because the sentence may lack the code.
    watchdogEvent = details.first { $0.name == "event" }?.value
    let words = sentence.split(separator: " ", maxSplits: 2)
    if words.count > 1, words[0].allSatisfy(\.isUppercase), let code = Self.number(words[1]) {
      (namespace, self.code) = (String(words[0]), code)
      return
    }
    if let range = sentence.firstRange(of: "amespace ") {
      namespace = String(sentence[range.upperBound...].prefix { $0.isLetter })
    }
    for mark in ["ode:", "ode ", "ode: "] where code == nil {
      guard let range = sentence.firstRange(of: mark) else { continue }
      code = Self.number(sentence[range.upperBound...])
    }
  }

  /// Returns the number at the start of a text: decimal, or hexadecimal after `0x`.
  private static func number(_ text: Substring) -> UInt64? {
    text.hasPrefix("0x")
      ? UInt64(text.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) : UInt64(text.prefix { $0.isNumber })
  }

  /// Returns the details in RunningBoard's explanation: the transition that the watchdog monitored, whether the app was in the
  /// foreground, and how much time it was allowed.
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
