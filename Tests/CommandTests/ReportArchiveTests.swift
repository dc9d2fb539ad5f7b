import Foundation
import Testing

/// A tar archive with reports of the system, such as a sysdiagnose.
@Suite struct `An archive of reports` {
  private static let report = """
    {"app_name":"Walk","timestamp":"2026-03-17 22:50:42.00 -0700","bug_type":"309"}
    {
      "captureTime" : "2026-03-17 22:50:41.6409 -0700",
      "procLaunch" : "2026-03-17 22:50:01.4450 -0700",
      "procName" : "Walk",
      "pid" : 2415,
      "termination" : {"code":3735883980,"namespace":"RUNNINGBOARD"}
    }

    """
  private static let folder = "crashes_and_spins"

  /// A sandbox with a folder of two reports and other files.
  private func sandbox() throws -> Sandbox {
    let long = String(repeating: "long", count: 20)
    return try Sandbox([
      "s/\(Self.folder)/Walk.ips": Self.report, "s/\(long)/\(long).ips": Self.report,
      "s/\(Self.folder)/._Walk.ips": "x", "s/ps.txt": "applicationDidEnterBackground\n",
      "s/empty.ips": "",
    ])
  }

  private func events(_ sandbox: Sandbox, _ archive: String) throws -> [String] {
    try sandbox.run(["events", archive]).outputLines.compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let file = object?["file"] as? String, let number = object?["line"], let event = object?["event"]
      else { return nil }
      return "\(file):\(number) \(event)"
    }
  }

  @Test(arguments: [
    ("ustar", "tar.gz", "-z"), ("pax", "tar.gz", "-z"), ("gnu", "tgz", "-z"), ("pax", "tar", ""),
  ])
  func `has its reports as logs of their own`(format: String, ending: String, option: String) throws {
    let sandbox = try sandbox()
    let archive = "sysdiagnose.\(ending)"
    #expect(try sandbox.shell("cd s && tar --format=\(format) \(option) -cf ../\(archive) .") == "")
    let found = try events(sandbox, archive)
    #expect(found.count == 4)
    #expect(found.contains("\(archive)/./crashes_and_spins/Walk.ips:4 process.start"), "\(found)")
    #expect(found.contains("\(archive)/./crashes_and_spins/Walk.ips:3 process.exit"))
    #expect(found.contains { $0.contains("longlonglong") && $0.hasSuffix(".ips:3 process.exit") })
    let outcome = try sandbox.run(["-f", "concise", archive])
    #expect(outcome.output.contains("\(archive)/./crashes_and_spins/Walk.ips:3:"), "\(outcome)")
    #expect(outcome.status == 1)
  }

  @Test func `without a report is not read`() throws {
    let sandbox = try Sandbox(["a.log": Sandbox.bad])
    #expect(try sandbox.shell("tar -czf x.tar.gz a.log") == "")
    let outcome = try sandbox.check("x.tar.gz")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("is a tar archive without a report (*.ips); unpack it: tar -xf"), "\(outcome)")
  }

  @Test func `that is no archive is read as a log`() throws {
    let sandbox = try Sandbox(["a.tar": Sandbox.bad])
    #expect(try sandbox.check("-f", "concise", "a.tar").output.hasPrefix("a.tar:5:24: error: "))
  }

  /// The reports before the damage are read.
  @Test func `that is truncated has no verdict`() throws {
    let sandbox = try sandbox()
    #expect(
      try sandbox.shell(
        "cd s && mv long* l && cp crashes_and_spins/Walk.ips . && tar -cf ../x.tar Walk.ips l") == "")
    let file = sandbox.folder.appending(path: "x.tar")
    let whole = try Data(contentsOf: file)
    for count in [600, 1_700, 2_048 + 100] {
      try whole.prefix(count).write(to: file)
      let outcome = try sandbox.run(["-f", "concise", "x.tar"])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("x.tar: is a tar archive that is truncated"), "\(outcome)")
      #expect(outcome.output.contains("x.tar/Walk.ips:3:") == (count > 1_024), "\(outcome)")
    }
  }

  /// A header with a size that no file has, a negative one, and one that does not fit into a number.
  @Test(arguments: [
    ("77777777777\0", "is too large to be read from the archive"),
    ("\u{80}\u{7F}", "is a tar archive that is damaged at byte 0"),
    ("9", "is a tar archive that is damaged at byte 0"),
  ])
  func `with an impossible size is refused`(size: String, message: String) throws {
    let sandbox = try Sandbox()
    let bytes = size.unicodeScalars.map { UInt8($0.value) }
    var header = Self.header("../../../etc/Walk.ips")
    header.replaceSubrange(
      124..<136, with: bytes + Array(repeating: size.hasPrefix("\u{80}") ? 0xFF : 0, count: 12 - bytes.count))
    Self.setChecksum(&header)
    try Data(header + Self.header("x")).write(to: sandbox.folder.appending(path: "x.tar"))
    let outcome = try sandbox.run(["x.tar"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome)")
  }

  /// A name that leads out of the archive is only a name.
  @Test func `may have any name, which is shown escaped`() throws {
    let sandbox = try Sandbox()
    let content = Array(Self.report.utf8)
    var header = Self.header("../../\u{1B}[31mWalk.ips")
    header.replaceSubrange(
      124..<135, with: Array(String(content.count, radix: 8).utf8) + [0, 0, 0, 0, 0, 0, 0])
    header = Array(header.prefix(512))
    Self.setChecksum(&header)
    let padding = [UInt8](repeating: 0, count: 512 - content.count % 512)
    try Data(header + content + padding).write(to: sandbox.folder.appending(path: "x.tar"))
    let outcome = try sandbox.run(["-f", "concise", "x.tar"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix("x.tar/../../\\u{1B}[31mWalk.ips:3:") || !outcome.output.contains("\u{1B}"),
      "\(outcome)")
  }

  private static func header(_ name: String) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    header[156] = UInt8(ascii: "0")
    header.replaceSubrange(257..<262, with: "ustar".utf8)
    setChecksum(&header)
    return header
  }

  private static func setChecksum(_ header: inout [UInt8]) {
    header.replaceSubrange(148..<156, with: Array(repeating: 32, count: 8))
    let sum = header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(
      148..<156,
      with: Array(String(sum, radix: 8).utf8)
        + Array(repeating: 0, count: 8 - String(sum, radix: 8).utf8.count))
  }
}
