import Rulebook
import Trace

/// The text of a field or a literal, with the type by which it is compared.
struct FieldValue {
  var text: String
  var type: FieldType

  init(text: String, type: FieldType) {
    self.text = text
    self.type = type
  }

  init(literal: Literal) {
    switch literal {
    case .text(let text): self.init(text: text, type: .text)
    case .number(let number): self.init(text: String(number), type: .number)
    case .duration(let nanoseconds): self.init(text: "\(nanoseconds)ns", type: .duration)
    case .size(let bytes): self.init(text: "\(bytes)B", type: .size)
    }
  }

  /// Returns whether the comparison is true; nil if the two values cannot be compared.
  func compares(_ comparison: Comparison, to other: FieldValue) -> Bool? {
    if comparison == .equal || comparison == .notEqual, type == .text || type == .list {
      return (text == other.text) == (comparison == .equal)
    }
    guard let order = order(to: other, as: type == .text ? other.type : type) else { return nil }
    return switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  private func order(to other: FieldValue, as type: FieldType) -> Int? {
    func sign(_ a: Double, _ b: Double) -> Int { a < b ? -1 : a > b ? 1 : 0 }
    switch type {
    case .text, .list: return nil
    case .version:
      guard let a = version, let b = other.version else { return nil }
      for index in 0..<max(a.count, b.count) {
        let (x, y) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
        if x != y { return x < y ? -1 : 1 }
      }
      return 0
    case .number, .duration, .size:
      guard let a = amount(as: type), let b = other.amount(as: type) else { return nil }
      return sign(a, b)
    }
  }

  /// Whether the text is a valid value of its type.
  var isReadable: Bool {
    switch type {
    case .text, .list: true
    case .version: version != nil
    case .number, .duration, .size: amount(as: type) != nil
    }
  }

  /// The value as a duration, in nanoseconds; nil if the text is not a duration.
  var nanoseconds: Int64? { amount(as: .duration).flatMap { Int64(exactly: $0.rounded()) } }

  private var version: [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return parts.isEmpty || parts.contains(nil) ? nil : parts.compactMap(\.self)
  }

  /// Returns the number that the text stands for: nanoseconds for a duration, bytes for a size; nil if the text is not a value of
  /// the type. A duration without a unit is in seconds, and a size without a unit is in megabytes.
  private func amount(as type: FieldType) -> Double? {
    if type == .size, text.hasSuffix("B"), let bytes = Double(text.dropLast()), bytes.isFinite {
      return bytes
    }
    let unit: Double = type == .duration ? 1e9 : type == .size ? 1e6 : 1
    return switch Quantity.literal(text) {
    case .number(let number): number * unit
    case .duration(let nanoseconds): type == .duration ? Double(nanoseconds) : nil
    case .size(let bytes): type == .size ? Double(bytes) : nil
    case .text, nil: decimal.map { $0 * unit }
    }
  }

  /// The text as a decimal number, which may have a sign and an exponent; nil for anything else, such as `nan`, `inf` or
  /// hexadecimal digits.
  private var decimal: Double? {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
  }
}

extension Span<UInt8> {
  /// Whether the text in a range is certainly a value of a type with a unit or of a number: up to 15 digits, which may have a
  /// decimal point, and for a duration also `s` or `ms`. False for other texts, which may also be values.
  func isPlainQuantity(in range: Range<Int>, _ type: FieldType) -> Bool {
    guard !range.isEmpty, range.count <= 18 else { return false }
    var index = range.lowerBound
    var digits = 0
    var hasPoint = false
    while index < range.upperBound {
      if (0x30...0x39).contains(self[index]) {
        digits += 1
      } else if self[index] == UInt8(ascii: "."), digits > 0, !hasPoint, index + 1 < range.upperBound,
        (0x30...0x39).contains(self[index + 1])
      {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    if digits > 0, type == .duration, index < range.upperBound {
      if self[index] == UInt8(ascii: "m") { index += 1 }
      if index < range.upperBound, self[index] == UInt8(ascii: "s") { index += 1 }
    }
    return (1...15).contains(digits) && index == range.upperBound && self[index - 1] != UInt8(ascii: "m")
  }
}
