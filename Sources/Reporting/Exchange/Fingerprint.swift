import Checking
import Project

/// Identifies a fault in all recordings of it. Services and baselines compare it, to distinguish a known fault from a new one.
///
/// It depends on the rule, on the event that broke it, and on the values of the key fields. It does not depend on what changes
/// from one recording to the next: line, time, process number, thread, file, and numbers in the values.
struct Fingerprint: Hashable, CustomStringConvertible {
  /// The name of this way to compute it.
  static let version = Baseline.fingerprints

  private let hash: UInt128

  init(_ violation: borrowing Violation) {
    let subject = violation.proof.subject
    var pieces = [Self.version, violation.ruleID, subject.event]
    for field in subject.fields { pieces.append("\(field.name)=\(Self.withoutNumbers(field.value))") }
    hash = Self.hash(of: pieces.joined(separator: "\0"))
  }

  /// 32 hexadecimal digits.
  var description: String { Self.digits(of: hash) }

  static func digits(of hash: UInt128) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// FNV-1a with 128 bits (Fowler, Noll and Vo; RFC 9923), which is short and the same on each platform.
  static func hash(of text: String) -> UInt128 {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
    return hash
  }

  /// A value with `U` for each UUID, `H` for each hexadecimal number after `0x`, and `N` for each other run of digits.
  static func withoutNumbers(_ value: String) -> String {
    let bytes = Array(value.utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let end = endOfUUID(bytes, at: index) {
        text.append(UInt8(ascii: "U"))
        index = end
      } else if bytes[index...].starts(with: "0x".utf8),
        let end = end(of: \.isHexadecimal, bytes, at: index + 2)
      {
        text.append(UInt8(ascii: "H"))
        index = end
      } else if let end = end(of: \.isDigit, bytes, at: index) {
        text.append(UInt8(ascii: "N"))
        index = end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The end of a run of bytes; nil if it is empty.
  private static func end(of isPart: (UInt8) -> Bool, _ bytes: [UInt8], at start: Int) -> Int? {
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end > start ? end : nil
  }

  /// The end of a UUID, in groups of 8, 4, 4, 4 and 12 digits; nil if there is none.
  private static func endOfUUID(_ bytes: [UInt8], at start: Int) -> Int? {
    guard start + 36 <= bytes.count else { return nil }
    let hyphens = [8, 13, 18, 23]
    let fits = (0..<36).allSatisfy { place in
      let byte = bytes[start + place]
      return hyphens.contains(place) ? byte == UInt8(ascii: "-") : byte.isHexadecimal
    }
    return fits ? start + 36 : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isHexadecimal: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

/// Numbers the violations of a log that have the same fingerprint. The number is added to the fingerprint, so that each violation
/// of a log has an identity of its own.
struct FingerprintNumbers {
  private var log = ""
  private var counts: [Fingerprint: Int] = [:]

  /// The identity of the next violation of a log: the fingerprint and a number from 1. Logs are numbered one after the other.
  mutating func identity(of violation: borrowing Violation, in log: LogFiles) -> String {
    if log.name != self.log {
      self.log = log.name
      counts.removeAll()
    }
    let fingerprint = Fingerprint(violation)
    let number = counts[fingerprint, default: 0] + 1
    counts[fingerprint] = number
    return "\(fingerprint):\(number)"
  }
}
