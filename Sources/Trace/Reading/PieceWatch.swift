/// Tells when the pieces of the literals are to be chosen anew: after the first stretch of a log, and where candidates
/// become more frequent than the last choice let them be. With one choice for all of it, a log whose character changes half-way
/// takes 1.2 times as long.
struct PieceWatch {
  /// Bytes since that was asked last, and how many places in them had to be looked at closely.
  var swept = 0
  var candidates = 0
  /// So many candidates in a stretch are few enough.
  private var most = few
  /// How often pieces were chosen, and whether what comes of the last choice is not known yet.
  private var choices = 0
  private var areNew = false

  private static let stretch = 1 << 17
  private static let few = stretch >> 10
  /// Choosing takes as long as sweeping a few of these.
  private static let longestPause = 7
  /// A sample of that length tells most of what a longer one would.
  static let sample = 1 << 17

  /// Whether pieces are to be chosen, where there is so much to take a sample from.
  mutating func isTime(for available: Int) -> Bool {
    guard swept >= Self.stretch << min(choices, Self.longestPause), available >= Self.sample / 2 else {
      return false
    }
    let frequency = candidates * Self.stretch / swept
    (swept, candidates) = (0, 0)
    if areNew {
      areNew = false
      most = max(Self.few, frequency * 2)
      return false
    }
    guard frequency > most else { return false }
    choices += 1
    areNew = true
    return true
  }
}
