import Foundation

/// A temporary folder for one test, in which the built program runs.
final class Sandbox {
  let folder: URL

  /// A rulebook of two rules, an error and a warning. With it, the tests do not depend on the bundled rules.
  static let rulebook = """
    lifecheck: 1
    name: views
    vocabulary:
      app.launch:
      app.hide:
      app.show:
      app.quit:
      view.draw: {fields: {id: text}}
      view.layout: {fields: {id: text}}
    sessions:
      begin: app.launch
      end: app.quit
    rules:
      - id: no-draw-while-hidden
        severity: error
        check: after app.hide until app.show, never view.draw
        message: view {id} is drawn while the app is hidden
        why: nobody sees it
        help: wait for app.show
      - id: no-layout-while-hidden
        severity: warning
        check: after app.hide until app.show, never view.layout
        message: view {id} is laid out while the app is hidden

    """

  static let good = """
    10:00:00.000 Shop[7:1] app.launch
    10:00:01.000 Shop[7:1] view.draw id=list
    10:00:02.000 Shop[7:1] app.hide

    """

  static let warned = good + "10:00:03.000 Shop[7:1] view.layout id=list\n"

  static let bad = good + "a line of prose\n10:00:03.000 Shop[7:1] view.draw id=list\n"

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lifecheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(Self.rulebook, to: "views.yaml")
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The exit status and the output of a run.
  struct Outcome {
    /// The exit status; nil if a signal ended the run.
    var status: Int32?
    var output: String
    var errors: String

    var outputLines: [Substring] { output.split(separator: "\n") }
    /// The last line of the report on standard output, except for the command that shows more.
    var verdict: Substring? { outputLines.last { !$0.hasPrefix("For more: ") } }
    /// The last line on standard error.
    var reason: Substring? { errors.split(separator: "\n").last }

    /// Standard output as a JSON object.
    func document() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// The built program, in the same folder as the test bundle.
  static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "lifecheck")
  }

  /// A process of the program that is not started yet. It does not inherit the environment, which affects colours and
  /// the locale.
  func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
    // Shells start background jobs with SIGINT ignored, and a process inherits that.
    signal(SIGINT, SIG_DFL)
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    return process
  }

  /// Runs the program in the folder, or in one below it.
  func run(
    _ arguments: [String], in subfolder: String = "", input: String = "", environment: [String: String] = [:],
    output: String? = nil
  ) throws -> Outcome {
    let process = process(arguments, environment: environment)
    process.currentDirectoryURL = folder.appending(path: subfolder)
    return try run(process, input: input, output: output)
  }

  private func run(_ process: Process, input: String = "", output: String? = nil) throws -> Outcome {
    // Files, because a full pipe would block the program.
    let names = (0..<3).map { _ in folder.appending(path: ".\(UUID().uuidString)") }
    for name in names { try Data(input.utf8).write(to: name) }
    let device = output.map { URL(filePath: $0) }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    let streams = try [device ?? names[1], names[2]].map { try FileHandle(forWritingTo: $0) }
    if device == nil { try streams[0].truncate(atOffset: 0) }
    try streams[1].truncate(atOffset: 0)
    process.standardOutput = streams[0]
    process.standardError = streams[1]
    try process.run()
    process.waitUntilExit()
    let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : nil,
      output: device == nil ? texts[1] : "", errors: texts[2])
  }

  /// Runs a shell command in the folder, with the program on the PATH. Returns the output of both streams.
  func shell(_ line: String) throws -> String {
    let path = Self.program.deletingLastPathComponent().path + ":/usr/bin:/bin"
    let process = process(["-c", line], environment: ["PATH": path])
    process.executableURL = URL(filePath: "/bin/sh")
    let name = folder.appending(path: ".\(UUID().uuidString)")
    try Data().write(to: name)
    let stream = try FileHandle(forWritingTo: name)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = stream
    process.standardError = stream
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: name), as: UTF8.self)
  }

  /// Checks against the rulebook of two rules.
  func check(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws
    -> Outcome
  {
    try check(arguments, input: input, environment: environment)
  }

  func check(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Outcome
  {
    try run(["--rulebook", "views.yaml"] + arguments, input: input, environment: environment)
  }
}

/// Root can read everything. If the tests run as root, they run the program as the user `nobody`.
extension Sandbox {
  private static let setpriv = "/usr/bin/setpriv"
  static let canBeNobody = getuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv)

  /// Removes all permissions of a file or folder.
  func forbid(_ name: String) throws {
    let path = folder.appending(path: name).path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
  }

  /// Checks against the rulebook of two rules as a user who has no permission to read forbidden files.
  func checkAsNobody(_ arguments: String...) throws -> Outcome {
    let process = process(["--rulebook", "views.yaml"] + arguments)
    if getuid() == 0 {
      // A copy, because the user `nobody` may have no access to the build folder.
      let program = folder.appending(path: "program")
      try FileManager.default.copyItem(at: Self.program, to: program)
      process.executableURL = URL(filePath: Self.setpriv)
      process.arguments =
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", program.path] + (process.arguments ?? [])
    }
    return try run(process)
  }
}
