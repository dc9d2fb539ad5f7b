/// Finds cycles in a directed graph of names.
enum Cycles {
  /// A cycle for each back edge that a depth-first search finds. Its first name is repeated at its end.
  static func find<Name: Hashable>(in relation: [(name: Name, leadsTo: [Name])]) -> [[Name]] {
    var targets: [Name: [Name]] = [:]
    for (name, others) in relation { targets[name, default: []] += others }
    var cycles: [[Name]] = []
    var finished: Set<Name> = []
    for (root, _) in relation where !finished.contains(root) {
      // Not recursive, because a long chain would overflow the stack.
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
          cycles.append(path.map(\.name).drop { $0 != target } + [target])
        } else if !finished.contains(target) {
          path.append((target, 0))
          onPath.insert(target)
        }
      }
    }
    return cycles
  }

  /// The text of a cycle: `a -> b -> a`.
  static func text(_ cycle: some Sequence<String>) -> String { cycle.joined(separator: " -> ") }
}
