/// The vocabulary and declarations of the random rulebooks and logs.
enum World {
  /// The fields of each event.
  static let fields: [String: [String]] = [
    "trace.begin": ["records"], "log.boot": [], "log.loss": [], "log.set": [], "life.start": [],
    "life.main": [], "life.term": [], "life.exit": ["n"],
    "conf.set": ["n", "s", "flag", "z", "r"],
    "a.x": ["id", "n", "s", "flag", "tags", "z", "r"], "a.y": ["id", "n", "s", "flag"], "b.x": ["id", "n"],
    "b.y": ["id"],
    "c.on": ["id", "n", "s"], "c.off": ["id", "n"], "c.halt": [], "c.go": [], "w.run": ["id", "s"],
    "p.in": ["id", "n"], "p.out": ["id", "n"], "p.gone": ["id"], "d.x": ["id"], "d.y": ["id"],
    "d.z": ["id"], "d.c": ["id"],
  ]
  static let types = [
    "id": "text", "n": "number", "s": "duration", "flag": "text", "tags": "list", "records": "list",
    "z": "size", "r": "version",
  ]
  static let callbacks = ["c.on", "c.off", "w.run", "p.in", "d.c"]
  /// The events of sentences. Events with more effects are listed more often.
  static let events = told + ["d.x", "d.y", "d.z", "d.c"]
  /// The events that are not derived. Only these are used with `is recorded`, because a sentence across sessions may
  /// have derived an event at a line before the earlier deadlines are judged.
  static let told = [
    "a.x", "a.x", "a.x", "a.y", "a.y", "b.x", "b.x", "b.y", "c.on", "c.on", "c.off", "w.run", "p.in", "p.out",
    "c.on.end", "w.run.end", "life.exit", "conf.set",
  ]

  /// A span, the events that open it and those that close it, and whether it has the key `id`.
  struct Span {
    var name: String
    var opening: [String]
    var closing: [String]
    var hasKey = false
  }

  private static let steps = ["c.on", "c.off", "c.halt", "c.go"]
  private static let moves = ["p.in", "p.out", "p.gone"]
  static let spans = [
    Span(name: "t", opening: ["a.x"], closing: ["a.y"], hasKey: true),
    Span(name: "t", opening: ["a.x"], closing: ["a.y"], hasKey: true),
    Span(name: "u", opening: ["b.x"], closing: ["b.y"]),
    Span(name: "v", opening: ["a.x", "c.on"], closing: ["b.y", "w.run", "d.c"]),
    Span(name: "tu", opening: ["a.x"], closing: ["a.y", "b.y"], hasKey: true),
    Span(name: "on", opening: steps, closing: steps), Span(name: "on", opening: steps, closing: steps),
    Span(name: "off", opening: steps, closing: steps), Span(name: "deep", opening: steps, closing: steps),
    Span(name: "k.inside", opening: moves, closing: moves, hasKey: true),
    Span(name: "w", opening: ["d.x"], closing: ["d.y", "b.y"], hasKey: true),
    Span(name: "c.on", opening: ["c.on"], closing: ["c.on"]),
    Span(name: "w.run", opening: ["w.run"], closing: ["w.run"]),
    Span(name: "d.c", opening: ["w.run", "p.in"], closing: ["w.run", "p.in"]),
  ]

  /// A rulebook without its rules.
  static func declarations(sessions: Bool, clock: String?, facts: Bool, derived: Bool) -> String {
    let vocabulary = fields.sorted { $0.key < $1.key }.map { name, fields in
      let types = fields.map { "\($0): \(Self.types[$0] ?? "text")" }.joined(separator: ", ")
      return "  \(name): {\(callbacks.contains(name) ? "returns: true, " : "")fields: {\(types)}}"
    }
    return """
      lifecheck: 1
      vocabulary:
      \(vocabulary.joined(separator: "\n"))
      sessions: {\(sessions ? "begin: [life.start, life.main], ending: life.term, end: life.exit, watchdog: life.exit where n > 2, " : "")boot: log.boot, loss: log.loss}
      clock: {set: log.set\(clock.map { ", \($0)" } ?? "")}
      \(facts ? "facts: conf.set" : "")
      recording: {event: trace.begin, field: records}
      \(derived ? Self.derived : "")
      machines:
        m:
          states: {off: {}, on: {}, deep: {refines: on}, halted: {}}
          transitions:
            c.on: [{where: n > 2, from: [off, on], to: deep}, {from: 'off', to: 'on'}]
            c.off: {from: 'on', to: 'off'}
            c.halt: {to: halted}
            c.go: {from: halted, to: 'off'}
      \(derived ? "      d.z: {from: ['off', 'on'], to: halted}" : "")
        k:
          per: id
          states: [inside, outdoors]
          transitions:
            p.in: {from: outdoors, to: inside}
            p.out: {from: inside, to: outdoors}
            p.gone: {to: none}
      spans:
        t: {from: a.x, until: a.y, key: id}
        u: {from: b.x, until: b.y}
        v: {from: 'a.x where n > 2 or the close of c.on', until: 'b.y or the close of w.run or the close of d.c'}
        tu: t while u
        w: {from: d.x, until: d.y or b.y, key: id}

      """
  }

  /// Derived events: unconditional, conditional, once per span, from a derived event, from a close, and a transition of
  /// a machine, which ends calls in the middle of a moment.
  private static let derived = """
    derived:
      d.x: [a.y, b.x unless t is open]
      d.y: {once: u, forms: [a.x, d.x while t, the close of c.on]}
      d.z: [a.x, b.y]
      d.c: [w.run, p.in where n > 1 while u, p.out while u]
    """

  static let clocks: [String?] = [nil, nil, "stopped: halted", "gaps: {in: 'on', over: 3s}"]
  static let durations = ["500ms", "1s", "1s", "2s", "3s", "5s"]
}
