/// The differences between a trace and one that breaks the rule.
extension ExampleTrace {
  /// A range of this trace, and the lines of the other trace in its place.
  private struct Hunk {
    var place: Range<Int>
    var lines: [Line]
  }

  /// Changes that apply one difference from the other trace, two of them, or all.
  func differences(from other: ExampleTrace) -> [Change] {
    let hunks = hunks(to: other)
    let single = hunks.indices.map { [$0] }
    let pairs = hunks.indices.flatMap { first in hunks.indices.dropFirst(first + 1).map { [first, $0] } }
    return ([Array(hunks.indices)] + single + pairs).uniqued.filter { !$0.isEmpty }.map { chosen in
      (
        "the differences \(chosen.map { $0 + 1 }) of \(hunks.count)",
        changed { lines in
          for hunk in chosen.reversed().map({ hunks[$0] }) {
            lines.replaceSubrange(hunk.place, with: hunk.lines)
          }
          lines.keepOrder()
        }
      )
    }
  }

  /// Computes a diff by the longest common subsequence of the line bodies.
  private func hunks(to other: ExampleTrace) -> [Hunk] {
    let (a, b) = (lines, other.lines)
    var length = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        length[i][j] =
          a[i].body == b[j].body ? length[i + 1][j + 1] + 1 : max(length[i + 1][j], length[i][j + 1])
      }
    }
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    var start = (0, 0)
    func add() {
      if start.0 < i || start.1 < j {
        hunks.append(Hunk(place: start.0..<i, lines: Array(b[start.1..<j])))
      }
    }
    while i < a.count, j < b.count {
      if a[i].body == b[j].body {
        add()
        (i, j) = (i + 1, j + 1)
        start = (i, j)
      } else if length[i + 1][j] >= length[i][j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    (i, j) = (a.count, b.count)
    add()
    return hunks
  }
}
