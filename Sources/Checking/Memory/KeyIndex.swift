import BasicContainers

/// A hash index from keys to numbers of elements, with open addressing and linear probing (Knuth, The Art of Computer
/// Programming, volume 3, section 6.4, algorithms L and R). The elements and their keys are stored elsewhere. A slot takes 16
/// bytes: they identify a short key, so a search looks at few elements. Adding an element after removing one allocates no memory.
struct KeyIndex: ~Copyable {
  /// The slots. Their number is a power of two, or 0 at first.
  private var places = UniqueArray<Place>()
  private(set) var count = 0
  /// The maximum number of elements before the index grows. Half of the slots of a small index stay free, so that searches end at
  /// once. A large index is filled to seven eighths, because looking at adjacent slots costs less than a cache miss.
  private var most = 0
  /// The maximum number of slots of a small index.
  private let sparse: Int

  /// Creates an empty index.
  init(sparse: Int = Limits().sparseIndex) { self.sparse = sparse }

  struct Place {
    fileprivate var hash: UInt32 = 0
    /// The number of the element; negative if the slot is free.
    fileprivate var number: Int32 = -1
    /// The first word of the key. It is all of the key if that has at most eight bytes.
    fileprivate var word: UInt64 = 0
  }

  /// The result of a search: the slot of the key and the number of its element, or a free slot and a negative number.
  struct Finding {
    fileprivate var place: Int
    var number: Int32
  }

  var isEmpty: Bool { count == 0 }

  /// Calls a function with the number of each element, in no particular order.
  func forEach(_ body: (Int32) -> Void) {
    for place in places.indices where places[place].number >= 0 { body(places[place].number) }
  }

  /// Returns the number of the next element from a slot on, and moves `place` behind its slot. Negative at the end.
  func next(from place: inout Int) -> Int32 {
    while place < places.count {
      defer { place += 1 }
      if places[place].number >= 0 { return places[place].number }
    }
    return -1
  }

  /// Whether an element fits a predicate.
  func contains(where isThat: (Int32) -> Bool) -> Bool {
    for place in places.indices where places[place].number >= 0 {
      if isThat(places[place].number) { return true }
    }
    return false
  }

  /// Returns the number of the element with a key, or a negative number. For a key longer than eight bytes, `hasKey` is called
  /// for each element with the same hash and first word, and compares the whole key.
  @inline(__always)
  func number(_ key: Key, where hasKey: (Int32) -> Bool) -> Int32 {
    count == 0 ? -1 : find(key, where: hasKey).number
  }

  /// Grows the index if it is too full for one more element.
  @inline(__always)
  mutating func makeRoom() {
    if count >= most { grow() }
  }

  /// Returns the slot of a key, or the free slot for it. The index must have slots, so call `makeRoom()` before. The result is
  /// valid until an element is added or removed.
  @inline(__always)
  func find(_ key: Key, where hasKey: (Int32) -> Bool) -> Finding {
    var found = find(key, from: first(of: key.hash))
    if key.isShort { return found }
    while found.number >= 0, !hasKey(found.number) { found = find(key, from: next(found.place)) }
    return found
  }

  /// Returns the first slot from a slot on with the same hash and first word, or the first free slot.
  @inline(__always)
  private func find(_ key: Key, from first: Int) -> Finding {
    var place = first
    while true {
      let number = places[place].number
      if number < 0 || places[place].hash == key.hash && places[place].word == key.word {
        return Finding(place: place, number: number)
      }
      place = next(place)
    }
  }

  /// Adds an element at the free slot that `find` returned for its key.
  @inline(__always)
  mutating func put(_ number: Int32, under key: Key, at room: Finding) {
    places[room.place] = Place(hash: key.hash, number: number, word: key.word)
    count &+= 1
  }

  /// Removes the element with a key, and returns its number, or a negative number if there is none.
  @inline(__always)
  mutating func remove(_ key: Key, where hasKey: (Int32) -> Bool) -> Int32 {
    if count == 0 { return -1 }
    let found = find(key, where: hasKey)
    if found.number >= 0 { freeSlot(found.place) }
    return found.number
  }

  /// Removes an element by its key and its number. The index must contain it.
  mutating func remove(_ key: Key, _ number: Int32) { freeSlot(place(key.hash, number)) }

  @inline(__always)
  private mutating func freeSlot(_ place: Int) {
    count &-= 1
    places[place].number = -1
    if places[next(place)].number >= 0 { close(place) }
  }

  /// Fills a slot that became free with a later element of the same run of occupied slots, so that no search ends too early.
  @inline(never)
  private mutating func close(_ free: Int) {
    var hole = free
    var place = next(hole)
    while places[place].number >= 0 {
      let home = first(of: places[place].hash)
      if (place &- home) & (places.count &- 1) >= (place &- hole) & (places.count &- 1) {
        places[hole] = places[place]
        hole = place
      }
      place = next(place)
    }
    places[hole].number = -1
  }

  /// Changes the number of an element. The index must contain it.
  mutating func renumber(_ key: Key, from old: Int32, to new: Int32) {
    places[place(key.hash, old)].number = new
  }

  mutating func removeAll() {
    if count == 0 { return }
    for place in places.indices { places[place].number = -1 }
    count = 0
  }

  @inline(__always)
  private func first(of hash: UInt32) -> Int { Int(hash) & (places.count &- 1) }
  @inline(__always)
  private func next(_ place: Int) -> Int { (place &+ 1) & (places.count &- 1) }

  private func place(_ hash: UInt32, _ number: Int32) -> Int {
    var place = first(of: hash)
    while places[place].number != number { place = next(place) }
    return place
  }

  @inline(never)
  private mutating func grow() {
    let times = places.count < 1_024 ? 4 : 2
    var old = UniqueArray(repeating: Place(), count: max(16, places.count * times))
    swap(&old, &places)
    most = places.count <= sparse ? places.count / 2 : places.count / 8 * 7
    for number in old.indices where old[number].number >= 0 {
      var place = first(of: old[number].hash)
      while places[place].number >= 0 { place = next(place) }
      places[place] = old[number]
    }
  }
}
