/// The events of a session that show its differences. The values are indices in the list of differences.
struct DifferenceMarks {
  /// By the line in the first good run.
  private(set) var good: [Int: [Int]] = [:]
  /// By the line in the other run.
  private(set) var bad: [Int: [Int]] = [:]
  /// The marks of events that another event replaces in the other run, by kind of event.
  var standIns: [Int: Int] = [:]
  /// By the index of a slow event in the other run. It may be a repeated event, which has no row of its own.
  var slow: [Int: [Int]] = [:]

  /// Marks the lines of a difference with its number.
  mutating func mark(_ difference: Difference, _ number: Int?) {
    guard let number else { return }
    if let place = difference.good { good[place.line, default: []].append(number) }
    if let place = difference.bad { bad[place.line, default: []].append(number) }
  }
}
