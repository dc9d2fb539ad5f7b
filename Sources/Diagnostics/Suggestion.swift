/// Suggestions for unknown names: the known name with the smallest edit distance.
public enum Suggestion {
  /// The name in `known` with the smallest edit distance from `name`: insertions, deletions, replacements and swaps of
  /// neighbours (Damerau 1964, the restricted form). Nil if more than a third of the letters differ, or all letters of
  /// a part between dots, or more than `most` letters. Of equally near names, the first in alphabetical order is returned.
  public static func nearest(
    to name: String, among known: some Sequence<String>, most: Int = .max
  ) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let limit = min(most, max(1, (wanted.count + 1) / 3))
    var best: (distance: Int, name: String)?
    for candidate in known where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars)
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      guard distance <= limit, !isPartWrong(wanted, letters) else { continue }
      if let best, (best.distance, best.name) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.name
  }

  /// ``did you mean `x`?`` for the nearest name, or nil if no name is near.
  public static func didYouMean(_ name: String, among known: some Sequence<String>) -> String? {
    nearest(to: name, among: known).map { "did you mean `\($0)`?" }
  }

  /// Whether the names differ in all letters of one of their parts between dots.
  private static func isPartWrong(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    let (first, second) = (a.split(separator: "."), b.split(separator: "."))
    guard first.count == second.count else { return false }
    return zip(first, second).contains { distance(Array($0), Array($1)) >= max($0.count, $1.count) }
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
