/// The four-byte pieces that a block scanner looks for, by their hashes.
///
/// It has no false negatives, and few false positives: it knows three more bits of the hash than the place in the table, and a
/// part of the bytes before and behind the piece in the literal.
struct PieceTable: Sendable {
  /// For each hash of `Prefilter` eight bits: three more bits of the hash choose one of them. Thousands of pieces would
  /// otherwise share a hash with one of twenty pieces of any text.
  let bits: [UInt8]
  /// For each hash, the lowest three bits of the bytes that may be before and behind its pieces, each as one bit of eight.
  private let before: [UInt8]
  private let behind: [UInt8]

  init(_ pieces: [(bytes: UInt32, before: UInt8?, behind: UInt8?)]) {
    let none = Array(repeating: UInt8(0), count: 1 << Int(Prefilter.bits))
    var (bits, before, behind) = (none, none, none)
    for piece in pieces {
      let place = Prefilter.hash(of: piece.bytes)
      bits[place] |= Self.bit(of: piece.bytes)
      before[place] |= piece.before.map(Self.bit) ?? .max
      behind[place] |= piece.behind.map(Self.bit) ?? .max
    }
    (self.bits, self.before, self.behind) = (bits, before, behind)
  }

  /// Whether the four bytes at an index may be a piece of a literal.
  @inline(__always)
  func mayContain(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    let piece = bytes.piece(at: index)
    let place = Prefilter.hash(of: piece)
    return bits[place] & Self.bit(of: piece) != 0
      && before[place] & Self.bit(of: bytes.byte(at: index &- 1)) != 0
      && behind[place] & Self.bit(of: bytes.byte(at: index &+ 4)) != 0
  }

  @inline(__always)
  private static func bit(of piece: UInt32) -> UInt8 {
    1 &<< UInt8(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (29 - Prefilter.bits) & 7)
  }

  @inline(__always)
  private static func bit(of byte: UInt8) -> UInt8 { 1 &<< (byte & 7) }
}
