import Reporting

/// A tar archive with reports of the system, such as a sysdiagnose. Its reports are read without unpacking it.
enum ReportArchive {
  /// The maximum size of a report, and of all reports of an archive, which are kept in memory.
  private static let largestReport = 64 << 20
  private static let largestTotal = 256 << 20

  private static let endings = [".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar.bz2"]

  /// Whether a file is named like a tar archive.
  static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  /// The reports in an archive, and the problem that ended it, if any; nil if the file is not a tar archive.
  static func entries(of path: String) -> [LogFolder.Entry]? {
    do throws(Problem) {
      let input = try Input(path: path)
      guard try input.isArchive() else { return nil }
      var entries: [LogFolder.Entry] = []
      do throws(Problem) {
        try add(TarReader(input), path, to: &entries)
      } catch {
        entries.append(.problem(path: path, error))
      }
      return entries
    } catch {
      // Reading it as a log reports the problem.
      return nil
    }
  }

  private static func add(
    _ reader: consuming TarReader, _ path: String, to entries: inout [LogFolder.Entry]
  ) throws(Problem) {
    var total = 0
    while let member = try reader.next() {
      guard isReport(member.name) else { continue }
      let name = "\(path)/\(member.name)"
      guard member.size <= largestReport, total + member.size <= largestTotal else {
        entries.append(
          .problem(
            path: name, Problem("is too large to be read from the archive", help: "unpack it: tar -xf")))
        continue
      }
      total += member.size
      entries.append(.log(Log(member: name, try reader.contents(of: member))))
    }
  }

  /// Whether a member is a report, and not a hidden file with its attributes.
  private static func isReport(_ name: String) -> Bool {
    let base = name.split(separator: "/").last ?? ""
    return !base.hasPrefix(".") && [".ips", ".ips.synced", ".crash"].contains { base.hasSuffix($0) }
  }
}
