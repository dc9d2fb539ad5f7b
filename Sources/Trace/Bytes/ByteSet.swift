/// A set of bytes.
struct ByteSet: Sendable {
  private var words = SIMD4<UInt64>()

  /// Creates the set of the bytes of a string.
  init(_ characters: String) { self.init(characters.utf8) }

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { words[Int(byte &>> 6)] &>> UInt64(byte & 63) & 1 == 1 }
}
