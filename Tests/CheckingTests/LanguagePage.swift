import Diagnostics
import Foundation
import Reporting
import Rulebook
import Trace

/// The reference page of the language, `Rules/language.md`, with its examples.
///
/// A block `yaml vocabulary` is the part that all rulebooks of the page share. A block `yaml` contains the rules for
/// the traces after it, and `yaml mistakes` contains rules with mistakes, each in a comment at its line. A block
/// `trace` names the verdict of each rule after this word, in order, and has marks after `#`. A block `summary`
/// contains the remarks on the trace before it.
struct LanguagePage {
  /// The sections and their subsections.
  private(set) var sections: [Section] = []
  private(set) var vocabulary = ""
  private(set) var examples: [Example] = []
  private(set) var mistakes: [Mistakes] = []
  /// The other blocks, by the text after the fence.
  private(set) var others: [String: [String]] = [:]

  struct Section {
    /// The heading without `#`.
    var title: String
    /// The headings of the enclosing sections and its own.
    var path: [String]
    var text = ""
  }

  /// A trace with its expected verdicts and summary.
  struct Example: CustomStringConvertible {
    var path: [String]
    var line: Int
    var rules: String
    /// The verdicts as written: `held 2`.
    var verdicts: [String]
    var text: String
    var summary: String?

    var description: String { "line \(line): \(path.last ?? "")" }
  }

  struct Mistakes {
    var line: Int
    var rules: String
  }

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try self.init(String(contentsOf: root.appending(path: "Rules/language.md"), encoding: .utf8))
  }

  private init(_ page: String) {
    var path: [String] = []
    var rules = ""
    var block: (info: Substring, line: Int, text: String)?
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let open = block {
        guard line == "```" else {
          block?.text += line + "\n"
          continue
        }
        block = nil
        take(open.info, open.text, at: open.line, path, &rules)
      } else if line.hasPrefix("```") {
        block = (line.dropFirst(3), index + 1, "")
      } else if line.hasPrefix("#") {
        let depth = line.prefix { $0 == "#" }.count
        let title = String(line.dropFirst(depth + 1)).replacing("`", with: "")
        path = path.prefix(depth - 1) + [title]
        sections.append(Section(title: title, path: path))
        rules = ""
      } else if !sections.isEmpty {
        sections[sections.count - 1].text += line + "\n"
      }
    }
  }

  private mutating func take(
    _ info: Substring, _ text: String, at line: Int, _ path: [String], _ rules: inout String
  ) {
    let words = info.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("yaml", "vocabulary"): vocabulary = text
    case ("yaml", "mistakes"): mistakes.append(Mistakes(line: line, rules: text))
    case ("yaml", nil): rules = text
    case ("trace", let verdicts):
      let verdicts = verdicts?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
      examples.append(Example(path: path, line: line, rules: rules, verdicts: verdicts, text: text))
    case ("summary", nil): examples[examples.count - 1].summary = text
    default: others[String(info), default: []].append(text)
    }
  }

  /// The rulebook of the page with the given rules at its end.
  func rulebook(_ rules: String) -> String { "\(vocabulary)rules:\n\(rules)" }
}

extension LanguagePage.Example {
  /// The trace without its marks.
  var trace: String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(Self.mark, with: "") }.joined(separator: "\n")
  }

  nonisolated(unsafe) private static let mark = /\s+# (.*)$/

  /// The marks: the texts after `#`, split at semicolons.
  private var marks: [(line: Int, text: String)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      (line.firstMatch(of: Self.mark)?.1 ?? "").split(separator: ";")
        .map { (index + 1, $0.trimmingCharacters(in: .whitespaces)) }
    }
  }

  /// The expected violations: `12 rule-id`, with `x3` if one stands for three.
  var due: [String] {
    marks.flatMap { line, text in
      text.hasPrefix("expect: ")
        ? text.dropFirst(8).split(separator: ",").map {
          "\(line) \($0.trimmingCharacters(in: .whitespaces))"
        } : []
    }.sorted()
  }

  /// The related lines.
  var related: Set<Int> { Set(marks.filter { $0.text == "related" }.map(\.line)) }

  /// The later lines at which violations become certain.
  var deciding: Set<Int> { Set(marks.filter { $0.text == "decided" }.map(\.line)) }

  /// Marks without a meaning.
  var unknownMarks: [String] {
    marks.map(\.text).filter { !$0.hasPrefix("expect: ") && !["related", "decided"].contains($0) }
  }

  var isBroken: Bool { !due.isEmpty }
}
