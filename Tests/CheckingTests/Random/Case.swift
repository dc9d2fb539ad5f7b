import TestSupport

@testable import Checking

/// A random rulebook, a random log, and the sizes of the engine's tables.
struct Case {
  var limits = Limits()
  var declarations: String
  var rules: [Rule]
  var trace: [String]

  /// A rule of one or more sentences, and the events that it needs.
  struct Rule {
    var sentences: [Phrase]
    var message: Phrase
    var needs: [Phrase] = []
  }

  var rulebook: String {
    let rules = rules.enumerated().map { number, rule in
      let sentences = rule.sentences.map { "      - '\($0.text)'" }.joined(separator: "\n")
      let needs = rule.needs.isEmpty ? "" : "    needs: [\(rule.needs.map(\.text).joined(separator: ", "))]\n"
      return "  - id: r\(number + 1)\n    message: '\(rule.message.text)'\n\(needs)    check:\n\(sentences)\n"
    }
    return declarations + "rules:\n" + rules.joined()
  }

  var log: String { trace.joined(separator: "\n") + "\n" }

  /// Smaller cases for shrinking, the largest reductions first.
  var smaller: [Case] {
    var cases: [Case] = []
    func add(_ change: (inout Case) -> Void) {
      var copy = self
      change(&copy)
      cases.append(copy)
    }
    if rules.count > 1 { for index in rules.indices { add { $0.rules.remove(at: index) } } }
    for length in [16, 8, 4, 2, 1] where length <= trace.count {
      for start in stride(from: 0, through: trace.count - length, by: max(1, length / 2)) {
        add { $0.trace.removeSubrange(start..<start + length) }
      }
    }
    for index in rules.indices {
      if rules[index].sentences.count > 1 {
        for place in rules[index].sentences.indices { add { $0.rules[index].sentences.remove(at: place) } }
      }
      for place in rules[index].sentences.indices {
        for shorter in rules[index].sentences[place].shorter {
          add { $0.rules[index].sentences[place] = shorter }
        }
      }
      for shorter in rules[index].message.shorter { add { $0.rules[index].message = shorter } }
      for place in rules[index].needs.indices {
        add { $0.rules[index].needs.remove(at: place) }
        for shorter in rules[index].needs[place].shorter { add { $0.rules[index].needs[place] = shorter } }
      }
    }
    for usual in limits.larger { add { $0.limits = usual } }
    for index in trace.indices {
      let words = trace[index].split(separator: " ").map(String.init)
      for place in words.indices where words[place].contains("=") {
        add { $0.trace[index] = (words[..<place] + words[(place + 1)...]).joined(separator: " ") }
      }
    }
    return cases
  }
}

/// Makes random cases.
struct CaseMaker {
  private var words: RandomSentence
  /// The number of logs for the current rulebook. One rulebook serves several logs, because loading it takes longer.
  private static let logsPerRulebook = 8
  private var made = 0
  private var current = Case(declarations: "", rules: [], trace: [])

  init(seed: UInt64) { words = RandomSentence(Dice(seed: seed)) }

  /// The next case, and whether its rulebook differs from the previous one.
  mutating func next() -> (Case, isNew: Bool) {
    let isNew = made % Self.logsPerRulebook == 0
    made += 1
    if isNew {
      words.hasSessions = words.chance(50)
      current.declarations = World.declarations(
        sessions: words.hasSessions, clock: words.pick(World.clocks), facts: words.chance(50),
        derived: words.chance(50))
      current.rules = (0..<words.pick([1, 1, 2, 3])).map { _ in rule() }
      current.limits = words.chance(50) ? .random(&words.dice) : Limits()
    }
    var log = RandomLog(words)
    current.trace = log.lines()
    words = log.words
    return (current, isNew)
  }

  private mutating func rule() -> Case.Rule {
    let made = (0..<words.pick([1, 1, 1, 1, 2])).map { _ in words.sentence() }
    let fields = made.map(\.judged).reduce(["id", "n", "event", "duration", "count"]) { fields, judged in
      fields.filter(judged.contains)
    }
    let hole = fields.isEmpty || words.chance(50) ? nil : words.pick(fields)
    var rule = Case.Rule(
      sentences: made.map(\.0), message: "broken\(maybe: hole.map { .text(" {\($0)}") })")
    if words.chance(10) { rule.needs = (0..<words.pick([1, 1, 2])).map { _ in words.need() } }
    return rule
  }
}
