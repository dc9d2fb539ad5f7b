/// The number of a process name in one log. Equal names have equal numbers.
public struct ProcessID: Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Creates the id with a number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}
