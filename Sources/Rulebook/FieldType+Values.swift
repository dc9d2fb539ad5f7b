package import Trace

extension FieldType {
  /// Whether a log's reader would understand the text: numbers may lack their unit.
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

  /// What a value may look like; nil for any text.
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
