/// Finds things with keys by the keys' hashes: open addressing with linear probing (Knuth, The Art of Computer
/// Programming 3, 6.4, algorithms L and R). The things stand elsewhere, by number, and their keys with them: a place
/// takes eight bytes, so that what is looked for is near at hand, and a steady number of things asks for no memory.
struct KeyIndex {
  /// As many as a power of two, at least half of them free.
  private var places: [Place] = []
  private(set) var count = 0

  private struct Place {
    var hash: UInt32 = 0
    /// Negative where it is free.
    var number: Int32 = -1
  }

  var isEmpty: Bool { count == 0 }

  /// All things, in no order.
  var numbers: some Sequence<Int32> { places.lazy.compactMap { $0.number < 0 ? nil : $0.number } }

  /// The one with a hash that is meant; negative where there is none.
  @inline(__always)
  func number(_ hash: UInt32, where isMeant: (Int32) -> Bool) -> Int32 {
    if count == 0 { return -1 }
    var place = first(of: hash)
    while places[place].number >= 0 {
      if places[place].hash == hash, isMeant(places[place].number) { return places[place].number }
      place = next(place)
    }
    return -1
  }

  /// Enters one that is not there.
  @inline(__always)
  mutating func insert(_ hash: UInt32, _ number: Int32) {
    if (count &+ 1) &* 2 > places.count { grow() }
    places[free(hash)] = Place(hash: hash, number: number)
    count &+= 1
  }

  /// Takes one out that is there.
  @inline(__always)
  mutating func remove(_ hash: UInt32, _ number: Int32) {
    var hole = place(hash, number)
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
  mutating func renumber(_ hash: UInt32, from old: Int32, to new: Int32) {
    places[place(hash, old)].number = new
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
