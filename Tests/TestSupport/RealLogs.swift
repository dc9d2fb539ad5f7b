import Foundation

/// Logs of real apps. They are not part of the project and are tested only if they are present.
public enum RealLogs {
  /// The paths of the logs whose events are annotated.
  public static let annotated = paths(in: "corpus", where: { $0.hasSuffix(".log") })
  /// The paths of the logs with known faults.
  public static let faulty = ["cases/apple", "cases/android"].flatMap { folder in
    paths(in: folder, where: { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md") })
  }
  /// The paths of all these logs.
  public static let all = annotated + faulty

  private static func paths(in name: String, where isLog: (String) -> Bool) -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../shared/" + name
    )
    .standardized.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(isLog).sorted().map { folder + "/" + $0 }
  }

  /// A log of a few megabytes that contains all these logs. Between them are lines without events, so that most lines are
  /// skipped.
  public static func large() throws -> [UInt8] {
    let prose = Array(String(repeating: "a line of prose that says nothing\n", count: 250).utf8)
    // The first MiB is read line by line.
    let start = Array(repeatElement(prose, count: (1 << 20) / prose.count).joined())
    return try all.reduce(into: start) { $0 += try bytes($1) + prose }
  }

  /// The bytes of a log.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
