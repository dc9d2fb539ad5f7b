/// Any logs, each repeated to the size of a long log: real logs show what generated ones cannot.
enum OwnLogRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    sitting.options.logs.flatMap { rows(sitting, $0) }
  }

  private static func rows(_ sitting: Sitting, _ path: String) -> [Row] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let size = sitting.scaled(1_000_000_000)
    guard let log = sitting.repeated(path, to: size) else { return [] }
    // A log without an event is an error.
    return sitting.scan(name, log, statuses: [0, 1, 2]).rows("\(name), repeated to \(size.megabytes)")
  }
}
