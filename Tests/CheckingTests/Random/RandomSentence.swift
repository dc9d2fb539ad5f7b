import TestSupport

/// Random sentences of every form of the language.
struct RandomSentence {
  var dice: Dice
  /// Whether the rulebook has an event that ends sessions, which some claims need.
  var hasSessions = true
  /// Whether a condition is an exception, which may read the rest of the log.
  var isException = false

  init(_ dice: Dice) { self.dice = dice }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &dice)] }
  mutating func maybe(_ percent: Int, _ make: (inout Self) -> Phrase) -> Phrase? {
    chance(percent) ? make(&self) : nil
  }

  /// A sentence, and the placeholders of its message: fields of the judged event, its name, the duration and the count.
  mutating func sentence() -> (Phrase, judged: [String]) {
    var scopeFields: [String] = []
    let across = maybe(8) { _ in "across sessions, " }
    let scope = maybe(60) { $0.scope(&scopeFields) }
    let (claim, judged) = claim(scopeFields, hasScope: scope != nil && across == nil)
    let exception = maybe(25) { words in
      words.isException = true
      defer { words.isException = false }
      return " unless \(words.condition(judged))"
    }
    let isOfEvent = judged.contains { World.types[$0] != nil }
    return (
      "\(maybe: across)\(maybe: scope)\(claim)\(maybe: exception)", isOfEvent ? judged + ["event"] : judged
    )
  }

  // MARK: Scopes

  private mutating func scope(_ fields: inout [String]) -> Phrase {
    switch Int.random(in: 0..<10, using: &dice) {
    case 0, 1:
      let (spans, opening, _) = spans(bindable: false)
      fields = opening
      return "while \(spans), "
    case 2, 3:
      let (spans, opening, _) = spans(bindable: true)
      fields = opening
      return "during \(spans), "
    case 4:
      return "outside \(spans(bindable: false).0), "
    case 5, 6:
      let (start, judged) = pattern(keys: "")
      fields = judged
      return "after \(start)\(maybe: maybe(60) { " until \($0.pattern(keys: "").0)" }), "
    case 7:
      let (start, judged) = pattern(keys: "")
      fields = judged
      return "for \(limit(judged)) after \(start), "
    case 8:
      let (start, judged) = pattern(keys: "")
      fields = judged
      return "between \(start) and \(pattern(keys: "").0), "
    default: return "before \(pattern(keys: "").0), "
    }
  }

  // MARK: Claims

  private mutating func claim(_ scopeFields: [String], hasScope: Bool) -> (Phrase, [String]) {
    let keys = pick(["", "", "(id)", "(id)", "(id, n)"])
    switch Int.random(in: 0..<14, using: &dice) {
    case 0, 1:
      let (events, judged) = pattern(keys: keys)
      return ("never \(events)", judged)
    case 2:
      let limit = maybe(60) { " within \($0.limit(scopeFields))" }
      return (
        "expect \(pattern(keys: keys).0)\(maybe: limit)",
        limit == nil ? scopeFields : scopeFields + ["duration"]
      )
    case 3:
      let (events, judged) = pattern(keys: keys)
      return ("each \(events) has \(condition(judged))", judged)
    case 4, 5:
      let (events, judged) = pattern(keys: keys)
      let limit = maybe(60) { " within \($0.range(judged))" }
      let stop = maybe(30) { " before \($0.pattern(keys: keys).0)" }
      return (
        "each \(events) is followed by \(pattern(keys: keys).0)\(maybe: limit)\(maybe: stop)",
        limit == nil ? judged : judged + ["duration"]
      )
    case 6, 7:
      let (events, judged) = pattern(keys: keys)
      let limit = maybe(40) { " within \($0.limit(judged))" }
      let since = maybe(40) { " since \($0.pattern(keys: keys).0)" }
      return ("each \(events) is preceded by \(pattern(keys: keys).0)\(maybe: limit)\(maybe: since)", judged)
    case 8:
      let (events, judged) = pattern(keys: keys)
      let time = maybe(50) { " per \($0.pick(World.durations))" }
      return ("at most \(Int.random(in: 1...2, using: &dice)) \(events)\(maybe: time)", judged + ["count"])
    case 9 where hasScope || hasSessions:
      return (
        "at least \(Int.random(in: 1...2, using: &dice)) \(pattern(keys: keys).0)", scopeFields + ["count"]
      )
    case 10: return ("\(atom(keys: keys).0) recurs every \(limit(scopeFields))", scopeFields + ["duration"])
    case 11:
      let (spans, opening, isBound) = spans(bindable: true)
      if chance(70) {
        return ("no \(spans) is open at \(pattern(keys: isBound ? "(id)" : "", isMoment: true).0)", opening)
      }
      let (moment, judged) = pattern(keys: isBound ? "(id)" : "")
      return ("no \(spans) is open \(limit(judged)) after \(moment)", opening)
    case 12:
      let (span, opening, closing) = span(bindable: true)
      if chance(50) {
        return (
          "each \(span) lasts \(pick(["at most", "at most", "at least"])) \(limit(opening))",
          opening + ["duration"]
        )
      }
      return (
        "each \(span) closed while \(self.span(bindable: false).0) is reopened by \(pattern(keys: "").0)",
        closing
      )
    default:
      let machine = pick(["m", "k"])
      let step =
        machine == "m" ? pick(["c.on", "c.off", "c.on or c.off"]) : pick(["p.in", "p.out", "p.in or p.out"])
      return ("each \(step) obeys \(machine)", World.fields[String(step.prefix { $0 != " " })] ?? [])
    }
  }

  /// A limit, or a range of two limits.
  private mutating func range(_ judged: [String]) -> Phrase {
    guard chance(30) else { return limit(judged) }
    let first = Int.random(in: World.durations.indices, using: &dice)
    let last = pick(Array(World.durations[first...]))
    return "\(World.durations[first])\(maybe: .text(" to \(last)"))"
  }

  private mutating func limit(_ judged: [String]) -> Phrase {
    if judged.contains("s"), chance(15) { return "s" }
    return chance(8) ? .text("last \(pick(["a.x", "a.y", "conf.set"])).s") : .text(pick(World.durations))
  }
}
