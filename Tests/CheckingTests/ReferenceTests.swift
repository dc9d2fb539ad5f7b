import Foundation
import Testing

/// Compares the engine with the reference evaluator (`Reference/`) on random rulebooks and logs (`Random/`). The
/// reference is written from the definition of the language alone.
///
/// `Scripts/fuzz` compares any number of cases. A difference is shrunk and reported with the seed that reproduces it:
///
///     LIFECHECK_SEED=... LIFECHECK_CASES=... swift test --filter 'random rulebooks'
@Suite struct `The engine and the reference` {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed =
    environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121
  private static let count = environment["LIFECHECK_CASES"].flatMap { Int($0) } ?? 5_000
  /// The number of differences after which a part stops.
  private static let shown = environment["LIFECHECK_SHOW"].flatMap { Int($0) } ?? 1
  /// Each part has its own seed and core.
  private static let parts = max(1, ProcessInfo.processInfo.activeProcessorCount)

  @Test(arguments: 0..<parts) func `agree on random rulebooks and logs`(_ part: Int) {
    let seed = Self.seed &+ UInt64(part)
    var maker = CaseMaker(seed: seed)
    var duel: Duel?
    var (compared, refused, different, telling) = (0, 0, 0, 0)
    while compared + refused < Self.count / Self.parts {
      let (random, isNew) = maker.next()
      if isNew { duel = Duel(random) }
      guard let duel else {
        refused += 1
        continue
      }
      compared += 1
      let (differences, isTelling) = duel.compare(on: random)
      if isTelling { telling += 1 }
      if differences.isEmpty { continue }
      Issue.record("LIFECHECK_SEED=\(seed), case \(compared):\n\(Duel.report(Duel.shrink(random)))")
      different += 1
      if different == Self.shown { return }
    }
    print(
      "LIFECHECK_SEED=\(seed): \(compared - different) cases agree, \(refused) refused by the validator"
    )
    #expect(refused < compared / 10, "too many random rulebooks are invalid")
    #expect(telling > compared / 3, "too few cases test a rule")
  }

  @Test(arguments: Case.found.indices) func `agree on cases in which they once differed`(_ number: Int) {
    let found = Case.found[number]
    guard let duel = Duel(found) else {
      Issue.record("no valid rulebook: \(found.rulebook)")
      return
    }
    let differences = duel.differences(on: found)
    #expect(differences.isEmpty, "\(Duel.report(found))")
  }
}
