/// Says of most messages, by one look at every few bytes, that none of the literals is in them.
///
/// Every literal has a window of the same length; wherever the window is in a message, one of its four-byte
/// pieces lies at a multiple of the stride. So only those places are looked at, in a table of 64 KiB, of which a log
/// needs little more than what the first cache holds; a hit is compared with the literals. Windows are taken where
/// text is least like that of other log lines, of which a sample tells most, and where other literals have the same
/// pieces.
struct Prefilter: Sendable {
  /// Literals of this length or more are found by what is rare in them.
  static let goodLength = 8
  /// A longer window would let fewer places be looked at, and would have common pieces in it: with 412 literals it takes
  /// a third longer.
  private static let longestWindow = 7
  /// How many bits a piece's hash has.
  private static let bits: UInt32 = 16

  /// How far apart the places are that are looked at: 4, and less only where a literal is shorter than a window.
  private(set) var stride = 1
  /// For the hash of each piece whether some window has it.
  private(set) var table: [UInt8] = []
  /// By piece: where its places are. A power of two of them, searched on from the piece's hash.
  private var slots: [Slot] = []
  private var places: [Place] = []
  /// By window: which of `members` have it.
  private var windows: [Range<Int>] = []
  private var members: [Member] = []
  private var text: [UInt8] = []
  private var literals: [Range<Int>] = []
  /// Whether some literal is too short to look for, so that every message is asked for.
  private(set) var isOpen = false

  private struct Slot {
    var piece: UInt32 = 0
    var places: Range<Int32> = 0..<0
  }

  /// A window, and where in it a piece is.
  private struct Place {
    var ends: Ends
    var window: Int32
    var offset: Int32
  }

  /// The first and the last four bytes of a window.
  private struct Ends: Equatable {
    var first: UInt32
    var last: UInt32
  }

  /// A literal, and where in it a window is.
  private struct Member {
    var literal: Range<Int>
    var offset: Int
  }

  /// A filter for messages that hold at least one of these literals.
  init(_ texts: some Sequence<String>) {
    var known = WordTable()
    for text in texts {
      let start = self.text.count
      self.text += text.utf8
      let count = known.count
      if known.insert(self.text.span, start..<self.text.count) < count {
        self.text.removeSubrange(start...)
      } else if self.text.count - start < 4 {
        isOpen = true
      } else {
        literals.append(start..<self.text.count)
      }
    }
    let window = literals.reduce(Self.longestWindow) { min($0, $1.count) }
    stride = window - 3
    let common = Self.commonPieces
    chooseWindows { Self.likelihood($0, $1, common) }
  }

  /// How often each piece stands where it is looked for, by its hash.
  struct Counts {
    fileprivate var counts = Array(repeating: UInt16(0), count: 1 << Int(bits))

    /// Adds what is looked at in a message.
    mutating func add(_ bytes: Span<UInt8>, _ message: Range<Int>) {
      var index = message.lowerBound
      while index + 4 <= message.upperBound {
        let hash = hash(of: bytes.piece(at: index))
        if counts[hash] < .max { counts[hash] += 1 }
        index += 4
      }
    }
  }

  /// The same filter with the windows that are rarest in a part of a log.
  func fitted(to sample: Counts) -> Prefilter {
    var fitted = self
    let common = Self.commonPieces
    // Of what does not occur, what is least likely.
    fitted.chooseWindows { text, index in
      256 * Int(sample.counts[Self.hash(of: text.span.piece(at: index))])
        + Self.likelihood(text, index, common) / 32 + 1
    }
    return fitted
  }

  /// Chooses the window of each literal by what it costs to look for the piece at an index of `text`. What is looked for
  /// anyway costs less; so those that have no choice come first.
  private mutating func chooseWindows(_ cost: (_ text: [UInt8], _ index: Int) -> Int) {
    table = Array(repeating: 0, count: 1 << Int(Self.bits))
    var windows: [(ends: Ends, members: [Member])] = []
    // By a window's hash its number, -1 where free.
    var numbers = Array(repeating: Int32(-1), count: Self.size(for: literals.count))
    var found: [(piece: UInt32, place: Place)] = []
    found.reserveCapacity(literals.count * stride)
    for literal in literals.sorted(by: { $0.count < $1.count }) {
      let best = Self.cheapest(stride, of: literal.count - 3) { offset in
        let index = literal.lowerBound + offset
        let cost = cost(text, index)
        return table[Self.hash(of: text.span.piece(at: index))] == 1 ? cost / 8 : cost
      }.start
      let start = literal.lowerBound + best
      let ends = Ends(first: text.span.piece(at: start), last: text.span.piece(at: start + stride - 1))
      var slot = Self.hash(of: ends.first ^ ends.last &* 31) & (numbers.count - 1)
      while numbers[slot] >= 0, windows[Int(numbers[slot])].ends != ends {
        slot = (slot + 1) & (numbers.count - 1)
      }
      if numbers[slot] < 0 {
        numbers[slot] = Int32(truncatingIfNeeded: windows.count)
        for offset in 0..<stride {
          let piece = text.span.piece(at: start + offset)
          table[Self.hash(of: piece)] = 1
          let number = Int32(truncatingIfNeeded: windows.count)
          found.append((piece, Place(ends: ends, window: number, offset: Int32(offset))))
        }
        windows.append((ends, []))
      }
      windows[Int(numbers[slot])].members.append(Member(literal: literal, offset: best))
    }
    members = windows.flatMap(\.members)
    self.windows = []
    for window in windows {
      let start = self.windows.last?.upperBound ?? 0
      self.windows.append(start..<start + window.members.count)
    }
    index(found)
  }

  /// Puts the places of each piece side by side.
  private mutating func index(_ found: [(piece: UInt32, place: Place)]) {
    slots = Array(repeating: Slot(), count: Self.size(for: found.count))
    var slotOfPlace: [Int] = []
    slotOfPlace.reserveCapacity(found.count)
    for (piece, _) in found {
      var slot = Self.hash(of: piece) & (slots.count - 1)
      while !slots[slot].places.isEmpty, slots[slot].piece != piece { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(piece: piece, places: 0..<slots[slot].places.upperBound + 1)
      slotOfPlace.append(slot)
    }
    places = Array(repeating: Place(ends: Ends(first: 0, last: 0), window: 0, offset: 0), count: found.count)
    var next: Int32 = 0
    var free = Array(repeating: Int32(-1), count: slots.count)
    for (slot, entry) in zip(slotOfPlace, found) {
      if free[slot] < 0 {
        free[slot] = next
        next += slots[slot].places.upperBound
        slots[slot].places = free[slot]..<next
      }
      places[Int(free[slot])] = entry.place
      free[slot] += 1
    }
  }

  /// Of a table that is searched on from a hash: a power of two, four times as many as are in it.
  private static func size(for count: Int) -> Int {
    var size = 16
    while size < count * 4 { size *= 2 }
    return size
  }

  /// The first literal in a stretch of a line, or one that overlaps it; nil where there is certainly none.
  @inline(__always)
  func first(in line: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    if isOpen { return range.isEmpty ? nil : range }
    let bytes = unsafe line.extracting(range).bytes
    let table = table.span
    var index = 0
    // Every look ends before `count`.
    let last = bytes.byteCount &- 4
    while index &+ 3 &* stride <= last {
      let hits =
        unsafe Self.look(bytes, index, table) | Self.look(bytes, index &+ stride, table)
        | Self.look(bytes, index &+ 2 &* stride, table) | Self.look(bytes, index &+ 3 &* stride, table)
      if hits != 0 {
        for number in 0..<4 where unsafe Self.look(bytes, index &+ number &* stride, table) != 0 {
          if let literal = literal(in: line, range, at: range.lowerBound &+ index &+ number &* stride) {
            return literal
          }
        }
      }
      index &+= 4 &* stride
    }
    while index <= last {
      if unsafe Self.look(bytes, index, table) != 0,
        let literal = literal(in: line, range, at: range.lowerBound &+ index)
      {
        return literal
      }
      index &+= stride
    }
    return nil
  }

  /// The table's byte for the piece at an index, unchecked: the piece has to be there, and a hash has as many bits as the
  /// table.
  @inline(__always) @unsafe
  static func look(_ bytes: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe table[
      unchecked: hash(
        of: UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self)))]
  }

  /// Compares the text around the piece at an index with the literals that have it in their windows.
  @inline(never)
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> Range<Int>? {
    let piece = line.piece(at: index)
    var slot = Self.hash(of: piece) & (slots.count - 1)
    while !slots[slot].places.isEmpty {
      if slots[slot].piece == piece, let literal = literal(in: line, range, at: index, slots[slot].places) {
        return literal
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int, _ candidates: Range<Int32>)
    -> Range<Int>?
  {
    for candidate in candidates {
      let place = places[Int(candidate)]
      let start = index &- Int(place.offset)
      // Most are told by the window alone.
      guard start >= range.lowerBound, start &+ stride &+ 3 <= range.upperBound,
        line.piece(at: start) == place.ends.first, line.piece(at: start &+ stride &- 1) == place.ends.last
      else { continue }
      for member in windows[Int(place.window)] {
        let literal = members[member].literal
        let start = start - members[member].offset
        let end = start + literal.count
        if start >= range.lowerBound, end <= range.upperBound,
          line.extracting(start..<end).isEqual(to: text.span.extracting(literal))
        {
          return start..<end
        }
      }
    }
    return nil
  }

  /// Of so many costs in a row the stretch of a length with the least sum, the first of them.
  private static func cheapest(
    _ length: Int, of count: Int, _ cost: (Int) -> Int
  ) -> (start: Int, cost: Int) {
    var sum = 0
    var best = (start: 0, cost: Int.max)
    var costs: [Int] = []
    costs.reserveCapacity(count)
    for index in 0..<count {
      costs.append(cost(index))
      sum += costs[index]
      if index >= length { sum -= costs[index - length] }
      if index + 1 >= length, sum < best.cost { best = (index + 1 - length, sum) }
    }
    return best
  }

  /// How dear it is to look for a literal: short ones let the filter skip little, common ones stop it often.
  static func cost(of literal: String) -> Int {
    let text = Array(literal.utf8)
    guard text.count >= goodLength else { return 10_000 * (goodLength - text.count) }
    let common = commonPieces
    return cheapest(goodLength - 3, of: text.count - 3) { likelihood(text, $0, common) }.cost
  }

  /// Words that any log is full of, and by which none of the literals is to be found.
  private static let commonWords = """
    loading image from cache request finished application state view layout background foreground queue timer scene \
    render frame network response status user default setting settings session connection connected starting started \
    stopped changed creating created deleted update updated receiving received sending sent message messages error \
    failed failure success successfully completed completion handler callback controller manager service \
    notification notifications location process thread memory warning version device display window screen visible \
    fragment resource bundle content context configuration component interface information operation \
    transaction attribute identifier invalid missing unable could cannot would should with this that will have been \
    when after before there which into over time date value values name data file files path type size count number \
    and the for not has was are can ing ed 
    """

  /// Where the pieces of these words are, by their hashes.
  private static let commonPieces: [Bool] = {
    let text = Array(commonWords.utf8)
    var table = Array(repeating: false, count: 1 << Int(bits))
    for index in 0...text.count - 4 { table[hash(of: text.span.piece(at: index))] = true }
    return table
  }()

  /// Small letters are everywhere, and so is a capital before them; a capital after one is only in such names. The common
  /// pieces are handed over, as asking for what is made once takes as long as all the rest.
  private static func likelihood(_ text: [UInt8], _ index: Int, _ common: [Bool]) -> Int {
    var rest = text.span.piece(at: index)
    if common[hash(of: rest)] { return 1_000 }
    var capitals = 0
    var hasSign = false
    var wasLower = false
    for _ in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: rest)
      rest &>>= 8
      if byte.isUpper {
        if wasLower { return 1 }
        capitals &+= 1
      } else if !byte.isLetter, !byte.isBlank {
        hasSign = true
      }
      wasLower = byte.isLower
    }
    return hasSign ? 6 : capitals == 0 ? 60 : capitals == 1 ? 25 : 12
  }

  @inline(__always)
  static func hash(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}
