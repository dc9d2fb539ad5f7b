/// The syntax of event names: words of ASCII letters, digits and `-`, separated by dots. The first byte is a lower-case
/// letter.
enum EventName {
  static func isValid(_ name: String) -> Bool {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { isWordByte($0) }
      } && name.utf8.first.map { (0x61...0x7A).contains($0) } == true
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}
