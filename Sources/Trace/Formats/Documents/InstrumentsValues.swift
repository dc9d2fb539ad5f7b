/// The values of an Instruments table to which later rows may refer by id.
///
/// Processes, threads and messages that may be events are few, and any later row may refer to them. They are all kept. But each
/// row has a time of its own, so only the newest times are kept.
struct InstrumentsValues {
  private var values: [Int: InstrumentsTable.Value] = [:]
  /// The number of bytes in `values`.
  private var size = 0
  /// Whether values were discarded because a limit was reached.
  private var isFull = false
  /// Times and durations in nanoseconds, by id.
  private var times: [Int: Int64] = [:]
  /// The ids in `times`, the oldest first, beginning at index `oldest`.
  private var order: [Int] = []
  private var oldest = 0
  /// The greatest id of a time that was discarded.
  private var greatestDiscardedID = -1

  private let limits: ReaderLimits

  private static let namesOfTimes: Set = ["event-time", "start-time", "sample-time", "duration"]

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// The value with an id, which an element of the given name refers to; nil if it is not kept.
  subscript(id: Int, of name: String) -> InstrumentsTable.Value? {
    if let value = values[id] { return value }
    guard Self.namesOfTimes.contains(name), let time = times[id] else { return nil }
    var value = InstrumentsTable.Value()
    value.text = Array("\(time)".utf8)
    return value
  }

  /// Whether times were discarded.
  var hasLostTimes: Bool { greatestDiscardedID >= 0 }

  /// Whether the value with an id may have been discarded. False for durations: only periods need them, and use `hasLostTimes`.
  func isMissing(_ id: Int, of name: String) -> Bool {
    if name == "duration" { return false }
    if Self.namesOfTimes.contains(name) {
      return id <= greatestDiscardedID && times[id] == nil && values[id] == nil
    }
    return isFull && values[id] == nil
  }

  /// Stores a value for later references.
  mutating func store(_ value: InstrumentsTable.Value, _ id: Int, of name: String) {
    let text = String(decoding: value.text, as: UTF8.self)
    if Self.namesOfTimes.contains(name), let time = Int64(text), "\(time)" == text {
      return storeTime(time, id)
    }
    var kept = value
    // Each reference to the value has its own location.
    kept.places = []
    kept.excerpt?.bytes = []
    let added = Self.size(of: kept) - (values[id].map(Self.size) ?? 0)
    guard size + added <= limits.tableBytes, values.count < limits.tableValues else {
      isFull = true
      return
    }
    values[id] = kept
    size += added
  }

  private mutating func storeTime(_ time: Int64, _ id: Int) {
    if times.updateValue(time, forKey: id) == nil { order.append(id) }
    guard times.count > limits.tableTimes else { return }
    greatestDiscardedID = max(greatestDiscardedID, order[oldest])
    times[order[oldest]] = nil
    oldest += 1
    guard oldest > limits.tableTimes else { return }
    order.removeFirst(oldest)
    oldest = 0
  }

  private static func size(of value: InstrumentsTable.Value) -> Int {
    value.text.count + value.shown.count + (value.process?.count ?? 0) + (value.thread?.count ?? 0)
  }
}
