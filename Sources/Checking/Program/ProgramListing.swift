public import Rulebook
import Trace

/// The readable form of a program: the effects of each signal, and the sentences that judge it. Like SQLite's EXPLAIN, it is for
/// people who write rules or change the engine. Its form may change with any version.
public struct ProgramListing {
  private let program: Program
  private let isAcrossSessions: Bool

  /// Returns the listing of all rules of a rulebook.
  public static func text(_ rulebook: Rulebook) -> String {
    let program = Program(rulebook)
    let listing = ProgramListing(program: program, isAcrossSessions: false)
    return program.sentences.map(listing.text).joined() + listing.signals
      + (program.isAcrossSessions
        ? "\nin the session of all processes of an app\n"
          + ProgramListing(program: program, isAcrossSessions: true).signals : "")
  }

  /// Returns a sentence with its limits, its exception and its demanded condition.
  private func text(of sentence: CompiledSentence) -> String {
    let rule = program.rulebook.rules[sentence.rule]
    var rows = ["\(rule.id) s\(sentence.number): \(sentence.sentence.text)"]
    func add(_ name: String, _ text: String?) { if let text { rows.append("  \(name) \(text)") } }
    add("scope lasts", sentence.scopeLimit.map(text(of:)))
    add("demands", sentence.demand.map(text(of:)))
    add("not before", sentence.earliest.map(text(of:)))
    add("limit", sentence.latest.map(text(of:)))
    add("unless", sentence.exception.map(text(of:)))
    for (number, question) in sentence.questions.enumerated() {
      add("question \(number):", text(of: question))
    }
    return rows.joined(separator: "\n") + "\n"
  }

  /// The signals with effects. For each, the effects are listed in the order in which they are applied, then the sentences that
  /// judge it, then the marks and facts that are set when all signals of the line have been judged.
  private var signals: String {
    let plans = isAcrossSessions ? program.appSessionPlans : program.plans
    return (0..<plans.count).map { code in
      let effects = apply(plans[code]) + judge(plans[code]) + remember(plans[code])
      guard !effects.isEmpty else { return "" }
      return "\n\(name(ofSignal: code))\n" + effects.map { "  \($0)\n" }.joined()
    }.joined()
  }

  private func apply(_ plan: Plan) -> [String] {
    var effects: [String] = []
    for (number, steps) in zip(plan.machines, plan.steps) {
      let machine = program.rulebook.machines[number]
      func name(_ state: StateID) -> String { machine.states[state.rawValue].name }
      for step in steps {
        let from =
          step.from.map { $0.sorted { $0.rawValue < $1.rawValue }.map(name).joined(separator: " or ") }
          ?? "any state"
        let to = step.to.map(name) ?? "an unknown state"
        effects.append(row("step", "\(machine.name): \(from) -> \(to)", step.guard))
      }
    }
    for snapshot in plan.snapshots {
      let fact = program.snapshots[snapshot.snapshot]
      effects.append(row("snapshot", "v\(snapshot.snapshot) = \(name(ofFact: fact))", snapshot.guard))
    }
    effects += plan.closes.map { row("close", name(ofSpan: $0.span), $0.guard) }
    effects += plan.opens.map { row("open", name(ofSpan: $0.span), $0.guard) }
    for form in plan.forms {
      let event = program.derived[form.derivation].event
      effects.append(row("derive", program.rulebook.vocabulary.name(of: event), form.guard))
    }
    return effects
  }

  private func judge(_ plan: Plan) -> [String] {
    zip(plan.monitors, plan.subscriptionHeaders).map { judging, asking in
      let keys = judging.keys.map(name(ofField:)).joined(separator: ", ")
      let activation = name(ofGate: asking.gate)
      let text = "s\(judging.sentence) \(judging.role)" + (keys.isEmpty ? "" : " by \(keys)")
      return row("judge", activation.isEmpty ? text : "\(text) while \(activation)", judging.guard)
    }
  }

  private func remember(_ plan: Plan) -> [String] {
    let marks = plan.marks.map { mark in
      let keys = mark.keys.map(name(ofField:)).joined(separator: ", ")
      return row(
        mark.clears ? "forget" : "remember", "m\(mark.index)" + (keys.isEmpty ? "" : " by \(keys)"),
        mark.guard)
    }
    return marks
      + plan.facts.map { row($0.clears ? "forget" : "remember", name(ofFact: $0.index), $0.guard) }
  }

  private func row(_ effect: String, _ text: String, _ condition: Guard?) -> String {
    let padding = String(repeating: " ", count: max(1, 10 - effect.count))
    return effect + padding + text + (condition.map { " if \(self.text(of: $0))" } ?? "")
  }

  // MARK: Names

  private func name(ofSignal code: Int) -> String {
    let count = program.rulebook.vocabulary.events.count
    return code < 2 * count
      ? program.rulebook.vocabulary.name(
        of: code % 2 == 0 ? EventID(entryOf: code / 2) : EventID(entryOf: code / 2).end)
      : "the close of \(program.rulebook.vocabulary.name(of: EventID(entryOf: code - 2 * count)))"
  }

  private func name(ofSpan span: Int) -> String {
    let key = program.keyField(of: span).map { " by \(name(ofField: $0))" } ?? ""
    return program.rulebook.spans[span].name + key
  }

  private func name(ofField field: Int) -> String {
    let names = program.rulebook.vocabulary.fieldNames
    return names.indices.contains(field) ? names[field] : "(unknown field)"
  }

  private func name(ofFact number: Int) -> String {
    let fact = program.facts[number]
    let name = "\(program.rulebook.vocabulary.name(of: fact.event)).\(name(ofField: fact.field))"
    return fact.isGreatest == nil ? "last \(name)" : "highest \(name)"
  }

  private func name(ofGate gate: Int) -> String {
    for sentence in program.sentences.indices {
      switch gate {
      case Activation.open(sentence):
        return program.sentences[sentence].hasScope ? "the scope of s\(sentence) is open" : ""
      case Activation.closed(sentence): return "the scope of s\(sentence) is closed"
      case Activation.waiting(sentence): return "s\(sentence) waits"
      case Activation.unshown(sentence): return "a question of s\(sentence) is open"
      case Activation.undecided(sentence): return "a violation of s\(sentence) is undecided"
      default: break
      }
    }
    return ""
  }

  private func text(of question: OpenQuestion) -> String {
    switch question {
    case .records(let event): "is \(program.rulebook.vocabulary.name(of: event)) recorded"
    case .shows: "is an event recorded that it judges as shown"
    case .comesBefore: "which of two events is first"
    }
  }

  // MARK: Conditions

  private func text(of condition: Guard) -> String {
    switch condition {
    case .and(let a, let b): "(\(text(of: a)) and \(text(of: b)))"
    case .or(let a, let b): "(\(text(of: a)) or \(text(of: b)))"
    case .not(let a): "not \(text(of: a))"
    case .compare(let a, let comparison, let b): "\(text(of: a)) \(comparison.rawValue) \(text(of: b))"
    case .oneOf(let a, let values): "\(text(of: a)) in [\(values.map(text(of:)).joined(separator: ", "))]"
    case .contains(let a, let value): "\(text(of: a)) contains \(text(of: value))"
    case .isMember(let a, let list): "\(text(of: a)) in \(text(of: list))"
    case .isPresent(let a): "\(text(of: a)) is present"
    case .question(let number): "answer \(number)"
    case .isOpen(let span, let key, let isBound):
      program.rulebook.spans[span].name + (isBound ? key.map { " by \(name(ofField: $0))" } ?? "" : "")
        + " is open"
    case .withinTheLast(let mark, _, let time, _):
      "m\(mark) within the last \(Quantity.text(nanoseconds: time))"
    case .within(let mark, let time): "m\(mark) within \(Quantity.text(nanoseconds: time)) before or after"
    case .since(let event, let start, _): "m\(event) since m\(start)"
    case .keyedSince(let mark, let start, _):
      "m\(mark)" + (start.map { " since m\($0)" } ?? " not forgotten")
    }
  }

  private func text(of value: Guard.Value) -> String {
    switch value {
    case .field(let field, _): name(ofField: field)
    case .thread: "thread"
    case .via: "via"
    case .fact(let fact, _): name(ofFact: fact)
    case .snapshot(let snapshot, _): "v\(snapshot)"
    case .literal(let literal): text(of: literal)
    }
  }

  private func text(of limit: CompiledLimit) -> String {
    switch limit {
    case .fixed(let nanoseconds): Quantity.text(nanoseconds: nanoseconds)
    case .value(let value): text(of: value)
    }
  }

  private func text(of literal: Literal) -> String {
    switch literal {
    case .text(let text): "\"\(text)\""
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    case .duration(let nanoseconds): Quantity.text(nanoseconds: nanoseconds)
    case .size(let bytes): "\(bytes) B"
    }
  }
}
