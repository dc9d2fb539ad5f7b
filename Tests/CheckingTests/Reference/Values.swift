import Rulebook
import Trace

extension Reference {
  /// A value in a condition.
  enum Value: Equatable {
    case text(String)
    /// A number, a duration in nanoseconds, a size in bytes.
    case number(Double)
    case version([Int])
    case list([String])

    /// The value of a field's text; nil if it is not of the type.
    init?(_ text: String, _ type: FieldType) {
      switch type {
      case .text: self = .text(text)
      case .list: self = .list(Reference.words(text))
      case .number:
        guard let number = Self.number(text) else { return nil }
        self = .number(number)
      case .duration:
        guard
          let seconds = Self.quantity(
            text, ["": 1e9, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9])
        else { return nil }
        self = .number(seconds)
      case .size:
        guard let bytes = Self.quantity(text, ["": 1e6, "KB": 1e3, "MB": 1e6, "GB": 1e9]) else { return nil }
        self = .number(bytes)
      case .version:
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard !parts.contains(nil) else { return nil }
        self = .version(parts.compactMap(\.self))
      }
    }

    /// A literal that is compared with a value of the given type.
    init?(_ literal: Literal, _ type: FieldType) {
      switch literal {
      case .text(let text):
        guard let value = type == .list ? .text(text) : Value(text, type) else { return nil }
        self = value
      case .number(let number): self = .number(number)
      case .duration(let nanoseconds): self = .number(Double(nanoseconds))
      case .size(let bytes): self = .number(Double(bytes))
      }
    }

    private static func number(_ text: String) -> Double? {
      guard text.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }) else { return nil }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func quantity(_ text: String, _ units: [String: Double]) -> Double? {
      let unit = String(text.drop { !$0.isLetter })
      guard let factor = units[unit], let number = number(String(text.dropLast(unit.count))) else {
        return nil
      }
      return (number * factor).rounded()
    }

    /// Whether the comparison is true; nil if the values cannot be compared.
    func stands(_ relation: Comparison, to other: Value) -> Bool? {
      let order: Int? =
        switch (self, other) {
        case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.version(let a), .version(let b)): Self.order(a, b)
        default: nil
        }
      switch relation {
      case .equal: return order.map { $0 == 0 } ?? (self == other)
      case .notEqual: return order.map { $0 != 0 } ?? (self != other)
      case .less: return order.map { $0 < 0 }
      case .lessOrEqual: return order.map { $0 <= 0 }
      case .greater: return order.map { $0 > 0 }
      case .greaterOrEqual: return order.map { $0 >= 0 }
      }
    }

    private static func order(_ a: [Int], _ b: [Int]) -> Int {
      for index in 0..<max(a.count, b.count) {
        let (left, right) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
        if left != right { return left < right ? -1 : 1 }
      }
      return 0
    }
  }
}
