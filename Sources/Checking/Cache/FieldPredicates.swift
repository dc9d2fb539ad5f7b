import Rulebook

/// The tests of a program that ask for nothing but a few fields of a line, one signal's after the other's.
struct FieldPredicates: Sendable {
  private let mostFields: Int
  private(set) var tests: [Predicate] = []
  /// The fields that they read, each once a signal.
  private(set) var fields: [Int32] = []
  /// The numbers of the newest signal's conditions.
  private var numbers: [Guard: Int8] = [:]
  private var firstTest = 0
  private var firstField = 0

  /// None yet, of signals that read so many fields at most.
  init(mostFields: Int) { self.mostFields = mostFields }

  /// The next signal's conditions are added.
  mutating func begin() {
    (firstTest, firstField) = (tests.count, fields.count)
    if !numbers.isEmpty { numbers = [:] }
  }

  /// Adds a condition that has that number and reads these fields, unless they are too many.
  mutating func add(_ condition: Guard, _ test: Predicate, as number: Int, reading read: [Int]) {
    let new = Set(read.map { Int32($0) }).subtracting(fields[firstField...])
    guard fields.count - firstField + new.count <= mostFields else { return }
    fields += new.sorted()
    numbers[condition] = Int8(number)
    tests.append(Predicate(steps: test.steps, number: Int8(number)))
  }

  /// The number of a condition of the newest signal; negative where it has none.
  func number(of condition: Guard) -> Int8 { numbers.isEmpty ? -1 : numbers[condition] ?? -1 }

  /// Where the newest signal's tests are, and the fields that they read.
  var places: (tests: Range<Int32>, fields: Range<Int>) {
    (Int32(firstTest)..<Int32(tests.count), firstField..<fields.count)
  }
}
