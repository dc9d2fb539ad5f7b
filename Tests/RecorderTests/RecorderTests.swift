import Foundation
import Synchronization
import Testing
@testable import recorder_sample

@testable import LifecheckRecorder

/// The example of `docs/recording.md`, word by word. A test compares the two.
private func recordExample(_ recorder: Recorder) {
  recorder.dirty("draft")
  recorder.saved("draft")
  recorder.timerStarted("redraw")
  recorder.timerStopped("redraw")
  recorder.backgroundTaskBegan("7", name: "save")
  recorder.backgroundTaskEnded("7")
  recorder.event("file.open", ["path": "vault.db", "protection": "complete"])
}

@Suite struct `A recorder` {
  private func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "recorder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func lines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `records nothing if it is disabled, stopped or not started`() {
    let collector = LineCollector()
    let center = NotificationCenter()
    let disabled = Recorder(to: .lines { collector.add($0) }, center: center, isEnabled: false)
    disabled.start()
    disabled.dirty("a")
    center.post(name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
    #expect(collector.lines.isEmpty)
    let recorder = Recorder(to: .lines { collector.add($0) }, center: center, isEnabled: true)
    recorder.dirty("a")
    #expect(collector.lines.isEmpty)
    recorder.start()
    recorder.start()
    let count = collector.lines.count
    recorder.stop()
    recorder.dirty("a")
    center.post(name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
    #expect(
      collector.lines.count == count && collector.lines.filter { $0.contains("trace.begin") }.count == 1)
  }

  @Test func `is enabled by default in debug builds only`() {
    #if DEBUG
      #expect(Recorder.isEnabledByDefault)
    #else
      #expect(!Recorder.isEnabledByDefault)
    #endif
  }

  @Test func `observes each notification of its table`() throws {
    let collector = LineCollector()
    let center = NotificationCenter()
    let recorder = Recorder(to: .lines { collector.add($0) }, center: center, info: [:], isEnabled: true)
    recorder.start(isLaunch: false)
    for row in ObservedNotification.all {
      let before = collector.lines.count
      let info = row.condition.map { [$0.key: $0.value] }
      center.post(name: Notification.Name(row.name), object: nil, userInfo: info)
      #expect(collector.lines.count == before + 1 && collector.lines.last?.contains(" \(row.event)") == true)
    }
    #expect(Notification.Name("NSUserDefaultsDidChangeNotification") == UserDefaults.didChangeNotification)
    let locale = Notification.Name("kCFLocaleCurrentLocaleDidChangeNotification")
    #expect(locale == NSLocale.currentLocaleDidChangeNotification)
    withExtendedLifetime(recorder) {}
  }

  @Test func `drops names that are not names, and reports each once`() {
    let problems = Mutex<[Problem]>([])
    let collector = LineCollector()
    let recorder = Recorder(
      to: .lines { collector.add($0) }, center: NotificationCenter(), info: [:], isEnabled: true
    ) { problem in
      problems.withLock { $0.append(problem) }
    }
    recorder.start()
    let count = collector.lines.count
    for name in ["", "a", "a.", ".a", "a..b", "A.b", "a b.c", "a.b\n", "a.ü", "1.a"] {
      recorder.event(name)
      recorder.event(name)
    }
    #expect(collector.lines.count == count && problems.withLock { $0.count } == 10)
    recorder.event("data.save", ["a b": "1", "id": "2"])
    #expect(collector.lines.last?.hasSuffix(" data.save id=2") == true)
    #expect(problems.withLock { $0.last } == .fieldName("a b"))
  }

  @Test func `drops events that its destination records`() {
    let collector = LineCollector()
    let recorder = Mutex<Recorder?>(nil)
    let made = Recorder(
      to: .lines { line in
        collector.add(line)
        recorder.withLock { $0 }?.dirty("again")
      }, center: NotificationCenter(), info: [:], isEnabled: true)
    recorder.withLock { $0 = made }
    made.start()
    made.dirty("once")
    #expect(collector.lines.filter { $0.contains("user.dataDirty") }.count == 1)
  }

  @Test func `is explained by an example that compiles`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/recording.md"), encoding: .utf8)
    let test = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let example = page.split(separator: "```swift\n").first { $0.hasPrefix("recorder.dirty") }?.split(
      separator: "```"
    ).first
    let lines = try #require(example).split(separator: "\n")
    #expect(test.contains(lines.map { "  \($0)\n" }.joined()))
    let collector = LineCollector()
    let recorder = Recorder(
      to: .lines { collector.add($0) }, center: NotificationCenter(), info: [:], isEnabled: true)
    recorder.start(isLaunch: false)
    recordExample(recorder)
    #expect(collector.lines.count == 1 + lines.count)
  }

  // MARK: - Files

  @Test func `appends to its file, also after a line that was cut`() throws {
    let file = try folder().appending(path: "below/trace.log")
    for text in ["a", "b"] {
      let recorder = Recorder(to: .file(file), center: NotificationCenter(), info: [:], isEnabled: true)
      recorder.start(isLaunch: false)
      recorder.dirty(text)
      recorder.flush()
      recorder.stop()
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("2026-11-20T10:00".utf8))
      try handle.close()
    }
    let lines = try lines(of: file)
    #expect(
      lines.map { $0.split(separator: " ").dropFirst(2).first ?? "" } == [
        "trace.begin", "user.dataDirty", "", "trace.begin", "user.dataDirty", "",
      ])
  }

  @Test func `rotates its file and repeats the first lines`() throws {
    let file = try folder().appending(path: "trace.log")
    let recorder = Recorder(
      to: .file(file, maximumSize: 4_000), center: NotificationCenter(), info: ["a": 1], isEnabled: true)
    recorder.start()
    for number in 0..<1_000 { recorder.saved("\(number)") }
    let old = try lines(of: URL(filePath: file.path + ".1"))
    let new = try lines(of: file)
    #expect(old[0].contains(" trace.begin ") && new[0].contains(" trace.begin "))
    #expect(new[1].contains(" app.config ") && !new[2].contains("process.start"))
    let numbers = (old + new).compactMap {
      $0.split(separator: "data.save id=").dropFirst().first.flatMap { Int($0) }
    }
    #expect(numbers == Array((1_000 - numbers.count)..<1_000) && numbers.count > 20)
    for lines in [old, new] { #expect(lines.map { $0.utf8.count + 1 }.reduce(-1, +) <= 4_000) }
  }

  @Test func `reports a file that cannot be written once, and continues when it can`() throws {
    let folder = try folder()
    let blocked = folder.appending(path: "blocked")
    try Data().write(to: blocked)
    let problems = Mutex<[Problem]>([])
    let clock = ManualClock()
    let file = blocked.appending(path: "trace.log")
    let recorder = Recorder(
      [.file(file)], records: [], center: NotificationCenter(), facts: AppFacts(info: [:], others: []),
      sceneID: { _ in nil }, isEnabled: true, clock: { clock.read() },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
    recorder.start()
    for _ in 0..<10 {
      recorder.dirty("lost")
      clock.advance(0.5)
    }
    #expect(problems.withLock { $0.count } == 1)
    try FileManager.default.removeItem(at: blocked)
    clock.advance(2)
    recorder.dirty("kept")
    recorder.saved("kept")
    let events = try lines(of: file).map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
    #expect(events[0].hasPrefix("trace.begin"))
    #expect(Array(events[1...]) == ["trace.loss", "user.dataDirty id=kept", "data.save id=kept", ""])
  }

  #if os(Linux)
    @Test func `survives a full disk`() throws {
      let problems = Mutex<[Problem]>([])
      let file = try folder().appending(path: "trace.log")
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/full")
      let recorder = Recorder(
        to: .file(file), center: NotificationCenter(), info: [:], isEnabled: true,
        onProblem: { problem in problems.withLock { $0.append(problem) } })
      recorder.start()
      for _ in 0..<100 { recorder.dirty("draft") }
      recorder.stop()
      #expect(problems.withLock { $0 } == [.file(path: file.path, reason: "No space left on device")])
    }
  #endif

  @Test func `writes whole lines for many threads`() throws {
    let file = try folder().appending(path: "trace.log")
    let center = NotificationCenter()
    let recorder = Recorder(to: .file(file, maximumSize: 1 << 30), center: center, info: [:], isEnabled: true)
    recorder.start(isLaunch: false)
    let (threads, events) = (8, 1_000)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<events {
        if number % 100 == 0 {
          center.post(name: Notification.Name("NSUserDefaultsDidChangeNotification"), object: nil)
        }
        recorder.event(
          "data.save", ["id": "\(thread) \(number)", "text": String(repeating: "é\n", count: number % 50)])
      }
    }
    let lines = try lines(of: file).dropLast()
    #expect(lines.count == 1 + threads * events + threads * events / 100)
    var next = Array(repeating: 0, count: threads)
    var times: [Substring] = []
    for line in lines {
      times.append(line.prefix(27))
      guard let match = line.wholeMatch(of: /\S+Z \S+\[\d+:\d+\] data\.save id="(\d+) (\d+)" text="(é\\n)*"/)
      else {
        #expect(line.hasSuffix("] setting.changed") || line.contains("] trace.begin "))
        continue
      }
      let (thread, number) = (Int(match.1) ?? 0, Int(match.2) ?? -1)
      #expect(next[thread] == number)
      next[thread] = number + 1
    }
    #expect(next == Array(repeating: events, count: threads))
    #expect(times == times.sorted())
  }
}
