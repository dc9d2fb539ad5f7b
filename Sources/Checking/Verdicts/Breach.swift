/// A breach of a sentence, before it becomes a violation. The judged event and the statement are passed beside it as borrowed
/// arguments, which retains nothing.
struct Breach {
  /// The measured duration in nanoseconds, and the number of events, for the rule's message.
  let duration: Int64?
  let count: Int?
  /// Which breaches are reported as one violation.
  let isOneWith: Same
  /// Whether an event is missing, for a claim that can also be broken in another way (`lasts`). Lost lines may contain it.
  let isSilence: Bool
  /// Whether an event occurred that may be the missing one, because its condition is unknown. The result is then unknown.
  let isDoubtful: Bool
  /// Rarely used fields, in one optional: most breaches have none of them, and then no reference is counted.
  private let more: More?

  private struct More {
    let others: [Line]
    let notes: [String]
    let subject: OpenSpan?
  }

  /// A related line, with its label and its role.
  typealias Line = (occurrence: Occurrence, label: String, role: Violation.Role)

  /// Creates a breach. `others` are related lines apart from the reported one, those that opened the scope, and the secondary
  /// line of the statement. `notes` say what the verdict rests on, and `subject` is the opening that the breach is about.
  @inline(__always)
  init(
    others: [Line] = [], duration: Int64? = nil, count: Int? = nil, notes: [String] = [],
    isOneWith: Same = .nothing, isSilence: Bool = false, isDoubtful: Bool = false,
    subject: OpenSpan? = nil
  ) {
    self.duration = duration
    self.count = count
    self.isOneWith = isOneWith
    self.isSilence = isSilence
    self.isDoubtful = isDoubtful
    more =
      others.isEmpty && notes.isEmpty && subject == nil
      ? nil : More(others: others, notes: notes, subject: subject)
  }

  var hasMore: Bool { more != nil }
  var hasOthers: Bool { more.map { !$0.others.isEmpty } ?? false }
  var others: [Line] { more?.others ?? [] }
  var notes: [String] { more?.notes ?? [] }
  var subject: OpenSpan? { more?.subject }

  /// What identifies breaches that are reported as one violation.
  enum Same {
    /// Each breach is a violation of its own. It has a trigger, with this place in the log order.
    case trigger(Int)
    /// Each gap is a violation of its own. It begins at this line.
    case gap(from: Int)
    /// Breaches in one scope instance with the same text and the same key are folded.
    case text(key: Key?)
    /// Breaches of one rule about one opening, the `subject`, are folded.
    case opening
    /// Breaches are not folded, and have no trigger. Those of one rule at one line with the same text are merged.
    case nothing
  }

  /// Whether no other breach of the sentence can be folded or merged with this one, if the scope has only one instance at a time.
  var isNeverGrouped: Bool {
    switch isOneWith {
    // Several breaches can be about one opening at one line.
    case .trigger, .gap: subject == nil
    case .text, .opening, .nothing: false
    }
  }

  /// The opening that the breach is about, if all breaches of the rule about it are folded.
  var foldedOpening: OpenSpan? { if case .opening = isOneWith { subject } else { nil } }

  /// Identifies the subject among the breaches of a rule at one line: a place in the log order, or a negative number. It is -1 if
  /// only the text identifies the breach.
  var number: Int {
    switch isOneWith {
    case .trigger(let order): order
    case .gap(let line): -1 - line
    case .opening: subject?.order ?? -1
    case .text, .nothing: -1
    }
  }
}
