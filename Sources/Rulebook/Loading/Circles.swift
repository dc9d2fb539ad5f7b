/// Circles in a relation: names that lead to themselves.
enum Circles {
  /// A circle for each way back that a walk along the relation finds, with its first name also at its end.
  static func find<Name: Hashable>(in relation: [(name: Name, leadsTo: [Name])]) -> [[Name]] {
    var targets: [Name: [Name]] = [:]
    for (name, others) in relation { targets[name, default: []] += others }
    var circles: [[Name]] = []
    var finished: Set<Name> = []
    for (root, _) in relation where !finished.contains(root) {
      // Not recursive: a chain may be longer than the stack is deep.
      var path = [(name: root, next: 0)]
      var onPath: Set = [root]
      while let (name, next) = path.last {
        guard let list = targets[name], next < list.count else {
          path.removeLast()
          onPath.remove(name)
          finished.insert(name)
          continue
        }
        path[path.count - 1].next += 1
        let target = list[next]
        if onPath.contains(target) {
          circles.append(path.map(\.name).drop { $0 != target } + [target])
        } else if !finished.contains(target) {
          path.append((target, 0))
          onPath.insert(target)
        }
      }
    }
    return circles
  }

  /// A circle in words: `a -> b -> a`.
  static func text(_ circle: some Sequence<String>) -> String { circle.joined(separator: " -> ") }
}
