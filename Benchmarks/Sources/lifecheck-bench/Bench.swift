import Rulebook

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures lifecheck. `Benchmarks/run` builds both programs and runs `lifecheck-bench table`, which uses the other
/// commands.
///
///     lifecheck-bench table --tool PROGRAM --folder FOLDER [--runs N] [--quick] [--only WORD] [--reelay FOLDER]
///     lifecheck-bench write LOG                     a log, to standard output
///     lifecheck-bench engine LOG RULEBOOK [RULE]    events, seconds and violations of the engine alone
///     lifecheck-bench allocations LOG RULEBOOK      allocations in each half of the log, and its events
///     lifecheck-bench spin                          a loop that only counts
@main struct Bench {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    switch (arguments.popFirst(), arguments.popFirst(), arguments.popFirst()) {
    case ("write", let name?, nil):
      guard let input = Input(name: name) else {
        fail("there is no log \(name): Benchmarks/README.md lists the names and their numbers")
      }
      input.write()
    case ("engine", let log?, let rulebook?):
      let engine = EngineAlone.run(log, Rulebooks.load(rulebook, rule: arguments.first))
      print(engine.events, engine.seconds, engine.violations)
    case ("allocations", let log?, let rulebook?):
      let count = Allocations.count(log, Rulebooks.load(rulebook))
      print(count.halves[0], count.halves[1], count.events)
    case ("spin", nil, nil):
      var random = SplitMix(seed: 1)
      var sum: UInt64 = 0
      for _ in 0..<300_000_000 { sum ^= random.next() }
      print(sum)
    case ("table", _, _):
      Table(Sitting(Options(CommandLine.arguments.dropFirst(2)))).print()
    default: fail("see Benchmarks/README.md")
    }
  }
}
