#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine and the versions of the measured programs.
struct Machine {
  private let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  var lines: [String] {
    [
      "\(processor), \(Sitting.cores) cores, load \(load); \(system); \(date)",
      versions.joined(separator: "; "),
    ]
  }

  private var processor: String {
    #if os(Linux)
      for line in Files.text(of: "/proc/cpuinfo").split(separator: "\n") where line.hasPrefix("model name") {
        return line.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? ""
      }
    #endif
    return firstLine(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "unknown processor"
  }

  /// The load of the last minute, including this program.
  private var load: String {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0].decimal(1) : "unknown"
  }

  private var system: String { firstLine(of: ["uname", "-srm"]) ?? "" }
  private var date: String { firstLine(of: ["date", "-u", "+%Y-%m-%d %H:%M UTC"]) ?? "" }

  private var versions: [String] {
    let programs = [
      [sitting.options.tool, "--version"], ["swift", "--version"], ["wc", "--version"], ["rg", "--version"],
      ["mawk", "-W", "version"], ["valgrind", "--version"],
    ]
    return programs.compactMap { words in
      guard let line = firstLine(of: words) else { return nil }
      let name = words[0].split(separator: "/").last ?? ""
      return line.first?.isNumber == true ? "\(name) \(line)" : line
    }
  }

  private func firstLine(of words: [String]) -> String? {
    guard sitting.find(words[0]) != nil else { return nil }
    return sitting.text(of: words).split(separator: "\n").first.map(String.init)
  }
}
