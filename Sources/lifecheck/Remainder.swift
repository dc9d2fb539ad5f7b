/// What lies in a pipe when the program is interrupted: it was written before, and so it is read.
struct Remainder {
  /// How often it is read at most, for it may be written on and on: a pipe holds less.
  private var left = 64

  /// Whether nothing more is to be read, now that the program is interrupted.
  mutating func isOver(_ isReady: Bool) -> Bool {
    left -= 1
    return !isReady || left < 0
  }
}
