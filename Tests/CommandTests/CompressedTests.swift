import Foundation
import Testing

@Suite struct `A compressed log` {
  private static let allPrograms = [
    ("gzip -c", "gz"), ("xz -c", "xz"), ("zstd -q -c", "zst"), ("bzip2 -c", "bz2"),
    // Several gzip members in one file, like rotated logs that were joined.
    ("sh -c 'head -n 2 $1 | gzip; tail -n +3 $1 | gzip' -", "several.gz"),
  ]

  /// The compression programs that are installed. lifecheck needs them only to read compressed logs.
  static let programs = allPrograms.filter { command, _ in
    let name = String(command.prefix { $0 != " " })
    let isThere = ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
    if !isThere { print("\(name) is not installed, so its files are not tested") }
    return isThere
  }

  /// A sandbox in which `trace.log` is compressed into `trace.log.EXTENSION`.
  private func sandbox(_ log: String, _ program: String, _ name: String) throws -> Sandbox {
    let sandbox = try Sandbox(["trace.log": log])
    #expect(try sandbox.shell("\(program) trace.log > trace.log.\(name)") == "")
    return sandbox
  }

  @Test(arguments: programs)
  func `gives the same report as the uncompressed log`(program: String, name: String) throws {
    let sandbox = try sandbox(Sandbox.bad, program, name)
    let plain = try sandbox.check("trace.log")
    let outcome = try sandbox.check("trace.log.\(name)")
    #expect(outcome.status == 1)
    #expect(outcome.output.replacing("trace.log.\(name)", with: "trace.log") == plain.output)
    #expect(outcome.errors == plain.errors)
    let events = try sandbox.run(["events", "--rulebook", "views.yaml", "trace.log.\(name)"])
    #expect(events.outputLines.count == 4)
  }

  @Test(arguments: programs)
  func `is also read from a pipe`(program: String, name: String) throws {
    let sandbox = try sandbox(Sandbox.bad, program, name)
    let text = try sandbox.shell(
      "cat trace.log.\(name) | lifecheck -f concise --rulebook views.yaml --stdin-filename x -")
    #expect(text.hasPrefix("x:5:24: error: view list is drawn while the app is hidden"), "\(text)")
    #expect(text.hasSuffix("\n1 error in 1 log\n"))
  }

  @Test(arguments: programs.filter { $0.1 != "several.gz" })
  func `that is cut short is read up to the damage and has no verdict`(program: String, name: String) throws {
    // These lines compress badly. The cut file therefore still contains the violation.
    let noise = (0..<200_000).map { "\($0 &* 2_654_435_761 & 0xFFFF_FFFF) \($0)\n" }.joined()
    let sandbox = try sandbox(Sandbox.bad + noise, program, name)
    let file = sandbox.folder.appending(path: "trace.log.\(name)")
    let whole = try Data(contentsOf: file)
    try whole.prefix(whole.count * 9 / 10).write(to: file)
    let outcome = try sandbox.check("-f", "concise", "trace.log.\(name)")
    #expect(outcome.status == 2)
    let kind = program.prefix { $0 != " " }
    #expect(
      outcome.errors == """
        error: trace.log.\(name): has \(kind) data that is damaged or truncated; the part before that is read
        no verdict: 1 of 1 log could not be checked

        """)
    // bzip2 writes nothing of an incomplete block.
    if kind != "bzip2" { #expect(outcome.output.hasPrefix("trace.log.\(name):5:24: error: ")) }
  }

  @Test func `that ends after its first bytes is not reported as partly read`() throws {
    let sandbox = try Sandbox()
    try Data([0x1F, 0x8B]).write(to: sandbox.folder.appending(path: "a.log.gz"))
    #expect(
      try sandbox.check("a.log.gz").errors.hasPrefix(
        "error: a.log.gz: has gzip data that is damaged or truncated\n"))
  }

  /// bzip2 does not report this.
  @Test(arguments: programs.filter { $0.1 != "bz2" })
  func `that is followed by other bytes has no verdict`(program: String, name: String) throws {
    let sandbox = try sandbox(Sandbox.bad, program, name)
    #expect(try sandbox.shell("echo and more >> trace.log.\(name)") == "")
    let outcome = try sandbox.check("-f", "concise", "trace.log.\(name)")
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("trace.log.\(name):5:24: error: "))
    #expect(outcome.errors.contains(" data"))
    #expect(outcome.errors.contains("; the part before that is read\n"))
  }

  @Test func `has no event in the line at which it is cut short`() throws {
    let sandbox = try sandbox(Sandbox.good + "10:00:03.000 Shop[7:1] view.draw id=list", "gzip -c", "gz")
    let file = sandbox.folder.appending(path: "trace.log.gz")
    // Removes the checksum at the end.
    try Data(contentsOf: file).dropLast(8).write(to: file)
    let outcome = try sandbox.check("-f", "json", "trace.log.gz")
    #expect(outcome.status == 2)
    let document = try outcome.document()
    #expect((document["violations"] as? [Any])?.isEmpty == true)
    let trace = try #require((document["traces"] as? [[String: Any]])?.first)
    #expect(trace["events"] as? Int == 3)
    let unreadable = try #require((trace["unreadable"] as? [[String: Any]])?.first)
    #expect(unreadable["line"] as? Int == 4)
    #expect(unreadable["reason"] as? String == "the log is cut short in this line")
  }

  @Test func `has no verdict if its decompressor is not installed`() throws {
    let sandbox = try Sandbox()
    try Data([0x28, 0xB5, 0x2F, 0xFD, 0]).write(to: sandbox.folder.appending(path: "trace.log.zst"))
    let outcome = try sandbox.check("trace.log.zst", environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "error: trace.log.zst: is compressed by zstd, but the program zstd is not installed; install it\n"
      ))
  }

  @Test func `that is compressed twice is an error`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.shell(#"printf '\3757zXZ\000 and more' | gzip > trace.log.xz.gz"#) == "")
    let outcome = try sandbox.check("trace.log.xz.gz")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(": is compressed twice, by xz and gzip; decompress it once\n"))
  }

  @Test(arguments: programs.filter { $0.1 != "several.gz" })
  func `of any size is read in bounded memory`(program: String, name: String) throws {
    let sandbox = try sandbox(Sandbox.bad, program, name)
    // One line of 400 MB, in an address space of 300 MB.
    let text = try sandbox.shell(
      """
      { cat trace.log; head -c 400000000 /dev/zero | tr '\\0' x; } | \(program) > bomb.\(name)
      ulimit -v 300000
      timeout 60 lifecheck -f concise --rulebook views.yaml bomb.\(name)
      """)
    #expect(text.hasPrefix("bomb.\(name):5:24: error: view list is drawn while the app is hidden"), "\(text)")
    #expect(text.hasSuffix("\n1 error in 1 log\n"), "\(text)")
  }

  @Test(arguments: programs.filter { ["gz", "zst"].contains($0.1) })
  func `does not keep the program running if the report cannot be written`(program: String, _: String) throws
  {
    let sandbox = try Sandbox(["trace.log": String(repeating: Sandbox.bad, count: 20_000)])
    let text = try sandbox.shell(
      """
      \(program) trace.log > trace.packed
      { timeout 20 lifecheck -f concise --rulebook views.yaml trace.packed; echo $? >&2; } 2>&1 >/dev/full | tail -n 1
      """)
    #expect(text == "2\n")
    let line = try sandbox.shell("timeout 20 lifecheck events --rulebook views.yaml trace.packed | head -n 1")
    #expect(line.contains("app.launch"))
  }
}

@Suite struct `A file that is not a log` {
  struct Row: CustomTestStringConvertible {
    var name: String
    var message: String
    /// The shell command that writes the file `x`.
    var command: String
    var testDescription: String { name }

    init(_ name: String, _ message: String, by command: String) {
      (self.name, self.message, self.command) = (name, message, command)
    }

    init(_ name: String, _ message: String, bytes: String) {
      self.init(name, message, by: "printf '\(bytes)' > x")
    }
  }

  static let rows = [
    Row("zip", "is a zip archive, not a log; unpack it: unzip", bytes: #"PK\003\004abc"#),
    Row("tar", "is a tar archive, not a log; unpack it: tar -xf", by: "tar -cf x trace.log"),
    Row("packed tar", "is a tar archive, not a log; unpack it: tar -xf", by: "tar -czf x trace.log"),
    Row(
      "part of a log archive",
      "is a part of a log archive, not a text file; write it out: "
        + "log show --archive NAME.logarchive --info --debug --style ndjson",
      bytes: #"\000\020\000\000\021\000\000\000\320"#),
    Row(
      "property list", "is a binary property list, not a log; to see it as text: plutil -p",
      bytes: "bplist00x"),
    Row(
      "database",
      "is an SQLite database, not a log; write its messages to a file: sqlite3 FILE 'SELECT ...'",
      bytes: #"SQLite format 3\000"#),
    Row(
      "ASL", "is a database of the Apple System Log, not a text file; write it out: syslog -f FILE",
      bytes: #"ASL DB\000\000"#),
    Row("Mach-O", "is a program, not a log; check the log that it wrote", bytes: #"\317\372\355\376\007"#),
    Row("ELF", "is a program, not a log; check the log that it wrote", by: "cp $(command -v lifecheck) x"),
    Row(
      "protobuf", "is a binary trace (protobuf), not a log; convert it: traceconv text, or traceconv json",
      bytes: #"\n\022\010\001\022\016android.process1234567"#),
  ]

  @Test(arguments: rows)
  func `is an error that names its kind and a remedy`(row: Row) throws {
    let sandbox = try Sandbox(["trace.log": Sandbox.bad])
    #expect(try sandbox.shell(row.command) == "")
    let outcome = try sandbox.check("x")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors == "error: x: \(row.message)\nno verdict: 1 of 1 log could not be checked\n")
  }

  @Test(arguments: [
    ("a.logarchive", "is a log archive, and no program that reads one is installed; install "),
    ("b.trace/", "is a trace of Instruments, not a text file; write it out: xcrun xctrace export "),
    ("c.xcresult", "is a result bundle of Xcode, not a text file; take the logs out: xcrun xcresulttool "),
  ])
  func `may be a bundle, which is a folder`(path: String, message: String) throws {
    let outcome = try Sandbox(["\(path)/x.log": Sandbox.bad]).check(path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(path): \(message)"), "\(outcome.errors)")
  }

  @Test(arguments: ["\n\n\n\nShop", "PK is a log\n", "BZh\n", "B", "ASL", "bplist\n"])
  func `is not recognised by its first letters alone`(start: String) throws {
    let outcome = try Sandbox(["x": start + "\n" + Sandbox.bad]).check("-f", "concise", "x")
    #expect(outcome.status == 1)
  }
}
