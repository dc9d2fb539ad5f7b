package import Trace

extension FieldType {
  /// Whether the text is a value of this type in a log; a duration or a size may lack its unit.
  package func reads(_ text: String) -> Bool {
    switch self {
    case .text, .list: return true
    case .version:
      return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Int($0) != nil }
    case .number, .duration, .size:
      let isNegative = text.hasPrefix("-")
      return switch Quantity.literal(isNegative ? String(text.dropFirst()) : text) {
      case .number: true
      case .duration: self == .duration && !isNegative
      case .size: self == .size && !isNegative
      case .text, nil: false
      }
    }
  }

  /// An example of a value; nil if any text is a value.
  package var example: String? {
    switch self {
    case .text, .list: nil
    case .number: "3"
    case .duration: "5s"
    case .size: "64MB"
    case .version: "17.1"
    }
  }
}
