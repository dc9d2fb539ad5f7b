/// The values of a table of Instruments that later rows may name by their ids.
///
/// There are few processes, threads and messages that may be events, and any row may name them again: they are kept. Each row
/// has a time, which only the rows below it name: of these the newest are kept.
struct InstrumentsValues {
  private var values: [Int: InstrumentsTable.Value] = [:]
  /// How many bytes these have.
  private var size = 0
  /// Whether there were more than are kept.
  private var isFull = false
  /// Nanoseconds, by the ids of times and lengths.
  private var times: [Int: Int64] = [:]
  /// The ids of the times, those that were kept first from `oldest` on.
  private var order: [Int] = []
  private var oldest = 0
  /// The greatest id of a time that is not kept any more.
  private var greatestLost = -1

  private let limits: ReaderLimits

  private static let namesOfTimes: Set = ["event-time", "start-time", "sample-time", "duration"]

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// The value of an id, in an element of that name.
  subscript(id: Int, of name: String) -> InstrumentsTable.Value? {
    if let value = values[id] { return value }
    guard Self.namesOfTimes.contains(name), let time = times[id] else { return nil }
    var value = InstrumentsTable.Value()
    value.text = Array("\(time)".utf8)
    return value
  }

  /// Whether there were times that are not kept.
  var hasLostTimes: Bool { greatestLost >= 0 }

  /// Whether a value of that id was there and is not kept. Of lengths only periods ask.
  func isMissing(_ id: Int, of name: String) -> Bool {
    if name == "duration" { return false }
    if Self.namesOfTimes.contains(name) { return id <= greatestLost && times[id] == nil && values[id] == nil }
    return isFull && values[id] == nil
  }

  /// Keeps a value.
  mutating func store(_ value: InstrumentsTable.Value, _ id: Int, of name: String) {
    let text = String(decoding: value.text, as: UTF8.self)
    if Self.namesOfTimes.contains(name), let time = Int64(text), "\(time)" == text {
      return storeTime(time, id)
    }
    var kept = value
    // Where it is named again, it is at another place.
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
    greatestLost = max(greatestLost, order[oldest])
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
