/// A difference with its place in the session, before differences at several places are put together.
struct FoundDifference {
  var difference: Difference
  /// The kind of the event, by its number and its name.
  let kind: Int
  let name: String
  /// The place in the session: the number of the segment, then the order in it.
  private let order: [Int]

  init(_ difference: Difference, _ table: KindTable, _ kind: Int, _ order: [Int]) {
    self.difference = difference
    self.kind = kind
    name = table.kinds[kind].name
    self.order = order
  }

  private var segment: Int { order[0] }

  /// Puts missing and new events together that are the same event at another place (`relation` describes the move between two
  /// segments), or in the same segment with other values.
  static func pairing(
    _ found: [FoundDifference], _ relation: (_ from: Int, _ to: Int) -> Difference.Change
  ) -> [FoundDifference] {
    var found = found
    pair(&found, by: { [$0.kind] }) { relation($0.segment, $1.segment) }
    pair(&found, by: { [$0.segment, $0.name] as [AnyHashable] }) { .replaced(by: $1.difference.event) }
    return found
  }

  /// Puts each missing event together with the next new event that has the same key.
  private static func pair<Key: Hashable>(
    _ found: inout [FoundDifference], by key: (FoundDifference) -> Key,
    _ change: (FoundDifference, FoundDifference) -> Difference.Change
  ) {
    var new: [Key: [Int]] = [:]
    for index in found.indices.reversed() where found[index].difference.change == .new {
      new[key(found[index]), default: []].append(index)
    }
    var paired: Set<Int> = []
    for index in found.indices where found[index].difference.change == .missing {
      guard let other = new[key(found[index])]?.popLast() else { continue }
      found[index].difference.change = change(found[index], found[other])
      found[index].difference.count = 1
      found[index].difference.bad = found[other].difference.bad
      paired.insert(other)
    }
    found = found.indices.filter { !paired.contains($0) }.map { found[$0] }
  }

  /// The differences in the order of the session. A change of the same kind of event at several places is one difference.
  struct Merged {
    private(set) var differences: [Difference] = []
    private var numbers: [Key: Int] = [:]

    init(_ found: [FoundDifference]) {
      for item in found.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
        let key = Key(item)
        if let number = numbers[key] {
          differences[number].count += item.difference.count
        } else {
          numbers[key] = differences.count
          differences.append(item.difference)
        }
      }
    }

    /// The index of the difference that contains a found one.
    func number(of item: FoundDifference) -> Int? { numbers[Key(item)] }
  }

  private struct Key: Hashable {
    var kind: Int
    var change: Difference.Change

    init(_ item: FoundDifference) { (kind, change) = (item.kind, item.difference.change) }
  }
}
