import Foundation
import LifecheckDetector
import LifecheckRecorder
import LifecheckTesting
import Testing
import XCTest

// The examples of `docs/testing.md`, word by word. A test compares the two. They are compiled and not run, because their trace does not exist.

let trace = URL(fileURLWithPath: "trace.log")

@Suite(.disabled("an example")) struct Checkout {
  @Test func checkout() throws {
    // ... run the app ...
    try expectLifecycle(of: trace)
  }
}

func useOptions() throws {
  try expectLifecycle(
    of: trace,
    LifecycleRules(
      ignoring: ["timers-stopped-on-resign"],
      project: URL(fileURLWithPath: ".lifecheck.yaml"),
      baseline: URL(fileURLWithPath: "known.yaml"),
      isStrict: true))
}

func useDetector() throws {
  let detector = try Detector()
  let recorder = Recorder(to: .file(), .lines { detector.read($0) })
  recorder.start()
}
