import CLibYAML

/// Converts libyaml's offsets, which count code points, to byte offsets.
struct CodePointOffsets {
  /// The byte offset of the text, after a byte order mark.
  let start: Int
  /// The byte offset of each code point; nil if the text is ASCII.
  private let offsets: [Int]?
  private let end: Int

  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.start = start
    end = bytes.count
    // A byte 10xxxxxx continues a code point. libyaml stops at invalid UTF-8.
    offsets =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.filter { $0 >= start && bytes[$0] & 0xC0 != 0x80 }
  }

  /// The byte offset of a mark. Uses its index only, because libyaml's line and column are wrong at the end of the
  /// text.
  func offset(of mark: yaml_mark_t) -> Int {
    guard let offsets else { return min(Int(mark.index), end) }
    return mark.index < offsets.count ? offsets[Int(mark.index)] : end
  }

  /// The byte offset in the file of a byte offset after the byte order mark, as libyaml's reader reports it.
  func offset(ofByte byte: Int) -> Int { min(start + byte, end) }
}
