import ArgumentParser
import Diagnostics

/// Finds a command that is written as a path: misspelled, behind an option, or named as in other tools.
enum MistakenCommand {
  private static let synonyms = [
    "explain": "rules", "lint": "check", "list": "rules", "validate": "test", "version": "--version",
  ]

  /// Throws the usage error if the first path is not a file but resembles a command. The other paths are not read.
  static func check(_ paths: [String]) throws {
    guard let name = paths.first, name.allSatisfy({ $0.isASCII && $0.isLetter }),
      System.kind(of: name) == .missing
    else { return }
    let commands = LifecheckCommand.subcommandNames
    if commands.contains(name) {
      throw ValidationError("no such file: \(name); write the command `\(name)` before all options")
    }
    if let meant = synonyms[name] ?? Suggestion.nearest(to: name, among: commands) {
      throw ValidationError("no such file or command: \(name); did you mean `\(meant)`?")
    }
  }
}
