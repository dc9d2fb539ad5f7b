/// What is known of something that breaks a sentence, beside what it is about and what is said of it: these are lent to who
/// asks.
struct Breach {
  /// What was measured, in nanoseconds, and how many came.
  let duration: Int64?
  let count: Int?
  /// Which offences are told as one.
  let isOneWith: Same
  /// Whether it is one because something did not come, in a claim that may be broken otherwise, too.
  let isSilence: Bool
  /// Whether what did not come may have come: something came of which nobody knows whether it was that.
  let isDoubtful: Bool
  /// Whether its line brings about nothing else, and nothing was told that says the same.
  let isOnlyOfLine: Bool
  /// What most have none of, so that no references are counted for them.
  private let more: More?

  private struct More {
    let others: [Line]
    let notes: [String]
    let subject: OpenSpan?
  }

  typealias Line = (occurrence: Occurrence, label: String, role: Violation.Role)

  /// An offence in which those lines take part beside the reported one, those that opened the scope and the one of the
  /// statement; it rests on what the notes say, and is about an opening.
  @inline(__always)
  init(
    others: [Line] = [], duration: Int64? = nil, count: Int? = nil, notes: [String] = [],
    isOneWith: Same = .nothing, isSilence: Bool = false, isDoubtful: Bool = false,
    isOnlyOfLine: Bool = false, subject: OpenSpan? = nil
  ) {
    self.duration = duration
    self.count = count
    self.isOneWith = isOneWith
    self.isSilence = isSilence
    self.isDoubtful = isDoubtful
    self.isOnlyOfLine = isOnlyOfLine
    more =
      others.isEmpty && notes.isEmpty && subject == nil
      ? nil : More(others: others, notes: notes, subject: subject)
  }

  var hasMore: Bool { more != nil }
  var hasOthers: Bool { more.map { !$0.others.isEmpty } ?? false }
  var others: [Line] { more?.others ?? [] }
  var notes: [String] { more?.notes ?? [] }
  var subject: OpenSpan? { more?.subject }

  /// What one violation tells of, so that it is told once.
  enum Same {
    /// Each offence is one of its own: it has a trigger, at that moment.
    case trigger(Int)
    /// Each gap is one of its own: it began at that line.
    case gap(from: Int)
    /// Those in one instance of the scope that say the same of the same key.
    case text(key: Key?)
    /// Those of one rule about one opening of a span.
    case opening
    case nothing
  }

  /// Whether no other offence of its sentence is told with it, where its scope has one instance at a time.
  var isOneOfItsOwn: Bool {
    switch isOneWith {
    // Of one opening more than one thing can be found at a line.
    case .trigger, .gap: subject == nil
    case .text, .opening, .nothing: false
    }
  }

  /// The opening of which all that the rule says is one.
  var openingOfAll: OpenSpan? { if case .opening = isOneWith { subject } else { nil } }

  /// What tells one thing that is found at a line from another.
  var number: Int {
    switch isOneWith {
    case .trigger(let order): order
    case .gap(let line): -1 - line
    case .opening: subject?.order ?? -1
    case .text, .nothing: -1
    }
  }
}
