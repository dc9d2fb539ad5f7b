import BasicContainers

/// An event that is to be answered.
struct Obligation {
  let trigger: Occurrence
  /// The moment at which it asks, from which its time counts.
  let start: Moment
  /// The key that it asks for; absent where any answer answers it.
  let key: Key
  /// How soon an answer comes too early, in nanoseconds.
  let earliest: Int64
  let instance: Response.Open
  /// Its own, where the limit is not the same for all.
  var deadline: Deadline?
}

/// The obligations of a sentence, by number, in chains of those that ask for the same key in one instance. A number is given
/// again once its obligation is taken out, so that a steady log asks for no memory.
struct Obligations: ~Copyable {
  private var places = UniqueArray<Place>()
  private var free: [Int32] = []

  struct Place {
    fileprivate var obligation: Obligation?
    /// Those before and after it in its chain; negative for none.
    fileprivate var older: Int32 = -1
    fileprivate var newer: Int32 = -1
  }

  /// From where its time counts, and how soon an answer comes too early.
  func times(of number: Int32) -> (start: Moment, earliest: Int64)? {
    guard let start = places[Int(number)].obligation?.start,
      let earliest = places[Int(number)].obligation?.earliest
    else { return nil }
    return (start, earliest)
  }

  func key(of number: Int32) -> Key { places[Int(number)].obligation?.key ?? .absent }

  /// When its trigger happened, in the log's order.
  func order(of number: Int32) -> Int { places[Int(number)].obligation?.trigger.order ?? 0 }

  /// Takes one in, in no chain; its number.
  mutating func add(_ obligation: consuming Obligation) -> Int32 {
    guard let number = free.popLast() else {
      places.append(Place(obligation: obligation))
      return Int32(truncatingIfNeeded: places.count - 1)
    }
    places[Int(number)].obligation = obligation
    return number
  }

  mutating func set(_ deadline: Deadline?, of number: Int32) {
    places[Int(number)].obligation?.deadline = deadline
  }

  /// Takes one out, which is in no chain any more.
  mutating func remove(_ number: Int32) -> Obligation? {
    free.append(number)
    return places[Int(number)].obligation.take()
  }

  // MARK: Chains

  /// Puts one at the end of a chain, of which that is the newest so far; negative for none.
  mutating func link(_ number: Int32, behind newest: Int32) {
    places[Int(number)].older = newest
    places[Int(number)].newer = -1
    if newest >= 0 { places[Int(newest)].newer = number }
  }

  /// Takes one out of its chain. If it was the newest, which one is so now, negative for none; else nil.
  mutating func unlink(_ number: Int32) -> Int32? {
    let (older, newer) = (places[Int(number)].older, places[Int(number)].newer)
    if older >= 0 { places[Int(older)].newer = newer }
    if newer >= 0 { places[Int(newer)].older = older }
    return newer < 0 ? older : nil
  }

  /// Lists a chain from its oldest to its newest, which that is; negative for none.
  func list(_ newest: Int32, in list: inout [Int32]) {
    let first = list.count
    var next = newest
    while next >= 0 {
      list.append(next)
      next = places[Int(next)].older
    }
    list[first...].reverse()
  }
}
