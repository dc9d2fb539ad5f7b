import Foundation
import Testing

/// The release build, because the compiler of a debug build adds allocations. `Scripts/test` sets the path of the
/// program that the hooks have built.
private let release = ProcessInfo.processInfo.environment["LIFECHECK_RELEASE"].map { URL(filePath: $0) }

/// In the steady state, neither a line nor an event allocates memory.
@Suite(.enabled(if: release != nil, "there is no release build (LIFECHECK_RELEASE)"), .serialized)
struct `Memory allocations` {
  #if os(Linux)
    /// The allowed growth for half a million events or a quarter of a million lines. A waiting thread may allocate, and
    /// so may the first line that is split at the end of the reader's buffer.
    private static let growth = 10

    @Test func `do not grow with the number of lines without events`() throws {
      let head = "10:00:00.000 Shop[7:1] app.didBecomeActive\n"
      let prose = "10:00:01.000 Shop[7:1] the application did finish loading 17 images in the background\n"
      try expectNoGrowth { head + String(repeating: prose, count: 40 * $0) }
    }

    @Test func `do not grow with the number of events`() throws {
      try expectNoGrowth { Self.visits(rounds: $0) }
    }

    @Test func `do not grow with the number of visits to the foreground`() throws {
      try expectNoGrowth { Self.visits($0, rounds: 1) }
    }

    private func expectNoGrowth(
      of log: (_ times: Int) -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let sandbox = try Sandbox()
      let counter = Project.folder.appending(path: "Benchmarks/Sources/CAllocationCounter").path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let compile =
        "PATH='\(path)' clang -shared -fPIC -O2 -DPRINTS_AT_EXIT -I'\(counter)/include' -o counter.so"
      #expect(try sandbox.shell("\(compile) '\(counter)/allocation_counter.c'") == "")
      // The first 400 rounds are the warm-up: tables grow, the first chunk is checked against each bundled rulebook, and
      // after the first MiB the reader chooses what to look for.
      let counts = try [400, 6_000].map { times in
        try sandbox.write(log(times), to: "a.log")
        let process = sandbox.process(
          ["--no-config", "-q", "a.log"], environment: ["LD_PRELOAD": "./counter.so"])
        process.executableURL = release
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)", sourceLocation: sourceLocation)
        return try #require(text.split(separator: " ").first.flatMap { Int($0) }, "\(text)")
      }
      #expect(counts[1] <= counts[0] + Self.growth, "\(counts)", sourceLocation: sourceLocation)
    }

    /// Visits of a healthy app to the foreground. In each round, timers fire, databases are written and views are
    /// drawn.
    private static func visits(_ visits: Int = 1, rounds: Int) -> String {
      var log = ""
      var time = 0
      func line(_ event: String) {
        time += 7
        let clock = [10 + time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60].map {
          $0 < 10 ? "0\($0)" : "\($0)"
        }
        log +=
          "2026-11-20 \(clock.joined(separator: ":")).\(String(time % 1_000 + 1_000).dropFirst()) Shop[7:1] \(event)\n"
      }
      func call(_ name: String) { for end in ["", ".end"] { line(name + end) } }
      call("app.didFinishLaunching")
      for visit in 0..<visits {
        if visit > 0 { call("app.willEnterForeground") }
        call("app.didBecomeActive")
        for _ in 0..<rounds {
          for id in 0..<5 {
            for event in ["timer.start", "db.open", "user.dataDirty"] { line("\(event) id=\(id)") }
          }
          for round in 0..<12 {
            for event in ["timer.fire", "db.write", "view.setNeedsDisplay", "view.draw"] {
              line("\(event) id=\(round % 5)")
            }
          }
          for id in 0..<5 {
            for event in ["timer.stop", "db.close", "data.save"] { line("\(event) id=\(id)") }
          }
        }
        call("app.willResignActive")
        call("app.didEnterBackground")
      }
      return log
    }
  #endif
}
