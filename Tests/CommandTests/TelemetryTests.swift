import Testing

/// Breadcrumbs may leave out steps, repeat them, and have times that step back. They alone prove no mistake of the app.
@Suite struct `Breadcrumbs in any order` {
  /// Numbers that are the same in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 20_261_128

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let states = ["foreground", "active", "inactive", "background"]
  private static let names = [
    "foreground": ["App Will Enter Foreground", "Scene Will Enter Foreground"],
    "active": ["Scene Activated", "App Became Active"],
    "inactive": ["Scene Will Deactivate", "App Resigned Active"],
    "background": ["Scene Entered Background", "App Did Enter Background", "App Will Terminate"],
  ]
  private static let tracks = [
    "foreground": ["Application Foregrounded", "Application Opened"], "active": ["Application Opened"],
    "inactive": ["Button Clicked"], "background": ["Application Backgrounded"],
  ]

  /// States in their usual order, of which some are missing or repeated, each with a time.
  private static func steps(_ numbers: inout Numbers) -> [(state: String, time: String)] {
    var place = Int.random(in: 0..<4, using: &numbers)
    var second = 1_767_258_000
    return (0..<Int.random(in: 1..<25, using: &numbers)).map { _ in
      place += [1, 1, 1, 1, 0, 2, 3].randomElement(using: &numbers) ?? 1
      second += [0, 1, 2, 40, 3_000, -5].randomElement(using: &numbers) ?? 1
      return (states[place % 4], "\(second)")
    }
  }

  private static func document(_ format: String, _ numbers: inout Numbers) -> String {
    let steps = steps(&numbers)
    var records: [String] = []
    for (state, time) in steps {
      let name = (format == "segment" ? tracks : names)[state]?.randomElement(using: &numbers) ?? ""
      switch format {
      case "sentry":
        records.append(#"{"timestamp":\#(time),"category":"app.lifecycle","data":{"state":"\#(state)"}}"#)
      case "bugsnag": records.append(#"{"timestamp":\#(time),"name":"\#(name)"}"#)
      case "segment":
        let isReturn = Bool.random(using: &numbers)
        records.append(
          #"{"type":"track","event":"\#(name)","timestamp":\#(time),"anonymousId":"\#(numbers.state)","#
            + #""properties":{"from_background":\#(isReturn)},"context":{"app":{"name":"W"}}}"#)
      default:
        let state = [state, state, state, "created", "terminate"].randomElement(using: &numbers) ?? state
        records.append(
          #"{"timeUnixNano":"\#(time)000000000","eventName":"device.app.lifecycle","#
            + #""attributes":[{"key":"ios.app.state","value":{"stringValue":"\#(state)"}}]}"#)
      }
    }
    let list = records.joined(separator: ",")
    switch format {
    case "sentry": return #"{"contexts":{"os":{"name":"iOS","version":"17.4"}},"breadcrumbs":[\#(list)]}"#
    case "bugsnag": return #"{"exceptions":[],"device":{"osName":"iOS"},"breadcrumbs":[\#(list)]}"#
    case "segment": return #"{"batch":[\#(list)]}"#
    default:
      let instance = #"{"key":"service.instance.id","value":{"stringValue":"\#(numbers.state)"}}"#
      return
        #"{"resourceLogs":[{"resource":{"attributes":[\#(instance)]},"scopeLogs":[{"logRecords":[\#(list)]}]}]}"#
    }
  }

  @Test(arguments: ["sentry", "bugsnag", "segment", "otlp"])
  func `raise no violation`(format: String) throws {
    var numbers = Numbers()
    let log = (0..<150).map { _ in Self.document(format, &numbers) }.joined(separator: "\n")
    let outcome = try Sandbox(["a.jsonl": log + "\n"]).run(["-f", "concise", "a.jsonl"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.output.contains(": error: ") && !outcome.output.contains(": warning: "))
  }
}
