import Foundation
import Testing

/// The files that other services run, as far as they can be run here.
@Suite struct `A ready set-up` {
  private static let action = Project.folder.appending(path: "Scripts/action").path

  /// Runs a step of the action, as a job of GitHub Actions does.
  private func step(_ name: String, _ settings: String, in sandbox: Sandbox) throws -> String {
    try sandbox.shell(
      """
      mkdir -p temp; touch output path
      export GITHUB_ACTIONS=true RUNNER_TEMP="$PWD/temp" GITHUB_OUTPUT="$PWD/output" GITHUB_PATH="$PWD/path"
      export GITHUB_ACTION_PATH='\(Project.folder.path)' GITHUB_STEP_SUMMARY="$PWD/summary.md"
      \(settings) bash '\(Self.action)' \(name); echo "status $?"; cat output path
      """)
  }

  @Test(arguments: [
    ("**/*.trace.log", "", 1), ("Samples/healthy.trace.log", "", 0),
    ("Samples/h*.trace.log", "--exit-zero --strict", 0),
    ("*.none", "", 2), ("none.log", "", 2),
  ])
  func `of GitHub Actions checks the logs`(logs: String, options: String, status: Int) throws {
    let sandbox = try Project.sandbox()
    let output = try step("check", "LIFECHECK_LOGS='\(logs)' LIFECHECK_OPTIONS='\(options)'", in: sandbox)
    #expect(output.contains("\nstatus \(status)\n") || output.hasPrefix("status \(status)\n"), "\(output)")
    let isChecked = logs != "*.none"
    #expect(output.contains("sarif=\(sandbox.folder.path)/temp/lifecheck.") == isChecked, "\(output)")
    #expect(output.contains("\n::error file=Samples/broken.trace.log,") == (status == 1))
    if !isChecked { #expect(output.contains("::error title=lifecheck::no file matches `*.none`")) }
    if isChecked {
      let summary = try String(contentsOf: sandbox.folder.appending(path: "summary.md"), encoding: .utf8)
      #expect(summary.hasPrefix("## lifecheck: "))
    }
  }

  @Test func `of GitHub Actions installs the binary of its release`() throws {
    let sandbox = try Sandbox()
    let output = try sandbox.shell("uname -s; uname -m")
    let system = output.split(separator: "\n")
    // Other systems build lifecheck from source.
    guard system.first == "Linux" else { return }
    let name = "lifecheck-1.2.3-linux-\(system[1])"
    _ = try sandbox.shell(
      """
      mkdir -p server/us/lifecheck/releases/download/v1.2.3 \(name)
      printf '#!/bin/sh\\necho installed "$@"\\n' > \(name)/lifecheck
      chmod +x \(name)/lifecheck
      tar -czf server/us/lifecheck/releases/download/v1.2.3/\(name).tar.gz \(name)
      """)
    let installed = try step(
      "install",
      "GITHUB_SERVER_URL=\"file://$PWD/server\" LIFECHECK_REPOSITORY=us/lifecheck LIFECHECK_REF=v1.2.3",
      in: sandbox)
    #expect(installed.contains("installed --version\nstatus 0\n"), "\(installed)")
    #expect(installed.contains("\(sandbox.folder.path)/temp/lifecheck-bin\n"))
  }

  @Test func `of GitLab writes its reports`() throws {
    let template = try Project.text(of: "templates/lifecheck.yml")
    let line = try #require(template.split(separator: "\n").first { $0.hasPrefix("    - lifecheck ") })
      .dropFirst(6)
    let command = line.replacing("$[[ inputs.options ]]", with: "--no-config")
      .replacing("$[[ inputs.logs ]]", with: "Samples/*.trace.log")
    let sandbox = try Project.sandbox()
    #expect(try sandbox.shell("\(command); echo \"status $?\"").contains("\nstatus 1\n"))
    for file in ["lifecheck.json", "lifecheck.xml"] {
      let data = try Data(contentsOf: sandbox.folder.appending(path: file))
      #expect(data.count > 1_000)
      #expect(template.contains(": \(file)\n"))
    }
  }
}
