import BasicContainers

/// A write buffer of moments and their keys, in the order of the log. Its slots are overwritten in place: for a short key, only
/// the words that are used are copied.
struct RecentMoments: ~Copyable {
  /// The number of moments. The slots after them contain stale values.
  private(set) var count = 0
  private var notes = UniqueArray<Note>()
  private let most: Int

  struct Note {
    fileprivate(set) var key = Key.absent
    fileprivate(set) var moment = Moment.none
  }

  /// Creates an empty buffer with a capacity.
  init(most: Int) { self.most = most }

  var isEmpty: Bool { count == 0 }
  @inline(__always)
  var isFull: Bool { count == most }
  var isHalfFull: Bool { count > most / 2 }
  var indices: Range<Int> { 0..<count }

  subscript(_ place: Int) -> Note { notes[place] }

  /// Appends a moment. The buffer must not be full.
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

  /// Removes the oldest moments.
  mutating func removeFirst(_ removed: Int) {
    if removed == 0 { return }
    for place in removed..<count { notes[place - removed] = notes[place] }
    count -= removed
  }
}
