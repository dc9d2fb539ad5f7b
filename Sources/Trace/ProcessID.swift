/// A process name of one log, by number: equal names have equal numbers.
public struct ProcessID: Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// The process of that number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}
