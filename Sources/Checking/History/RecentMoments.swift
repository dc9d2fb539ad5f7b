import BasicContainers

/// Moments of keys as they came, one after the other. They stand in places of their own, which are written over: of a short
/// key no more is written than tells it.
struct RecentMoments: ~Copyable {
  /// So many are written down, and behind them stands what is left of others.
  private(set) var count = 0
  private var notes = UniqueArray<Note>()
  private let most: Int

  struct Note {
    fileprivate(set) var key = Key.absent
    fileprivate(set) var moment = Moment.none
  }

  /// With room for so many.
  init(most: Int) { self.most = most }

  var isEmpty: Bool { count == 0 }
  @inline(__always)
  var isFull: Bool { count == most }
  var isHalfFull: Bool { count > most / 2 }
  var indices: Range<Int> { 0..<count }

  subscript(_ place: Int) -> Note { notes[place] }

  /// Writes down one more, for which there has to be room.
  @inline(__always)
  mutating func append(_ key: Key, _ moment: Moment) {
    if count == notes.count { grow() }
    notes[count].key.become(key)
    notes[count].moment = moment
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    notes.makeRoom()
    while notes.count < min(notes.capacity, most) { notes.append(Note()) }
  }

  mutating func removeAll() { count = 0 }

  /// Takes out the oldest.
  mutating func removeFirst(_ removed: Int) {
    if removed == 0 { return }
    for place in removed..<count { notes[place - removed] = notes[place] }
    count -= removed
  }
}
