import Foundation
import Testing

@testable import lifecheck

@Suite struct `A command line that only names logs` {
  @Test(arguments: [["a.log"], ["a.log", "folder", "a.log"], ["a.log", "rules"]])
  func `gives the same command with and without ArgumentParser`(arguments: [String]) throws {
    let command = try #require(CheckCommand.parsePathsOnly(arguments))
    #expect(Self.text(of: command) == Self.text(of: try LifecheckCommand.parseAsRoot(arguments)))
  }

  @Test(arguments: [
    [], [""], ["a.log", ""], ["-"], ["a.log", "--join"], ["-q", "a.log"], ["--", "a.log"],
    ["check", "a.log"],
    ["rules"], ["help"],
  ])
  func `has no options and no subcommands`(arguments: [String]) {
    #expect(CheckCommand.parsePathsOnly(arguments) == nil)
  }

  /// A dump of the command with the state of each option.
  private static func text(of command: some Any) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }
}

@Suite struct `Wrong usage` {
  @Test(arguments: [
    (["--fromat", "json", "a.log"], "unknown option '--fromat'. Did you mean '--format'?"),
    (["-strict", "a.log"], "unknown option '-strict'. Did you mean '--strict'?"),
    (["-q"], "missing expected argument '<path> ...'"),
    (["-f", "xml", "a.log"], "the value 'xml' is invalid for '-f <format>'"),
    (["--color", "sometimes", "a.log"], "the value 'sometimes' is invalid for '--color <color>'"),
    (["-", "-"], "standard input (-) can be read once only"),
    ([""], "the path of a log is empty; `-` is standard input"),
    (["events", "a.log", ""], "the path of a log is empty; `-` is standard input"),
    (["events"], "missing expected argument '<path> ...'"),
    (["test", ""], "the name of a rulebook is empty"),
    (["chek", "a.log"], "no such file or command: chek; did you mean `check`?"),
    (["evnets", "a.log"], "no such file or command: evnets; did you mean `events`?"),
    (["lint", "a.log"], "no such file or command: lint; did you mean `check`?"),
    (["version"], "no such file or command: version; did you mean `--version`?"),
    (["-q", "test", "views.yaml"], "no such file: test; write the command `test` before all options"),
    (
      ["rules", "--config", "a.yaml", "--no-config"],
      "--config and --no-config exclude each other"
    ),
  ])
  func `is reported in one line and gives no verdict`(arguments: [String], message: String) throws {
    let outcome = try Sandbox().run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `such as naming no log shows the usage`() throws {
    let outcome = try Sandbox().run([])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("lifecheck [check] [<options>] <path> ... | -\n"))
    #expect(outcome.errors.hasSuffix("\n\nSee `lifecheck --help`.\n"))
  }

  @Test func `is reported with the arguments escaped`() throws {
    let outcome = try Sandbox().run(["-f", "\u{1b}[31m\n::error::", "a.log"])
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\u{1b}"))
    #expect(!outcome.errors.contains("\n::"))
  }
}

@Suite struct `Requested output` {
  @Test(arguments: [
    ["--help"], ["check", "--help"], ["events", "--help"], ["diff", "--help"], ["rules", "--help"],
    ["test", "--help"],
    ["--version"], ["-V"], ["-h"], ["help"],
  ])
  func `is written to standard output`(arguments: [String]) throws {
    let outcome = try Sandbox().run(arguments)
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors == "")
  }

  @Test func `of --help has the main commands and the exit status`() throws {
    let help = try Sandbox().run(["--help"]).output
    for words in [
      "lifecheck [check] [<options>] <path> ... | -", "lifecheck events", "lifecheck diff", "lifecheck rules",
      "lifecheck test",
      "--join", "folder", "gzip", "--strict", "--select <ids>",
      "Exit status: 0",
    ] {
      #expect(help.contains(words))
    }
  }

  @Test func `of check --help has the main options of the command`() throws {
    let help = try Sandbox().run(["check", "--help"]).output
    for option in [
      "--rulebook", "--config", "--no-config", "--select", "--ignore", "--strict", "--exit-zero",
      "--statistics",
    ] {
      #expect(help.contains(option), "\(option)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `fails if it cannot be written`() throws {
    let outcome = try Sandbox().run(["--version"], output: "/dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "error: cannot write standard output: no space left on device\n")
  }

  @Test(arguments: [
    ("check --select no-gl", "no-gl-in-background"), ("rules close-prot", "close-protected-files-on-lock"),
  ])
  func `for shell completion has the ids of the rules`(words: String, id: String) throws {
    let completed = try Sandbox().shell(
      """
      bash <<'END'
      source <(lifecheck --generate-completion-script bash)
      COMP_LINE='lifecheck \(words)'; COMP_WORDS=($COMP_LINE); COMP_POINT=${#COMP_LINE}
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _lifecheck lifecheck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      END
      """)
    #expect(completed == id + "\n")
  }
}
