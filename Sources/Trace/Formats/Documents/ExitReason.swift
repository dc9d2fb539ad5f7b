/// Why a process ended, by what a report says: the names of the field `reason` of `process.exit`.
struct ExitReason {
  var reason: String
  /// As it is printed: the system's codes in hexadecimal digits.
  var code: String?

  /// The canonical event.
  var message: String { "process.exit reason=\(reason)" + (code.map { " code=\($0)" } ?? "") }

  private static let ofCode: [UInt64: String] = [
    0x8bad_f00d: "watchdog", 0xdead_fa11: "user", 0xdead_10cc: "system", 0xc000_10ff: "system",
    0x2182_bad2: "system", 0x2182_bad3: "system", 0x2182_bad4: "system", 0xbaad_ca11: "system",
    0xbad2_2222: "system", 0xbadd_d15c: "system", 0xc51b_ad01: "system", 0xc51b_ad02: "system",
    0xc51b_ad03: "system",
  ]

  /// The reason by who ended the process, with which code, and the signal that it got.
  init(namespace: String?, code: UInt64?, signal: String?) {
    if namespace == "JETSAM" {
      reason = "lowMemory"
    } else if let known = code.flatMap({ Self.ofCode[$0] }) {
      reason = known
    } else if namespace != nil, namespace != "SIGNAL" {
      reason = "system"
    } else {
      reason = signal?.contains("SIGKILL") == true || code == 9 ? "killed" : "crash"
    }
    guard let code else { return }
    self.code = code < 256 ? "\(code)" : "0x" + String(code, radix: 16)
  }

  /// The reason that a sentence gives: `Namespace RUNNINGBOARD, Code 0xdead10cc`, `… code:0x8BADF00D …`, and since
  /// iOS 15 `FRONTBOARD 2343432205`.
  init(sentence: String, signal: String?) {
    let words = sentence.split(separator: " ", maxSplits: 2)
    if words.count > 1, words[0].allSatisfy(\.isUppercase), let code = UInt64(words[1]) {
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
      let rest = sentence[range.upperBound...]
      code =
        rest.hasPrefix("0x")
        ? UInt64(rest.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) : UInt64(rest.prefix { $0.isNumber })
    }
    self.init(namespace: namespace, code: code, signal: signal)
  }
}
