import BasicContainers
import Checking

/// The statements of which something was written lately, some of each rule: most violations of a sentence say the same.
/// What was written of each is kept elsewhere, at its place.
struct KnownStatements: ~Copyable {
  /// Those of each rule, one after the other.
  private var entries = UniqueArray<Entry>()

  /// So many of a rule.
  private static let most = 4

  struct Entry {
    fileprivate var statement: Violation.Statement?
    /// How many of the rule were known before it was.
    fileprivate var turn = 0
  }

  /// How many places there are.
  var count: Int { entries.count }

  /// The place of a statement; nil where it is not known.
  @inline(__always)
  func place(of statement: Violation.Statement) -> Int? {
    let first = statement.rule.number * Self.most
    if first < entries.count {
      for place in first..<first + Self.most where entries[place].statement === statement { return place }
    }
    return nil
  }

  /// Makes a statement known in place of the oldest one of its rule; its place.
  mutating func add(_ statement: Violation.Statement) -> Int {
    let first = statement.rule.number * Self.most
    while entries.count < first + Self.most { entries.append(Entry()) }
    var (oldest, turn) = (first, 0)
    for place in first..<first + Self.most {
      if entries[place].turn < entries[oldest].turn { oldest = place }
      turn = max(turn, entries[place].turn)
    }
    entries[oldest] = Entry(statement: statement, turn: turn + 1)
    return oldest
  }
}
