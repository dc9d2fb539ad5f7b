/// Patterns, spans and conditions.
extension RandomSentence {
  /// A pattern, and the fields that all its events may have.
  mutating func pattern(keys: String, isMoment: Bool = false) -> (Phrase, judged: [String]) {
    if keys.isEmpty, chance(4) {
      let family = pick([
        ("a.* except (a.y)", ["id", "n", "s", "flag", "tags"]), ("b.*", ["id"]), ("* except (a.*, c.*)", []),
      ])
      return (.text(family.0), family.1)
    }
    let (first, judged) = atom(keys: keys, isMoment: isMoment)
    guard chance(20) else { return (first, judged) }
    let (second, others) = atom(keys: keys, isMoment: isMoment)
    return ("\(first)\(maybe: " or \(second)")", judged.filter(others.contains))
  }

  mutating func atom(keys: String, isMoment: Bool = false) -> (Phrase, judged: [String]) {
    let isClose = chance(isMoment ? 50 : 12)
    let name = isClose ? pick(World.callbacks) : pick(World.events)
    let entry = name.hasSuffix(".end") ? String(name.dropLast(4)) : name
    let fields = World.fields[entry] ?? []
    let wanted = keys.filter { !"(), ".contains($0) }.map(String.init)
    let key = wanted.allSatisfy(fields.contains) && chance(90) ? keys : ""
    let where_ = maybe(isMoment ? 25 : 18) { words in
      .text(" where ") + (isMoment && words.chance(70) ? words.near(fields) : words.unit(fields))
    }
    return (
      "\(isClose ? "the close of " : "")\(name)\(maybe: key.isEmpty ? nil : .text(key))\(maybe: where_)",
      fields
    )
  }

  // MARK: Spans

  mutating func spans(bindable: Bool) -> (Phrase, opening: [String], isBound: Bool) {
    let isBound = bindable && chance(40)
    let (first, opening, _) = span(bindable: bindable, isBound: isBound)
    guard chance(20) else { return (first, opening, isBound) }
    let (second, others, _) = span(bindable: bindable, isBound: isBound)
    if first.text == second.text { return (first, opening, isBound) }
    return ("\(first)\(maybe: " or \(second)")", opening.filter(others.contains), isBound)
  }

  /// A span, and the fields of the events that open and close it.
  mutating func span(bindable: Bool, isBound: Bool = false) -> (Phrase, opening: [String], closing: [String])
  {
    let span = pick(World.spans.filter { $0.hasKey || !isBound })
    let other = maybe(10) { .text(" while \($0.pick(World.spans).name)") }
    func common(_ events: [String]) -> [String] {
      events.map { World.fields[$0] ?? [] }.reduce(["id", "n", "s", "flag", "tags"]) {
        $0.filter($1.contains)
      }
    }
    return (
      "\(span.name)\(isBound ? "(id)" : "")\(maybe: other)", common(span.opening),
      other == nil ? common(span.closing) : []
    )
  }

  // MARK: Conditions

  /// A condition in which all names are fields of the judged event.
  mutating func condition(_ fields: [String], depth: Int = 0) -> Phrase {
    guard depth < 2, chance(25) else { return simple(fields) }
    let word = pick([" and ", " or "])
    let (left, right) = (unit(fields, depth: depth + 1), unit(fields, depth: depth + 1))
    return "\(left)\(maybe: "\(word)\(right)")"
  }

  /// A condition in one piece.
  mutating func unit(_ fields: [String], depth: Int = 1) -> Phrase {
    if depth < 3, chance(15) { return "(\(condition(fields, depth: depth)))" }
    return chance(12) ? "not (\(simple(fields)))" : simple(fields)
  }

  /// A condition on future events, alone or combined with one on the present.
  private mutating func near(_ fields: [String], depth: Int = 0) -> Phrase {
    guard depth < 2, chance(40) else { return .text("\(pick(World.events)) within \(pick(World.durations))") }
    let other = chance(60) ? unit(fields) : near(fields, depth: depth + 1)
    let both =
      chance(50) ? [near(fields, depth: depth + 1), other] : [other, near(fields, depth: depth + 1)]
    return "(\(both[0])\(maybe: .text(pick([" and ", " or "])) + both[1]))"
  }

  private mutating func simple(_ fields: [String]) -> Phrase {
    let known = fields.filter { World.types[$0] != nil }
    switch Int.random(in: 0..<20, using: &dice) {
    case 0...3 where isException: return .text(question())
    case 0...4 where !known.isEmpty: return .text(onField(pick(known)))
    case 5:
      return .text(
        "last \(pick(["a.x.n", "b.x.n", "conf.set.n"]))\(moment()) \(comparison()) \(number())")
    case 6:
      return .text(
        "last \(pick(["a.x.flag", "conf.set.flag"]))\(moment()) \(pick(["==", "!="])) \(pick(["yes", "no"]))")
    case 7:
      return .text("highest \(pick(["a.x.n", "a.y.n", "c.on.n"]))\(since()) \(comparison()) \(number())")
    case 8 where known.contains("n"):
      return .text("n \(comparison()) last \(pick(["a.x.n", "conf.set.n"]))\(moment())")
    case 9: return .text("last \(pick(["a.x.s", "a.y.id"])) is \(pick(["", "not "]))present")
    case 10 where isException: return .text(question())
    case 11:
      let (span, _, _) = span(bindable: true, isBound: known.contains("id") && chance(40))
      return "\(span) is \(pick(["", "not "]))open"
    case 12: return .text("\(remembered(known)) since \(remembered(known))")
    case 13:
      let clock = chance(30) ? " of wall time" : ""
      return .text("\(remembered(known)) within the last \(pick(World.durations))\(clock)")
    case 14 where known.contains("flag"): return .text("flag in last a.x.tags\(moment())")
    case 15: return .text("last a.x.tags\(moment()) contains \(pick(["p", "yes"]))")
    case 16 where !known.isEmpty: return .text(onCommonField())
    case 17: return .text(onMeasure("\(pick(["last", "highest"])) ", of: pick(["a.x", "conf.set"])))
    default:
      let (span, _, _) = span(bindable: true)
      return "\(span) is \(pick(["", "not "]))open"
    }
  }

  /// A question that the rest of the log answers.
  private mutating func question() -> String {
    let isNot = pick(["", "not "])
    return switch Int.random(in: 0..<5, using: &dice) {
    case 0, 1: "\(pick(World.told)) is \(isNot)recorded"
    case 2: "* where thread == \(pick(["main", "2"])) is \(isNot)recorded"
    case 3: "a.x where n > \(number()) is \(isNot)recorded"
    default: "\(pick(World.events)) comes before \(pick(World.events))"
    }
  }

  /// An event that has to be recorded, or another one.
  mutating func need() -> Phrase {
    let first = pick(World.told)
    let other = pick(World.told.filter { $0 != first })
    return "\(first)\(maybe: chance(30) ? .text(" or \(other)") : nil)"
  }

  /// A condition on a field that every event may have.
  private mutating func onCommonField() -> String {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: "\(pick(["thread", "via"])) is \(pick(["", "not "]))present"
    case 1: "via \(pick(["==", "!="])) \(pick(["kvo", "notification"]))"
    case 2: "thread in (main, f3)"
    default: "thread \(pick(["==", "!="])) \(pick(["main", "main", "2"]))"
    }
  }

  /// A comparison of a remembered size or version with a literal.
  private mutating func onMeasure(_ reach: String, of event: String) -> String {
    let isSize = chance(50)
    return "\(reach)\(event).\(isSize ? "z" : "r") \(comparison()) \(isSize ? size() : version())"
  }

  private mutating func size() -> String { pick(["500KB", "2MB", "64MB", "1GB"]) }
  private mutating func version() -> String { pick(["2", "2.0", "2.1", "2.1.3"]) }

  private mutating func onField(_ field: String) -> String {
    if chance(15) { return "\(field) is \(pick(["", "not "]))present" }
    switch World.types[field] {
    case "number":
      return chance(20) ? "n in (\(number()), \(number()))" : "n \(comparison()) \(number())"
    case "duration": return "s \(comparison()) \(pick(World.durations))"
    case "size": return "z \(comparison()) \(size())"
    case "version": return "r \(comparison()) \(version())"
    case "list": return "\(field) contains \(pick(["p", "q"]))"
    default:
      let values = field == "id" ? ["1", "2"] : ["yes", "yes", "no", "no", "K"]
      return chance(20)
        ? "\(field) in (\(pick(values)), z)" : "\(field) \(pick(["==", "!="])) \(pick(values))"
    }
  }

  private mutating func comparison() -> String { pick(["==", "!=", "<=", ">=", "<", ">"]) }
  private mutating func number() -> String { String(Int.random(in: 0...4, using: &dice)) }
  private mutating func moment() -> String {
    chance(25) ? " at \(pick(["b.x", "c.on", "the close of c.on", "a.y"]))" : ""
  }
  private mutating func since() -> String { chance(40) ? " since \(pick(["b.x", "c.on", "a.y"]))" : "" }
  /// A past event, sometimes with a condition on earlier events.
  private mutating func remembered(_ fields: [String]) -> String {
    let event = keyed(fields)
    guard chance(30) else { return event }
    let past =
      chance(50) ? "since \(pick(World.events))" : "within the last \(pick(World.durations))"
    return "\(event) where (\(chance(50) ? "not " : "")\(pick([event, pick(World.events)])) \(past))"
  }
  private mutating func keyed(_ fields: [String]) -> String {
    let event = pick(World.events)
    let entry = event.hasSuffix(".end") ? String(event.dropLast(4)) : event
    return event + (World.fields[entry]?.contains("id") == true && chance(40) ? "(id)" : "")
  }
}

extension Phrase {
  static func + (left: Phrase, right: Phrase) -> Phrase { .sequence([left, right]) }
}
