import CCores

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One sitting: all programs are measured here, on files that are made when they are asked for.
final class Sitting {
  let options: Options
  /// What was measured, in the order in which it was.
  private(set) var times: [(program: String, times: Times)] = []
  /// Programs that could not be measured, for they are not here.
  private(set) var missing: Set<String> = []

  init(_ options: Options) {
    self.options = options
    mkdir(options.folder, 0o755)
  }

  /// A size, or a small one for a quick try.
  func scaled(_ size: Int, by divisor: Int = 100) -> Int { options.isQuick ? size / divisor : size }

  /// The file of that name, which is made where it is not there yet; nil where the disk has no room for so many bytes.
  func file(_ name: String, bytes: Int = 0) -> String? {
    let path = "\(options.folder)/\(name)"
    if Files.size(of: path) != nil { return path }
    // As much again may be needed for what comes after it.
    guard Files.room(in: options.folder) > 2 * bytes else {
      missing.insert("room for \(name)")
      return nil
    }
    complain("making \(name)")
    // Under another name until it is whole.
    let cost = Child([CommandLine.arguments[0], "write", name], output: path + ".part").end()
    guard cost.status == 0, rename(path + ".part", path) == 0 else { fail("\(name) could not be made") }
    return path
  }

  func file(_ name: String) -> String {
    guard let path = file(name, bytes: 0) else { fail("\(name) could not be made") }
    return path
  }

  /// The path of a program, or nil, and then it is told that it is missing.
  func find(_ program: String) -> String? {
    if let path = Self.path(of: program) { return path }
    missing.insert(program)
    return nil
  }

  /// How many cores the machine has.
  static var cores: Int32 { Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static func path(of program: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// lifecheck on logs.
  func lifecheck(_ name: String, _ arguments: [String], output: String? = nil) -> Command {
    Command(
      name: name, words: [options.tool, "check", "--no-config", "-f", "concise"] + arguments,
      statuses: [0, 1], output: output)
  }

  /// Runs programs in turn, as many rounds as were asked for or more.
  @discardableResult
  func measure(_ programs: [Command], rounds: Int? = nil) -> [Times] {
    var result = programs.map { _ in Times() }
    defer { use_cores(Self.cores) }
    // The first round only brings the files into memory.
    for round in 0...(rounds ?? options.runs) {
      for (index, program) in programs.enumerated() {
        use_cores(program.cores)
        // To throw away what another one has written costs a tenth of a second, and is the work of none.
        unlink(outputFile)
        let cost = Child(program.words, output: program.output ?? outputFile).end()
        guard let status = cost.status, program.statuses.contains(status) else {
          fail(
            "\(program.words.joined(separator: " ")): exit status \(cost.status.map(String.init) ?? "of a signal")"
          )
        }
        if round > 0 { result[index].costs.append(cost) }
      }
    }
    times += zip(programs, result).map { ($0.name, $1) }
    return result
  }

  /// How many events lifecheck finds in a log, by its own word.
  func events(in log: String) -> Int {
    let words = text(of: lifecheck("", [log]).words).split { " (),".contains($0) }
    // `checked LOG (77,606 lines, 78 events`: the digits are in groups.
    guard let last = words.firstIndex(of: "events") else { return 0 }
    let groups = words[..<last].reversed().prefix { $0.allSatisfy(\.isNumber) }
    return Int(groups.reversed().joined()) ?? 0
  }

  /// What a program writes to standard output, or to standard error.
  func text(of words: [String], errors: Bool = false) -> String {
    let path = outputFile
    _ = errors ? Child(words, errors: path).end() : Child(words, output: path).end()
    return Files.text(of: path)
  }

  var outputFile: String { "\(options.folder)/output" }
}
