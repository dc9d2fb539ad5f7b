/// The names of events: two or more parts with dots between them, as in `timer.start`. The first letter is in lower case.
enum EventName {
  static func isValid(_ name: String) -> Bool {
    var previous = UInt8(ascii: ".")
    var parts = 0
    for byte in name.utf8 {
      if byte == UInt8(ascii: ".") {
        guard previous != byte else { return false }
        parts += 1
      } else {
        guard byte.isLetterOrDigit || byte == UInt8(ascii: "-") else { return false }
        if parts == 0 {
          guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return false }
          parts = 1
        }
      }
      previous = byte
    }
    return parts > 1 && previous != UInt8(ascii: ".")
  }
}

/// The names of fields, such as `id`.
enum FieldName {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    for byte in name.utf8 {
      let isOther =
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      guard byte.isLetterOrDigit || isOther else { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
