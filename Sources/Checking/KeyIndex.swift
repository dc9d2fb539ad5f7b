/// Finds things by their keys: open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4,
/// algorithms L and R). The things stand elsewhere, by number, and their keys with them: a place takes sixteen bytes,
/// which is enough to tell short keys, so that of many things few are looked at; and a steady number of them asks for no
/// memory.
struct KeyIndex {
  /// As many as a power of two, at least half of them free.
  private var places: [Place] = []
  private(set) var count = 0

  private struct Place {
    var hash: UInt32 = 0
    /// Negative where it is free.
    var number: Int32 = -1
    var word: UInt64 = 0
  }

  var isEmpty: Bool { count == 0 }

  /// All things, in no order.
  var numbers: some Sequence<Int32> { places.lazy.compactMap { $0.number < 0 ? nil : $0.number } }

  /// The one with a key; negative where there is none. Whether one of the same hash and first bytes has that key, is asked
  /// where these are not all of it.
  @inline(__always)
  func number(_ key: Key, where hasKey: (Int32) -> Bool) -> Int32 {
    if count == 0 { return -1 }
    var place = first(of: key.hash)
    while places[place].number >= 0 {
      if places[place].hash == key.hash, places[place].word == key.word,
        key.isShort || hasKey(places[place].number)
      {
        return places[place].number
      }
      place = next(place)
    }
    return -1
  }

  /// Enters one that is not there.
  @inline(__always)
  mutating func insert(_ key: Key, _ number: Int32) {
    if (count &+ 1) &* 2 > places.count { grow() }
    places[free(key.hash)] = Place(hash: key.hash, number: number, word: key.word)
    count &+= 1
  }

  /// Takes one out that is there.
  @inline(__always)
  mutating func remove(_ key: Key, _ number: Int32) {
    var hole = place(key.hash, number)
    count &-= 1
    // What was pushed behind the hole moves up, so that no search ends too early.
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

  @inline(__always)
  private func place(_ hash: UInt32, _ number: Int32) -> Int {
    var place = first(of: hash)
    while places[place].number != number { place = next(place) }
    return place
  }

  @inline(__always)
  private func free(_ hash: UInt32) -> Int {
    var place = first(of: hash)
    while places[place].number >= 0 { place = next(place) }
    return place
  }

  @inline(never)
  private mutating func grow() {
    var old = Array(repeating: Place(), count: max(16, places.count * 2))
    swap(&old, &places)
    for place in old where place.number >= 0 { places[free(place.hash)] = place }
  }
}
