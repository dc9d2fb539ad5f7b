import BasicContainers
import Checking

/// The slots of a cache of recently written statements: a few for each rule, because most violations of a sentence have
/// the same statement. The owner stores its text for each slot.
struct StatementCache: ~Copyable {
  /// The slots of each rule, in order of the rule numbers.
  private var entries = UniqueArray<Entry>()

  private static let slotsPerRule = 4

  struct Entry {
    fileprivate var statement: Violation.Statement?
    /// A number that grows with each insertion for the rule: the oldest entry has the lowest.
    fileprivate var sequence = 0
  }

  /// The number of slots.
  var slotCount: Int { entries.count }

  /// The slot of a statement; nil if it is not cached.
  @inline(__always)
  func slot(of statement: Violation.Statement) -> Int? {
    let first = statement.rule.number * Self.slotsPerRule
    if first < entries.count {
      for slot in first..<first + Self.slotsPerRule where entries[slot].statement === statement {
        return slot
      }
    }
    return nil
  }

  /// Replaces the oldest statement of the rule. Returns the slot.
  mutating func insert(_ statement: Violation.Statement) -> Int {
    let first = statement.rule.number * Self.slotsPerRule
    while entries.count < first + Self.slotsPerRule { entries.append(Entry()) }
    var (oldest, sequence) = (first, 0)
    for slot in first..<first + Self.slotsPerRule {
      if entries[slot].sequence < entries[oldest].sequence { oldest = slot }
      sequence = max(sequence, entries[slot].sequence)
    }
    entries[oldest] = Entry(statement: statement, sequence: sequence + 1)
    return oldest
  }
}
