import BasicContainers

/// An obligation of `each E is followed by F`: an E that has no answer F yet.
struct Obligation {
  let trigger: Occurrence
  /// When the event happened. Its limits count from here.
  let start: Moment
  /// The key of the event; `.absent` if it has none.
  let key: Key
  /// An answer sooner than this after `start` does not count; in nanoseconds.
  let earliest: Int64
  let instance: Response.Open
}

/// The open obligations of one sentence, by number. Those with the same key in the same scope instance form a
/// linked list. The number of a removed obligation is reused, so a steady log needs no new memory.
struct Obligations: ~Copyable {
  private var places = UniqueArray<Place>()
  private var free: [Int32] = []

  /// A slot of the table. A free slot refers to no objects.
  struct Place {
    fileprivate var trigger: Occurrence?
    fileprivate var instance: Response.Open?
    fileprivate var deadline: Deadline?
    fileprivate var start = Moment.none
    fileprivate var key = Key.absent
    fileprivate var earliest: Int64 = 0
    /// Its neighbours in the linked list; negative if there is none.
    fileprivate var older: Int32 = -1
    fileprivate var newer: Int32 = -1
  }

  /// When the event happened. Its limits count from here.
  func start(of number: Int32) -> Moment { places[Int(number)].start }
  /// An answer sooner than this after the start does not count; in nanoseconds.
  func earliest(of number: Int32) -> Int64 { places[Int(number)].earliest }
  func key(of number: Int32) -> Key { places[Int(number)].key }
  func instance(of number: Int32) -> Response.Open? { places[Int(number)].instance }

  /// Adds an obligation, which is not in a list yet, and returns its number.
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

  /// The time limit of an obligation in nanoseconds; nil if it has no deadline of its own.
  func limit(of number: Int32) -> Int64? { places[Int(number)].deadline?.allowed }

  /// Removes and returns the deadline of an obligation; nil if it has no deadline of its own.
  mutating func takeDeadline(of number: Int32) -> Deadline? {
    if places[Int(number)].deadline == nil { return nil }
    return places[Int(number)].deadline.take()
  }

  /// Removes and returns an obligation, which is not in a list any more.
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

  /// The event of an obligation.
  func trigger(of number: Int32) -> Occurrence? { places[Int(number)].trigger }

  /// Removes an obligation without returning it.
  mutating func forget(_ number: Int32) {
    free.append(number)
    places[Int(number)].trigger = nil
    places[Int(number)].instance = nil
  }

  var isEmpty: Bool { free.count == places.count }

  // MARK: Lists of obligations with the same key

  /// Appends an obligation to the list that ends with `newest`. A negative number begins a new list.
  mutating func link(_ number: Int32, behind newest: Int32) {
    places[Int(number)].older = newest
    places[Int(number)].newer = -1
    if newest >= 0 { places[Int(newest)].newer = number }
  }

  /// Removes an obligation from its list. If it was the newest one, returns the one before it, or a negative number if the list
  /// is empty now. Otherwise returns nil.
  mutating func unlink(_ number: Int32) -> Int32? {
    let (older, newer) = (places[Int(number)].older, places[Int(number)].newer)
    if older >= 0 { places[Int(older)].newer = newer }
    if newer >= 0 { places[Int(newer)].older = older }
    return newer < 0 ? older : nil
  }

  /// Calls a function with the events of a list, from the newest to the oldest. A negative number means an empty list.
  func forEach(_ newest: Int32, _ body: (Occurrence) -> Void) {
    var next = newest
    while next >= 0 {
      if let trigger = places[Int(next)].trigger { body(trigger) }
      next = places[Int(next)].older
    }
  }

  /// Appends the obligations of the list that ends with `newest` to an array, oldest first. A negative number means an empty
  /// list.
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
