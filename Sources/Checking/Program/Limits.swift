/// The sizes of internal tables at which a table is compacted, or a slower method is used. Only memory and time depend on them,
/// except for the last group, on which results depend. Random tests use small limits, so that short logs reach them.
struct Limits: Sendable {
  // MARK: Compilation

  /// Conditions on fields of one signal that are evaluated once. `TruthVector` has 64 entries, so 64 at most.
  var conditions = 64
  /// Effects of one event on the fast path. Each has a bit in `SessionState.Next.answers`, so 64 at most.
  var effects = 64
  /// Depth of the stack on which a predicate is evaluated. Each value takes two bits of one word, so 31 at most.
  var predicateDepth = 31
  /// Duration timers of a program. An opening has a bit for each, so 64 at most.
  var durationTimers = 64

  // MARK: Open spans

  /// Openings in the table of `OpeningStore`. More openings are in `CompactOpenings`.
  var openingEntries: Int32 = 1_024
  /// Bytes of a line in the table of `OpeningStore`; at most 256. Openings with longer lines are objects.
  var openingLine = 256
  /// Bytes of a line in `CompactOpenings`; at most 254. Openings with longer lines are objects.
  var compactLine = 254
  /// Rows in a block of `CompactOpenings`, as a power of two.
  var compactBlockBits = 11
  /// 32-bit words in a block of `LineStore`, as a power of two; at least 7, because a line has up to 72 words.
  var pieceBlockBits = 14
  /// Prototypes of a `CompactOpenings`; at most 65,535.
  var prototypes = 65_535
  /// Places of the hash table of recently used prototypes, as a power of two; at least 1.
  var recentPrototypeBits = 8
  /// Places of a `KeyIndex` up to which half of them stay free. A larger index is filled to seven eighths.
  var sparseIndex = 32_768

  /// Open openings of a span up to which they are judged one by one at a moment. More are judged in groups (`OpeningGroups`), or
  /// in a composed span deferred (`DeferredOpenings`).
  var singleOpenings = 32
  /// Groups of openings of one span for one sentence. If there are more, openings are judged one by one.
  var openingGroups = 32

  // MARK: Moments and deadlines

  /// Recent moments of a mark that are not indexed by key yet; at least 1.
  var recentMoments = 256
  /// Keys of a mark above which old keys are forgotten.
  var momentKeys = 256
  /// Cancelled deadlines above which the heap is compacted, if they are more than half of it.
  var cancelledDeadlines = 64
  /// Entries of a `FixedDelayQueue` above which it is compacted, if more than half of them have ended.
  var settledWaits = 64
  /// Keys of `at most N E per T` above which old keys are forgotten.
  var countedKeys = 64

  // MARK: Limits that the language page states, on which results depend

  /// Processes of a log at the same time. For one more, the process that was silent for longest is ended.
  var processes = 256
  /// Events of an app after the entry of a callback for which lines are held back until its return is known.
  var heldEvents = 4_096
  /// Different texts in one scope instance whose repeated violations are folded.
  var foldedTexts = 4_096
  /// Keys of a mark whose newest event has no time, if a condition or claim asks how long ago the event was.
  var untimedKeys = 4_096
  /// Candidates of one sentence that wait for the events that the sentence needs, and verdicts of one sentence that wait for an
  /// open question, in one app. More are dropped: they would count only if the app began to record an event after so many
  /// violations.
  var waitingVerdicts = 100
}
