/// Limits how much of a pipe is read after an interrupt. The bytes already in the pipe were written before, so they are
/// read.
struct PipeDrain {
  /// The maximum number of further reads, because the writer may never stop. The buffer of a pipe is smaller.
  private var left = 64

  /// Whether to stop reading: the pipe is empty, or the limit is reached. Call it once before each read after an
  /// interrupt.
  mutating func isDone(isReady: Bool) -> Bool {
    left -= 1
    return !isReady || left < 0
  }
}
