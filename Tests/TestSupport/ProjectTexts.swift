import Foundation

/// Texts of the project itself, used as test inputs.
public enum ProjectTexts {
  /// The folder of the project.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// The files in a folder of the project with this ending, sorted by name.
  public static func files(in name: String, endingWith end: String) -> [[UInt8]] {
    let folder = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    precondition(names.contains { $0.hasSuffix(end) }, "there are no files \(end) in \(folder.path)")
    return names.filter { $0.hasSuffix(end) }.sorted().compactMap {
      FileManager.default.contents(atPath: folder.appending(path: $0).path).map { [UInt8]($0) }
    }
  }

  /// The logs in `Samples`.
  public static let samples = files(in: "Samples", endingWith: ".log")

  /// The example lines of each file in `Rules`: lines that begin with a time of day.
  public static let examples: [[UInt8]] = files(in: "Rules", endingWith: ".yaml").compactMap { rulebook in
    let lines = String(decoding: rulebook, as: UTF8.self).split(separator: "\n").map {
      String($0.drop { $0 == " " })
    }
    let examples = lines.filter { $0.prefixMatch(of: /\d\d:\d\d:\d\d/) != nil }
    return examples.isEmpty ? nil : Array((examples.joined(separator: "\n") + "\n").utf8)
  }
}
