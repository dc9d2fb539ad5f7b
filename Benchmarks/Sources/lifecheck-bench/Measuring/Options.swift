/// The options of the table. The tool and the folder are required.
struct Options {
  var tool = ""
  var folder = ""
  var runs = 7
  var isQuick = false
  var only: String?
  var reelay: String?
  /// The user's own logs, which are measured in addition to the generated ones.
  var logs: [String] = []

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let option = rest.popFirst() {
      if option == "--quick" {
        isQuick = true
        runs = 3
        continue
      }
      guard let value = rest.popFirst() else { fail("\(option) needs a value") }
      switch option {
      case "--tool": tool = value
      case "--folder": folder = value
      case "--runs": runs = max(1, Int(value) ?? 7)
      case "--only": only = value
      case "--reelay": reelay = value
      case "--log": logs.append(value)
      default: fail("unknown option \(option); see Benchmarks/README.md")
      }
    }
    if tool.isEmpty || folder.isEmpty { fail("--tool and --folder are missing") }
  }
}
