import Foundation
import Testing

/// Reads the reports with the programs and libraries that users read them with. They come from PyPI; the schemas are files beside the
/// project, so these tests are skipped where they are missing.
@Suite(.serialized, .enabled(if: Consumers.environment != nil, "Python, PyPI or the schemas are missing"))
struct `The reports, read by other programs` {
  private static let formats = ["sarif", "junit", "gitlab", "github", "jsonl", "json", "rdjsonl", "markdown"]

  /// Writes all formats of a run, and validates them. Returns what the readers counted.
  private func readReports(
    _ sandbox: Sandbox, _ logs: [String], _ options: [String] = ["--rulebook", "views.yaml"]
  ) throws -> [String: Int] {
    let outputs = Self.formats.flatMap { ["--output", "\($0)=report.\($0)"] }
    let outcome = try sandbox.run(["-q"] + options + outputs + logs)
    #expect(outcome.status == 1, "\(outcome.errors)")
    try sandbox.write(Consumers.script, to: "read.py")
    let text = try sandbox.shell("'\(Consumers.python)' read.py '\(Consumers.schemas)'")
    let counts = try? JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    return try #require(counts, "\(text)")
  }

  @Test func `are valid, and agree on the number of violations`() throws {
    let counts = try readReports(
      try Sandbox(["a.log": Sandbox.bad, "good.log": Sandbox.good]), ["a.log", "good.log"])
    #expect(
      counts == [
        "sarif": 1, "codeql": 1, "junit": 1, "junitparser": 1, "gitlab": 1, "github": 1, "jsonl": 1,
        "json": 1, "rdjsonl": 1,
        "sarif-tools": 1,
      ])
  }

  @Test func `are valid for the samples`() throws {
    let counts = try readReports(try Project.sandbox(), ["Samples"], ["--no-config"])
    #expect(
      counts["sarif"] == 18 && counts["gitlab"] == 18 && counts["rdjsonl"] == 18 && counts["json"] == 18)
  }

  @Test func `count each violation of a folder of logs`() throws {
    let logs = (0..<200).map { ("logs/\($0).log", Sandbox.bad) }
    let counts = try readReports(try Sandbox(Dictionary(uniqueKeysWithValues: logs)), ["logs"])
    #expect(counts["sarif"] == 200 && counts["codeql"] == 200 && counts["gitlab"] == 200)
  }

  @Test func `are valid with known violations`() throws {
    let sandbox = try Sandbox(["a.log": Sandbox.bad])
    _ = try sandbox.check("--write-baseline", "known.yaml", "a.log")
    try sandbox.write(Sandbox.bad.replacing("draw", with: "layout"), to: "b.log")
    let counts = try readReports(
      sandbox, ["a.log", "b.log"], ["--rulebook", "views.yaml", "--baseline", "known.yaml", "--strict"])
    #expect(counts["sarif"] == 2 && counts["jsonl"] == 2)
    #expect(counts["json"] == 1 && counts["gitlab"] == 1 && counts["github"] == 1 && counts["rdjsonl"] == 1)
  }

  @Test func `are valid for a folder of 200 logs`() throws {
    let logs = (0..<200).map { ("logs/\($0).log", $0 % 10 == 0 ? Sandbox.bad : Sandbox.good) }
    let counts = try readReports(try Sandbox(Dictionary(uniqueKeysWithValues: logs)), ["logs"])
    #expect(counts["sarif"] == 20 && counts["junit"] == 20 && counts["gitlab"] == 20)
    #expect(counts["github"] == 10)
  }

  @Test func `show a timeline in Perfetto`() throws {
    let sandbox = try Project.sandbox()
    let outcome = try sandbox.run([
      "-q", "--no-config", "--output", "perfetto=trace", "Samples/home.trace.log",
    ])
    #expect(outcome.status == 1)
    try sandbox.write(Consumers.perfetto, to: "read.py")
    let text = try sandbox.shell("'\(Consumers.python)' read.py")
    #expect(
      text == """
        tracks: Samples/home.trace.log, Sketchpad[4242], app, app.didBecomeActive, app.willResignActive, \
        app.didEnterBackground, timer redraw, unfired-timer redraw, unsaved drawing7, violations
        timers-stopped-on-resign at line 5, 8640 ms
        timer redraw from line 2: 8410 ms
        no-gl-in-background at line 10, 8990 ms

        """)
  }

  struct Attack: CustomTestStringConvertible {
    var testDescription: String
    var id: String

    init(_ name: String, _ id: String) {
      testDescription = name
      self.id = id
    }
  }

  @Test(arguments: [
    Attack("XML", "]]></failure><!-- & \u{FFFE}\u{FFFF} --"),
    Attack("terminal", "\u{1B}[31m\u{202E}\u{200B}"),
    Attack("workflow command", "::error::forged%0A::warning::x"),
    Attack("link of SARIF", "[a](1)](2)"),
    Attack("HTML and Markdown", "</script></details>```"),
    Attack("control characters", "\u{0}\u{7F}\u{85}"),
    Attack("marks beside signs", "\u{D4E}</failure><a href=x>\u{D4E}](x)<\u{301} &\u{301} \u{111C2}<b"),
    Attack("1 MB", String(repeating: "x", count: 1_000_000)),
  ])
  func `are valid if the log is hostile`(attack: Attack) throws {
    let log = Sandbox.good + "10:00:03.000 Shop[7:1] view.draw id=\"\(attack.id)\"\n"
    let counts = try readReports(
      try Sandbox(["a log, 100%: [x].log": log]), ["a log, 100%: [x].log"])
    #expect(counts["sarif"] == 1 && counts["junit"] == 1 && counts["gitlab"] == 1 && counts["github"] == 1)
  }
}

/// The programs that read reports, in an environment of Python that the first test installs.
private enum Consumers {
  static let schemas = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/schemas").standardized.path
  private static let packages = [
    "jsonschema==4.26.0", "xmlschema==4.3.2", "junitparser==5.0.3", "sarif-tools==3.0.5", "perfetto==0.59.1",
    "protobuf",
  ]
  static var python: String { "\(environment ?? "")/bin/python" }

  /// The folder of the environment; nil if it cannot be made.
  static let environment: String? = {
    guard FileManager.default.fileExists(atPath: schemas + "/junit-10.xsd") else { return nil }
    let folder = Sandbox.program.deletingLastPathComponent().appending(path: "consumers").path
    // Other packages are another environment.
    let done = "\(folder)/" + packages.joined(separator: " ")
    let install =
      "python3 -m venv '\(folder)' && '\(folder)/bin/pip' install -q \(packages.joined(separator: " ")) && touch '\(done)'"
    if !FileManager.default.fileExists(atPath: done) { _ = try? Sandbox().shell(install) }
    return FileManager.default.fileExists(atPath: done) ? folder : nil
  }()

  /// Reads a trace of Perfetto, and prints its tracks, a span and the violations.
  static let perfetto = """
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

    trace = Trace()
    trace.ParseFromString(open("trace", "rb").read())
    names = {p.track_descriptor.uuid: p.track_descriptor.name for p in trace.packet if p.HasField("track_descriptor")}
    print("tracks:", ", ".join(names.values()))
    begun = {}
    for packet in trace.packet:
        event, track = packet.track_event, names.get(packet.track_event.track_uuid)
        lines = {a.name: a.int_value for a in event.debug_annotations}
        if event.type == event.TYPE_SLICE_BEGIN:
            begun[track] = (packet.timestamp, lines["line"])
        elif event.type == event.TYPE_SLICE_END and track == "timer redraw":
            start, line = begun[track]
            print(f"{track} from line {line}: {(packet.timestamp - start) // 1_000_000} ms")
        elif event.type == event.TYPE_INSTANT:
            print(f"{event.name} at line {lines['line']}, {packet.timestamp // 1_000_000} ms")
    """

  /// Prints the number of violations that each reader finds.
  static let script = """
    import json, subprocess, sys, warnings
    from pathlib import Path

    warnings.simplefilter("ignore")
    import jsonschema, xmlschema
    from junitparser import JUnitXml

    schemas = Path(sys.argv[1])


    def validate(name, value):
        schema = json.loads((schemas / name).read_text())
        kind = jsonschema.validators.validator_for(schema)
        for error in kind(schema, format_checker=jsonschema.FormatChecker()).iter_errors(value):
            sys.exit(f"{name}: {list(error.path)}: {error.message[:300]}")


    sarif = json.loads(Path("report.sarif").read_text())
    validate("sarif-schema-2.1.0.json", sarif)
    validate("codeql-action-sarif.json", sarif)
    results = sarif["runs"][0]["results"]
    xmlschema.XMLSchema(str(schemas / "junit-10.xsd")).validate("report.junit")
    junit = JUnitXml.fromfile("report.junit")
    failures = sum(1 for suite in junit for case in suite if any(r._tag == "failure" for r in case.result))
    gitlab = json.loads(Path("report.gitlab").read_text())
    assert len({issue["fingerprint"] for issue in gitlab}) == len(gitlab), "GitLab shows one issue for a fingerprint"
    for issue in gitlab:
        validate("codeclimate.json", issue)
    diagnostics = [json.loads(line) for line in Path("report.rdjsonl").read_text().splitlines()]
    for diagnostic in diagnostics:
        validate("Diagnostic.json", diagnostic)
    github = Path("report.github").read_text().splitlines()
    assert all(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in github), github
    rows = [json.loads(line) for line in Path("report.jsonl").read_text().splitlines()]
    summary = Path(sys.executable).with_name("sarif")
    subprocess.run([summary, "csv", "-o", "report.csv", "report.sarif"], check=True, capture_output=True)
    print(json.dumps({
        "sarif": len(results), "codeql": len({(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], r["partialFingerprints"]["lifecheck/v1"]) for r in results}),
        "junit": junit.failures, "junitparser": failures, "gitlab": len(gitlab), "github": len(github),
        "rdjsonl": len(diagnostics), "jsonl": sum(row["kind"] == "violation" for row in rows),
        "json": len(json.loads(Path("report.json").read_text())["violations"]),
        "sarif-tools": len(Path("report.csv").read_text().splitlines()) - 1,
    }))
    """
}
