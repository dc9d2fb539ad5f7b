public import Rulebook
import Trace

/// A rulebook compiled for checking: made once, shared by all logs of a run.
///
/// The compiled form is an index: for each signal (an event's entry, its return, the close of a callback)
/// what it opens, closes, moves and is judged by. An event touches only what names it.
public final class Program: Sendable {
  let rulebook: Rulebook
  /// What each signal does, by `code(of:isClose:)`.
  let reactions: [Reaction]
  /// The sentences of all rules.
  let sentences: [CompiledSentence]
  let derived: [CompiledDerivation]
  /// For each machine and event the compiled conditions of its cases.
  let steps: [[EventID: [CompiledStep]]]
  /// Patterns whose newest occurrence is remembered, by index.
  let markCount: Int
  /// Fields whose newest value is remembered, by index.
  let facts: [FactKey]
  /// For each span the sentences whose scope it is.
  let scopesOfSpan: [[Int]]
  /// The span of each state of each machine.
  let spanOfState: [[Int]]
  /// For each callback the sentences that bound its length, by `EventID.index`.
  let boundsOfCallback: [Int: [Int]]
  /// For each span that is no callback the sentences that bound its length.
  let boundsOfSpan: [Int: [Int]]
  /// The span of each callback that has one.
  let spanOfCallback: [EventID: Int]
  /// Whether anything asks for the window of a callback, by `EventID.index`.
  let hasWindow: [Bool]
  /// The callback that a notification is paired with, by the notification's constant.
  let callbackOfNotification: [String: EventID]
  let fieldIndex: [String: Int]
  /// Whether an event is the call of a method, by `EventID.index`.
  let isCallback: [Bool]
  /// The first word of each event's name as a number, by `EventID.index`.
  let familyOfEvent: [Int]
  let families: [String]
  /// What each event says about where a life begins and ends, by raw value of the id.
  let boundaries: [Boundary]
  /// No time counts while one of these spans is open.
  let stoppingSpans: [Int]
  /// A gap that is longer counts for nothing while one of these spans is open.
  let gaps: (spans: [Int], over: Int64)?

  /// Compiles a rulebook.
  public init(_ rulebook: Rulebook) {
    var compiler = Compiler(rulebook)
    compiler.compile()
    self.rulebook = rulebook
    reactions = compiler.reactions.map(Reaction.init)
    sentences = compiler.sentences
    derived = compiler.derived
    steps = compiler.steps
    markCount = compiler.markCount
    facts = compiler.facts
    scopesOfSpan = compiler.scopesOfSpan
    spanOfState = compiler.spanOfState
    boundsOfCallback = compiler.boundsOfCallback
    boundsOfSpan = compiler.boundsOfSpan
    spanOfCallback = compiler.spanOfCallback
    hasWindow = compiler.hasWindow
    callbackOfNotification = compiler.callbackOfNotification
    fieldIndex = compiler.fieldIndex
    isCallback = rulebook.vocabulary.events.map { !$0.callbacks.isEmpty }
    familyOfEvent = compiler.familyOfEvent
    families = compiler.families
    boundaries = compiler.boundaries
    stoppingSpans = rulebook.clock.stopped.map(\.rawValue)
    gaps = rulebook.clock.gaps.map { ($0.spans.map(\.rawValue), $0.over) }
  }

  /// What may tell that a callback returned: its own return, and those of what it is derived from.
  func returns(of callback: EventID) -> [EventID] {
    [callback.end] + derived.filter { $0.event == callback }.flatMap { $0.forms.flatMap(\.events).map(\.end) }
  }

  /// The number of a signal: that of the event, or past all events that of a callback's close.
  func code(of event: EventID, isClose: Bool) -> Int {
    isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
  }
}

/// What an event says about where a life begins and ends.
struct Boundary: Sendable {
  /// The place of a launch event among those of one launch.
  var stage: Int?
  /// A launch event that belongs to the life that runs, if the process is known to be the same.
  var isOfSameProcess = false
  /// After it, any launch event begins another life.
  var isEnding = false
  /// The process is gone.
  var isEnd = false
  /// It moves a machine: the life has got past its launch.
  var isStep = false
}

/// What one signal does. A class, so that handing it on costs one reference and not one for each list.
final class Reaction: Sendable {
  let opens: [(span: Int, guard: Guard?)]
  let closes: [(span: Int, guard: Guard?)]
  let machines: [Int]
  let forms: [(derivation: Int, form: Int, guard: Guard?)]
  let marks: [(mark: Int, guard: Guard?)]
  let facts: [Int]
  let monitors: [(sentence: Int, role: Reactions.Role, guard: Guard?)]

  init(_ reactions: Reactions) {
    opens = reactions.opens
    closes = reactions.closes
    machines = reactions.machines
    forms = reactions.forms
    marks = reactions.marks
    facts = reactions.facts
    monitors = reactions.monitors
  }
}

/// The same while it is put together.
struct Reactions: Sendable {
  var opens: [(span: Int, guard: Guard?)] = []
  var closes: [(span: Int, guard: Guard?)] = []
  var machines: [Int] = []
  var forms: [(derivation: Int, form: Int, guard: Guard?)] = []
  var marks: [(mark: Int, guard: Guard?)] = []
  var facts: [Int] = []
  var monitors: [(sentence: Int, role: Role, guard: Guard?)] = []

  /// What an event is to a sentence, in the order in which it is judged: an event that ends a scope is
  /// still inside, one that begins it is not.
  enum Role: Int, Sendable {
    /// Must not occur.
    case offence
    /// The moment that is judged.
    case moment
    /// Must be a legal step.
    case step
    case scopeEnd
    case scopeStart
  }
}

/// A sentence with what belongs to it.
final class CompiledSentence: Sendable {
  let rule: Int
  let index: Int
  let sentence: Sentence
  let exception: Guard?
  /// Families of which at least one must be recorded, or the sentence cannot be observed; empty asks for none.
  let families: [Int]

  init(rule: Int, index: Int, sentence: Sentence, exception: Guard?, families: [Int]) {
    self.rule = rule
    self.index = index
    self.sentence = sentence
    self.exception = exception
    self.families = families
  }
}

struct CompiledDerivation: Sendable {
  var event: EventID
  var oncePer: Int?
  var forms: [(scope: Int?, exception: Guard?, isInferred: Bool, events: [EventID])]
}

struct CompiledStep: Sendable {
  var `guard`: Guard?
  var from: Set<StateID>?
  var to: StateID?
}

struct FactKey: Sendable, Hashable {
  var event: EventID
  var field: Int
  /// Whether it holds beyond the life in which it was told.
  var isLasting: Bool
}

/// A condition with its names turned into indices.
indirect enum Guard: Sendable {
  case and(Guard, Guard)
  case or(Guard, Guard)
  case not(Guard)
  case compare(Value, Comparison, Value)
  case oneOf(Value, [Literal])
  case contains(Value, Literal)
  case isPresent(Value)
  case isRecorded(EventID)
  case isOpen(span: Int, isBound: Bool)
  case withinTheLast(mark: Int, Int64)
  case within(mark: Int, Int64)
  case since(event: Int, start: Int)
  /// The event that opened what is judged is one of these and occurred after the mark.
  case openedSince([EventID], mark: Int)

  enum Value: Sendable {
    case field(Int, FieldType)
    case thread
    case via
    case fact(Int, FieldType)
    case literal(Literal)
  }
}
