import CCores

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One run of the benchmarks. It generates the files on demand and measures all programs.
final class Sitting {
  let options: Options
  /// The measurements, in order.
  private(set) var times: [(program: String, times: Times)] = []
  /// The programs that are not installed, and the files without disk space.
  private(set) var missing: Set<String> = []

  init(_ options: Options) {
    self.options = options
    mkdir(options.folder, 0o755)
  }

  /// A size, or a smaller one with `--quick`.
  func scaled(_ size: Int, by divisor: Int = 100) -> Int { options.isQuick ? size / divisor : size }

  /// The path of the file with this name. The file is generated if it is missing; nil if the disk has no space for it.
  func file(_ name: String, bytes: Int = 0) -> String? {
    let path = "\(options.folder)/\(name)"
    if Files.size(of: path) != nil { return path }
    // The same space may be needed again for the next files.
    guard Files.room(in: options.folder) > 2 * bytes else {
      missing.insert("disk space for \(name)")
      return nil
    }
    complain("generating \(name)")
    // The file has another name until it is complete.
    let cost = Child([CommandLine.arguments[0], "write", name], output: path + ".part").end()
    guard cost.status == 0, rename(path + ".part", path) == 0 else { fail("\(name) cannot be generated") }
    return path
  }

  /// The path of a file that repeats another one up to a size in bytes; nil if the disk has no space for it.
  func repeated(_ path: String, to size: Int) -> String? {
    var text = Files.bytes(of: path)
    guard !text.isEmpty else { fail("\(path) is empty or cannot be read") }
    if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    guard Files.room(in: options.folder) > 2 * size else {
      missing.insert("disk space for \(path)")
      return nil
    }
    let copies = max(1, size / text.count)
    let result = "\(options.folder)/own-log"
    Files.write(text, times: copies, to: result)
    return result
  }

  func file(_ name: String) -> String {
    guard let path = file(name, bytes: 0) else { fail("\(name) cannot be generated") }
    return path
  }

  /// The path of a program; nil if it is not installed, which is then reported as missing.
  func find(_ program: String) -> String? {
    if let path = Self.path(of: program) { return path }
    missing.insert(program)
    return nil
  }

  /// The number of cores of the machine.
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

  /// Runs programs in turn, for at least the requested number of rounds.
  @discardableResult
  func measure(_ programs: [Command], rounds: Int? = nil) -> [Times] {
    var result = programs.map { _ in Times() }
    defer { use_cores(Self.cores) }
    // The first round only loads the files into memory.
    for round in 0...(rounds ?? options.runs) {
      for (index, program) in programs.enumerated() {
        use_cores(program.cores)
        // Truncating the output of the previous program takes a tenth of a second, which is not part of the
        // measurement.
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

  /// The number of events that lifecheck finds in a log.
  func events(in log: String) -> Int {
    let words = text(of: lifecheck("", [log]).words).split { " (),".contains($0) }
    // `checked LOG (77,606 lines, 78 events`: the digits are grouped by commas.
    guard let last = words.firstIndex(of: "events") else { return 0 }
    let groups = words[..<last].reversed().prefix { $0.allSatisfy(\.isNumber) }
    return Int(groups.reversed().joined()) ?? 0
  }

  /// The standard output or standard error of a program.
  func text(of words: [String], errors: Bool = false) -> String {
    let path = outputFile
    _ = errors ? Child(words, errors: path).end() : Child(words, output: path).end()
    return Files.text(of: path)
  }

  var outputFile: String { "\(options.folder)/output" }
}
