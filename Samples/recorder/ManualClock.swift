import Foundation

/// A clock that only advances when the program wants it. A run of minutes then takes milliseconds, and its trace is always the
/// same.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  // 2026-11-20T10:00:00Z
  private var microseconds: Int64 = 1_795_168_800_000_000

  init() {}

  func read() -> Int64 { lock.withLock { microseconds } }
  func advance(_ seconds: Double) { lock.withLock { microseconds += Int64(seconds * 1_000_000) } }
}
