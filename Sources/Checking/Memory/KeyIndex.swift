import BasicContainers

/// Finds things by their keys: open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4,
/// algorithms L and R). The things stand elsewhere, by number, and their keys with them: a place takes sixteen bytes,
/// which is enough to tell short keys, so that of many things few are looked at; and a steady number of them asks for no
/// memory.
struct KeyIndex: ~Copyable {
  /// As many as a power of two.
  private var places = UniqueArray<Place>()
  private(set) var count = 0
  /// How many there may be: a few are found at once where half of the places are free; of many the places are near at hand
  /// where an eighth is, and to look at some side by side costs less than one that is far away.
  private var most = 0
  /// So many places are few.
  private let sparse: Int

  /// None yet.
  init(sparse: Int = Limits().sparseIndex) { self.sparse = sparse }

  struct Place {
    fileprivate var hash: UInt32 = 0
    /// Negative where it is free.
    fileprivate var number: Int32 = -1
    fileprivate var word: UInt64 = 0
  }

  /// Where a key stands, and under which number; or where there is room for it, and a negative one.
  struct Finding {
    fileprivate var place: Int
    var number: Int32
  }

  var isEmpty: Bool { count == 0 }

  /// Hands over all things, in no order.
  func forEach(_ body: (Int32) -> Void) {
    for place in places.indices where places[place].number >= 0 { body(places[place].number) }
  }

  /// The next one from a place on, which moves behind it; negative where there is none.
  func next(from place: inout Int) -> Int32 {
    while place < places.count {
      defer { place += 1 }
      if places[place].number >= 0 { return places[place].number }
    }
    return -1
  }

  /// Whether any of them is one of those.
  func contains(where isThat: (Int32) -> Bool) -> Bool {
    for place in places.indices where places[place].number >= 0 {
      if isThat(places[place].number) { return true }
    }
    return false
  }

  /// The one with a key; negative where there is none. Whether one of the same hash and first bytes has that key, is asked
  /// where these are not all of it.
  @inline(__always)
  func number(_ key: Key, where hasKey: (Int32) -> Bool) -> Int32 {
    count == 0 ? -1 : find(key, where: hasKey).number
  }

  /// Sees to it that there is room for one more.
  @inline(__always)
  mutating func makeRoom() {
    if count >= most { grow() }
  }

  /// Where a key stands, or would, for which there is room: as long as nothing else is put in or taken out.
  @inline(__always)
  func find(_ key: Key, where hasKey: (Int32) -> Bool) -> Finding {
    var found = find(key, from: first(of: key.hash))
    if key.isShort { return found }
    while found.number >= 0, !hasKey(found.number) { found = find(key, from: next(found.place)) }
    return found
  }

  /// The first one from a place on with the same hash and first bytes, or where there is room.
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

  /// Puts a thing where there is room for its key.
  @inline(__always)
  mutating func put(_ number: Int32, under key: Key, at room: Finding) {
    places[room.place] = Place(hash: key.hash, number: number, word: key.word)
    count &+= 1
  }

  /// Takes out what has a key; negative where nothing does.
  @inline(__always)
  mutating func remove(_ key: Key, where hasKey: (Int32) -> Bool) -> Int32 {
    if count == 0 { return -1 }
    let found = find(key, where: hasKey)
    if found.number >= 0 { vacate(found.place) }
    return found.number
  }

  /// Takes out a thing that is there.
  mutating func remove(_ key: Key, _ number: Int32) { vacate(place(key.hash, number)) }

  @inline(__always)
  private mutating func vacate(_ place: Int) {
    count &-= 1
    places[place].number = -1
    if places[next(place)].number >= 0 { close(place) }
  }

  /// What was pushed behind a hole moves up, so that no search ends too early.
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

  /// One has another number from now on.
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
