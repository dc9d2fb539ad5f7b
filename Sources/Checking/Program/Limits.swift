/// How many things each internal table holds before it is compacted, or before something slower takes its place. But for the
/// last ones no result depends on these numbers, only memory and time. The random tests draw small ones, so that short logs reach
/// them.
struct Limits: Sendable {
  // MARK: Compilation

  /// Conditions on fields of one signal whose answers are kept: a bit each in `TruthVector`, so 64 at most.
  var conditions = 64
  /// Deeds of one routine event: a bit each in `SessionState.Next.answers`, so 64 at most.
  var effects = 64
  /// Values of a test that wait for each other: two bits each of one word, so 31 at most.
  var predicateDepth = 31
  /// Terms of a session: a bit each in the ledger, so 64 at most.
  var durationTimers = 64
  /// Fields that the tests of one signal read: sixteen bits each in `FieldBytes`, so 4 at most.
  var readFields = 4

  // MARK: The cache

  /// How often in a row a process is taken up in vain before some of its events are taken in full without a try.
  var uselessCheckOuts = 16
  /// How many events these are.
  var checkOutPause = 15
  /// Sets of values that are told apart for one shape of an event; at least 1.
  var cachedPlans = 16
  /// Sets of values for which the answers of one signal's tests are kept; at least 1.
  var predicateCacheEntries: UInt8 = 16
  /// How many new values of one signal may come before nothing is kept of it any more.
  var predicateCachePatience: Int8 = 32

  // MARK: Open spans

  /// Openings in the ledger itself; more are in its annex.
  var openingEntries: Int32 = 1_024
  /// Bytes of a line that the ledger itself keeps; at most 256.
  var openingLine = 256
  /// Bytes of a line that the annex keeps; at most 254. Other openings are objects.
  var compactLine = 254
  /// The rows of a block of the annex, as a power of two.
  var compactBlockBits = 11
  /// The pieces of a block of the line store, as a power of two: at least 7, for a line has up to 72 pieces.
  var pieceBlockBits = 14
  /// The headings of an annex; at most 65,535.
  var prototypes = 65_535
  /// The places where recent headings are looked for, as a power of two; at least 1.
  var recentPrototypeBits = 8
  /// Places of an index up to which half of them stay free; more are filled to seven eighths.
  var sparseIndex = 32_768

  /// Openings of a span that are judged one by one at a moment; more are judged in groups (`Backlog`).
  var singleOpenings = 32
  /// Groups of them for one sentence.
  var openingGroups = 32

  // MARK: Moments and deadlines

  /// Moments of a mark that are written down before they are looked up; at least 1.
  var recentMoments = 256
  /// Keys of a mark that are kept before old ones are forgotten.
  var momentKeys = 256
  /// Cancelled deadlines that stay in the heap.
  var cancelledDeadlines = 64
  /// Settled waits that stay in a succession.
  var settledWaits = 64
  /// Keys of `at most N E per T` that are kept before old ones are forgotten.
  var countedKeys = 64

  // MARK: Limits that the language page states, on which results depend

  /// Events of the app for which lines are held back until a callback returns.
  var heldEvents = 4_096
  /// Texts that are folded in one instance of a scope.
  var foldedTexts = 4_096
  /// Keys whose newest event has no time, of those that a condition or claim with a time asks for.
  var untimedKeys = 4_096
}
