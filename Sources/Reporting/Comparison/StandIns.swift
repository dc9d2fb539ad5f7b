/// The kinds of events that are compared as one, because one of them stands for the other: the good runs log only one of the two
/// events and the other run only the other one, as before and after a migration to scenes.
struct StandIns {
  private var kinds: [Int: Int] = [:]

  /// Finds the events that stand for others: in one or more good runs, then in another run.
  init(_ runs: [RunEvents], _ table: inout KindTable, _ steps: StepTable) {
    let names = runs.map { run in Set(Set(run.kinds).map { table.kinds[$0].name }) }
    guard let bad = names.last else { return }
    func isReplaced(_ old: String, by new: String) -> Bool {
      bad.contains(new) && !bad.contains(old)
        && names.dropLast().allSatisfy { $0.contains(old) && !$0.contains(new) }
    }
    for (standIn, event) in steps.standIns.sorted(by: { $0.key < $1.key })
    where isReplaced(event, by: standIn) || isReplaced(standIn, by: event) {
      // Their fields differ: a scene has an id, the app has none.
      let common = table.number(of: EventKind(name: event, values: ""))
      for kind in table.kinds.indices where [standIn, event].contains(table.kinds[kind].name) {
        kinds[kind] = common
      }
    }
  }

  /// The kind as which a kind is compared.
  func kind(of kind: Int) -> Int { kinds[kind] ?? kind }
}
