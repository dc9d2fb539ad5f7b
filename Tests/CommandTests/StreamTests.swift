import Foundation
import Testing

@Suite struct `The same bytes` {
  /// A log with every kind of line: canonical, NSLog, bare, prose, an unreadable event and an unknown name. It has both
  /// kinds of line ends, text that is not ASCII, and no line end at its end.
  static let log =
    """
    2026-11-20 10:00:00.000 Shop[7:1] -[AppDelegate applicationDidBecomeActive:]\r
    10:00:00.500 Shop[7:1] timer.start id=é
    prose about applicationDidEnterBackground in a sentence
    10:00:01.000 Shop[7:1] timer.strat id=b
    10:00:01.100 Shop[7:1] timer.start id="b
    10:00:02.000 Shop[7:1] app.willResignActive
    10:00:02.100 Shop[7:1] app.willResignActive.end\r
    10:00:02.200 Shop[7:1] app.didEnterBackground
    10:00:02.300 Shop[7:1] app.didEnterBackground.end
    10:00:02.400 Shop[7:9] gl.call fn=glClear
    """

  @Test(arguments: ["full", "concise", "json"])
  func `give the same report from a file, a pipe and a pipe that is written byte by byte`(_ format: String)
    throws
  {
    let sandbox = try Sandbox(["shop.log": Self.log])
    let byFile = try sandbox.run(["-f", format, "shop.log"])
    #expect(byFile.status == 1)
    #expect(byFile.output.contains("no-gl-in-background"))
    let arguments = ["-f", format, "--stdin-filename", "shop.log", "-"]
    for size in [Self.log.utf8.count, 1] {
      let process = sandbox.process(arguments)
      let input = Pipe()
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var rest = Array(Self.log.utf8)[...]
      while !rest.isEmpty {
        try input.fileHandleForWriting.write(contentsOf: rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      try input.fileHandleForWriting.close()
      let report = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(String(decoding: report, as: UTF8.self) == byFile.output, "in writes of \(size) bytes")
      #expect(process.terminationStatus == byFile.status)
    }
  }
}
