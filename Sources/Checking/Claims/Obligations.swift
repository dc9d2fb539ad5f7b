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
}

/// The obligations of a sentence, by number, in chains of those that ask for the same key in one instance. A number is given
/// again once its obligation is taken out, so that a steady log asks for no memory.
struct Obligations: ~Copyable {
  private var places = UniqueArray<Place>()
  private var free: [Int32] = []

  /// An obligation, or what is left of one: then it refers to nothing.
  struct Place {
    fileprivate var trigger: Occurrence?
    fileprivate var instance: Response.Open?
    fileprivate var deadline: Deadline?
    fileprivate var start = Moment.none
    fileprivate var key = Key.absent
    fileprivate var earliest: Int64 = 0
    /// Those before and after it in its chain; negative for none.
    fileprivate var older: Int32 = -1
    fileprivate var newer: Int32 = -1
  }

  /// From where its time counts.
  func start(of number: Int32) -> Moment { places[Int(number)].start }
  /// How soon an answer comes too early.
  func earliest(of number: Int32) -> Int64 { places[Int(number)].earliest }
  func key(of number: Int32) -> Key { places[Int(number)].key }
  func instance(of number: Int32) -> Response.Open? { places[Int(number)].instance }

  /// Takes one in, in no chain; its number.
  mutating func add(
    _ trigger: Occurrence, at start: Moment, for key: Key, earliest: Int64, in instance: Response.Open
  ) -> Int32 {
    let number = free.popLast() ?? Int32(truncatingIfNeeded: places.count)
    if number == places.count { places.append(Place()) }
    let place = Int(number)
    places[place].trigger = trigger
    places[place].instance = instance
    places[place].start = start
    places[place].key = key
    places[place].earliest = earliest
    return number
  }

  mutating func set(_ deadline: Deadline?, of number: Int32) { places[Int(number)].deadline = deadline }

  /// How much time it has, in nanoseconds, where it has a deadline of its own.
  func limit(of number: Int32) -> Int64? { places[Int(number)].deadline?.allowed }

  /// What ends its time, where it has one of its own.
  mutating func takeDeadline(of number: Int32) -> Deadline? {
    if places[Int(number)].deadline == nil { return nil }
    return places[Int(number)].deadline.take()
  }

  /// Takes one out, which is in no chain any more.
  mutating func remove(_ number: Int32) -> Obligation? {
    free.append(number)
    let place = Int(number)
    guard let trigger = places[place].trigger.take(), let instance = places[place].instance.take() else {
      return nil
    }
    return Obligation(
      trigger: trigger, start: places[place].start, key: places[place].key,
      earliest: places[place].earliest, instance: instance)
  }

  /// The same where nobody asks for it.
  mutating func forget(_ number: Int32) {
    free.append(number)
    places[Int(number)].trigger = nil
    places[Int(number)].instance = nil
  }

  /// Whether there is none.
  var isEmpty: Bool { free.count == places.count }

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

  /// Hands over the events of a chain, of which that is the newest; negative for none.
  func forEach(_ newest: Int32, _ body: (Occurrence) -> Void) {
    var next = newest
    while next >= 0 {
      if let trigger = places[Int(next)].trigger { body(trigger) }
      next = places[Int(next)].older
    }
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
