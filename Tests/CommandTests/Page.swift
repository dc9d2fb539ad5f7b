import Foundation

/// A page of the documentation and its fenced blocks: shell sessions (```` ```console ````), and files with their path
/// after the language (```` ```yaml camera.yaml ````).
struct Page {
  /// README and the pages that it links to.
  static let paths =
    ["README.md"]
    + [
      "ci", "cookbook", "diff", "formats", "logging", "project", "recording", "rules", "testing", "timeline",
    ].map {
      "docs/\($0).md"
    }

  let path: String
  private(set) var text: String
  private(set) var blocks: [Block] = []

  struct Block {
    var language: Substring
    var path: String?
    /// The lines between the fences.
    var text: String
  }

  init(_ path: String) throws {
    self.path = path
    text = try Project.text(of: path)
    var block: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = block {
        if line == "```" {
          blocks.append(open)
          block = nil
        } else {
          block?.text += line + "\n"
        }
      } else if line.hasPrefix("```") {
        let words = line.dropFirst(3).split(separator: " ")
        block = Block(language: words.first ?? "", path: words.dropFirst().first.map(String.init), text: "")
      }
    }
  }

  /// The files that the page shows, by path.
  var files: [String: String] {
    let named = blocks.compactMap { block in block.path.map { ($0, block.text) } }
    return Dictionary(named) { first, _ in first }
  }

  /// The shell sessions.
  var sessions: [String] { blocks.filter { $0.language == "console" }.map(\.text) }

  /// The commands of a session.
  static func commands(of session: String) -> [Substring] {
    session.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
  }

  /// Replaces a shell session and writes the page.
  mutating func replace(_ session: String, with other: String) throws {
    text = text.replacing("```console\n\(session)```\n", with: "```console\n\(other)```\n")
    try Data(text.utf8).write(to: Project.folder.appending(path: path))
  }
}
