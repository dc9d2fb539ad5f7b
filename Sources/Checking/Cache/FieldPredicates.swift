import Rulebook

/// The predicates that read only a few fields of the line, ordered by signal. `PredicateCache` stores their results.
struct FieldPredicates: Sendable {
  private let mostFields: Int
  private(set) var tests: [Predicate] = []
  /// The fields that they read. Each field occurs once for each signal.
  private(set) var fields: [Int32] = []
  /// The numbers of the current signal's conditions.
  private var numbers: [Guard: Int8] = [:]
  private var firstTest = 0
  private var firstField = 0

  /// Creates an empty table. `mostFields` is the maximum number of fields for one signal.
  init(mostFields: Int) { self.mostFields = mostFields }

  /// Begins the next signal.
  mutating func begin() {
    (firstTest, firstField) = (tests.count, fields.count)
    if !numbers.isEmpty { numbers = [:] }
  }

  /// Adds a condition of the current signal, with its number and the fields that it reads. Ignores it if there are too many
  /// fields.
  mutating func add(_ condition: Guard, _ test: Predicate, as number: Int, reading read: [Int]) {
    let new = Set(read.map { Int32($0) }).subtracting(fields[firstField...])
    guard fields.count - firstField + new.count <= mostFields else { return }
    fields += new.sorted()
    numbers[condition] = Int8(number)
    tests.append(Predicate(steps: test.steps, number: Int8(number)))
  }

  /// Returns the number of a condition of the current signal; negative if it was not added.
  func number(of condition: Guard) -> Int8 { numbers.isEmpty ? -1 : numbers[condition] ?? -1 }

  /// The ranges of the current signal's predicates and fields.
  var places: (tests: Range<Int32>, fields: Range<Int>) {
    (Int32(firstTest)..<Int32(tests.count), firstField..<fields.count)
  }
}
