/// The four-byte pieces that a block scanner looks for, by their hashes.
///
/// It has no false negatives and few false positives, because it also checks three more bits of the hash, and three bits of each
/// byte next to the piece.
struct PieceTable: Sendable {
  /// Eight bits for each hash of `Prefilter`; three more bits of a piece's hash select one of them. Without them, one in twenty
  /// pieces of any text would be a false hit, because there are thousands of pieces.
  let bits: [UInt8]
  /// For each hash, a set of eight bits: the lowest three bits of each byte that may be directly before or after its pieces.
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
