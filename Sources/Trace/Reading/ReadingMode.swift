/// How a log is read.
public enum ReadingMode: Sendable {
  /// Lines that certainly have no event are skipped, and headers that repeat are not parsed again.
  case fast
  /// Every line is parsed by itself. The result is the same; tests use it as the reference.
  case everyLine
}
