import Checking
import Diagnostics
import Foundation
import Reporting

#if canImport(os)
  import os
#endif

/// Checks the trace of an app while it runs, for debug builds. It reports each violation as soon as a line decides it.
///
/// ```swift
/// let detector = try Detector()
/// let recorder = Recorder(to: .lines { detector.read($0) })
/// ```
///
/// All methods can be called on any thread. In a release build, a detector does nothing unless it is enabled.
public final class Detector: @unchecked Sendable {
  /// Whether detectors are enabled by default: in debug builds only.
  public static var isEnabledByDefault: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  private let name: String
  private let onViolation: @Sendable (DetectedViolation) -> Void
  private let lock = NSLock()
  /// Nil if the detector is disabled or finished. Used with the lock held.
  private var checker: LogChecker?

  /// Creates a detector. Throws an error if there is no such rulebook or rule.
  ///
  /// - Parameters:
  ///   - rulebook: A bundled rulebook, `ios` or `android`, or the path of another one.
  ///   - only: The ids of the only rules to check; empty for all.
  ///   - ignoring: The ids of rules not to check.
  ///   - name: The name of the trace in texts.
  ///   - isEnabled: Whether anything is checked. By default, only in debug builds.
  ///   - onViolation: Gets each violation. It may be called on any thread. By default, violations are written to the system's log,
  ///     or to standard error if there is none.
  public init(
    rulebook: String = "ios", only: [String] = [], ignoring: [String] = [], name: String = "trace",
    isEnabled: Bool = Detector.isEnabledByDefault,
    onViolation: @escaping @Sendable (DetectedViolation) -> Void = Detector.write
  ) throws(LifecycleError) {
    (self.name, self.onViolation) = (name, onViolation)
    guard isEnabled else { return }
    let prepared = try RuleChoice(rulebook: rulebook, only: only, ignoring: ignoring).prepared()
    checker = LogChecker(prepared.rules)
  }

  /// Reads the next line of the trace, without its line end.
  public func read(_ line: String) {
    lock.lock()
    let violations = checker?.read(line + "\n") ?? []
    lock.unlock()
    report(violations)
  }

  /// Ends the trace, and reports the violations that its end decides. Later lines are ignored.
  public func finish() {
    lock.lock()
    let violations = checker?.finish().violations ?? []
    checker = nil
    lock.unlock()
    report(violations)
  }

  /// The lock is not held, because the closure may call the detector.
  private func report(_ violations: [Violation]) {
    for violation in violations { onViolation(DetectedViolation(violation, in: name)) }
  }

  /// Writes a violation to the system's log, or to standard error if there is none.
  @Sendable public static func write(_ violation: DetectedViolation) {
    #if canImport(os)
      os_log("%{public}@", log: log, type: .fault, NSString(string: violation.text))
    #else
      FileHandle.standardError.write(Data((violation.text + "\n").utf8))
    #endif
  }

  #if canImport(os)
    // Not the subsystem of the recorder, whose lines are the trace.
    private static let log = OSLog(subsystem: "lifecheck.detector", category: "violations")
  #endif
}
