import CLibYAML

/// The byte offsets of a text's code points, which is what libyaml counts.
struct CodePointOffsets {
  /// Where the text begins: behind a byte order mark.
  let start: Int
  /// Nil where each byte is a code point.
  private let offsets: [Int]?
  private let end: Int

  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.start = start
    end = bytes.count
    // A byte 10xxxxxx goes on with a code point. Where the text is no UTF-8 libyaml has stopped before.
    offsets =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.filter { $0 >= start && bytes[$0] & 0xC0 != 0x80 }
  }

  /// The byte offset of a mark; only its index is true to the text: at the end of it, the line and column are not.
  func offset(of mark: yaml_mark_t) -> Int {
    guard let offsets else { return min(Int(mark.index), end) }
    return mark.index < offsets.count ? offsets[Int(mark.index)] : end
  }

  /// The byte offset of what libyaml's reader counts: bytes behind the byte order mark.
  func offset(ofByte byte: Int) -> Int { min(start + byte, end) }
}
