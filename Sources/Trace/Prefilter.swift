/// Says of most messages, by one look at every few bytes, that none of the literals is in them.
///
/// Every literal has a window of the same length; wherever the window is in a message, one of its four-byte
/// pieces lies at a multiple of the stride. So only those places are looked at, in a table of bits that fits the
/// first cache; a hit is compared with the literals. Windows are taken where text is least like that of other
/// log lines, and where another literal has the same.
struct Prefilter: Sendable {
  /// Literals of this length or more give the best stride.
  static let goodLength = 7
  private static let bits: UInt32 = 17

  private var stride = 1
  private var table: [UInt64] = Array(repeating: 0, count: 1 << Int(bits - 6))
  /// Which literals may stand around a piece, by the piece.
  private var places: [UInt32: [Place]] = [:]
  private var literals: [[UInt8]] = []
  /// Whether some literal is too short to look for, so that every message is asked for.
  private var isOpen = false

  private struct Place {
    var literal: Int
    var offset: Int
  }

  /// A filter for messages that hold at least one of these literals.
  init(_ texts: some Sequence<String>) {
    for text in Set(texts).sorted() {
      let literal = Array(text.utf8)
      if literal.count < 4 { isOpen = true } else { literals.append(literal) }
    }
    let window = min(literals.map(\.count).min() ?? Self.goodLength, Self.goodLength)
    stride = window - 3
    for (number, literal) in literals.enumerated() {
      let best = (0...literal.count - window).min { cost(literal, $0) < cost(literal, $1) } ?? 0
      for offset in best..<best + stride {
        let piece = Self.piece(literal, offset)
        places[piece, default: []].append(Place(literal: number, offset: offset))
        let bit = Self.bit(of: piece)
        table[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
  }

  /// Whether a message may hold a literal. False is certain.
  @inline(__always)
  func admits(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    if isOpen { return true }
    // Bounds are checked once, for all looks of the loop: `message` lies within the line, and the hash has as
    // many bits as the table.
    let text = line.extracting(message)
    return unsafe text.withUnsafeBytes { bytes in
      unsafe table.withUnsafeBufferPointer { table in
        var index = 0
        let last = bytes.count &- 4
        while index <= last {
          let piece = unsafe UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
          let bit = Self.bit(of: piece)
          if unsafe table[bit >> 6] >> UInt64(truncatingIfNeeded: bit & 63) & 1 == 1,
            holds(line, message.lowerBound &+ index, message, piece)
          {
            return true
          }
          index &+= stride
        }
        return false
      }
    }
  }

  /// Compares the text around a piece with the literals that have it.
  @inline(never)
  private func holds(_ line: Span<UInt8>, _ index: Int, _ message: Range<Int>, _ piece: UInt32) -> Bool {
    for place in places[piece] ?? [] {
      let literal = literals[place.literal]
      let start = index - place.offset
      guard start >= message.lowerBound, start + literal.count <= message.upperBound else { continue }
      if literal.indices.allSatisfy({ line[start + $0] == literal[$0] }) { return true }
    }
    return false
  }

  /// How often the pieces of a window are likely to stand in other text.
  private func cost(_ literal: [UInt8], _ start: Int) -> Int {
    var cost = 0
    for offset in start..<start + stride where places[Self.piece(literal, offset)] == nil {
      var likelihood = 1
      for byte in literal[offset..<offset + 4] { likelihood *= byte.isLower || byte.isBlank ? 12 : 3 }
      cost += likelihood
    }
    return cost
  }

  private static func piece(_ literal: [UInt8], _ offset: Int) -> UInt32 {
    literal[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  @inline(__always)
  private static func bit(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}
