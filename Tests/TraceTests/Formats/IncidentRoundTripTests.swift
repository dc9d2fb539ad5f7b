import TestSupport
import Testing
import Trace

@Suite struct `A random incident report` {
  @Test func `of a crash is read as written`() {
    roundTrip(.incident, vocabulary: `An incident report`.vocabulary) { dice in
      RandomReport.log(
        &dice, .incident, silent: 1, places: (#""procLaunch""#, [#""captureTime""#])
      ) { report, dice in
        let isPretty = Bool.random(using: &dice)
        var members = [
          #""captureTime":"\#(report.death)""#, #""pid":\#(report.record.pid)"#,
          #""exception":{"type":"EXC_CRASH","signal":"\#(report.cause.signal)"}"#,
          #""threads":[{"frames":[{"symbol":"-[DogDelegate dogDidWakeUp:]","imageOffset":1234}]}]"#,
          #""asi":{"libsystem_c.dylib":["abort() called"]}"#,
        ]
        if report.record.any(of: true, false) {
          members.append(#""procName":"\#(report.record.process.json)""#)
        }
        if let launch = report.launch { members.append(#""procLaunch":"\#(RandomReport.text(launch))""#) }
        if let namespace = report.cause.namespace, let code = report.cause.code {
          let termination = [
            #""namespace":"\#(namespace)""#, #""code":\#(code.number)"#, #""flags":6"#,
            #""reasons":["<RBSTerminateContext| code:0x1 explanation:x>"]"#,
          ]
          members.append(
            #""termination":{\#(termination.shuffled(using: &dice).joined(separator: ","))}"#)
        }
        return report.header(bugType: 309, &dice) + "\n"
          + members.shuffled(using: &dice).object(isPretty: isPretty)
      }
    }
  }

  @Test func `of a kill for memory is read as written`() {
    roundTrip(.incident, vocabulary: `An incident report`.vocabulary) { dice in
      RandomReport.log(&dice, .incident, silent: 2, places: ("", [#""reason""#])) { report, dice in
        let isPretty = Bool.random(using: &dice)
        report.launch = nil
        report.cause = RandomReport.Cause(reason: "lowMemory")
        let killed = [
          #""name":"\#(report.record.process.json)""#, #""pid":\#(report.record.pid)"#, #""rpages":1000"#,
          #""reason":"per-process-limit""#, #""states":["frontmost"]"#,
        ]
        let processes = [
          killed.shuffled(using: &dice).object(isPretty: isPretty),
          #"{"name":"SpringBoard","pid":34,"rpages":10}"#,
          #"{"name":"Walk","pid":35,"states":["suspended"]}"#,
        ]
        let members = [
          #""date":"\#(report.death)""#, #""largestProcess":"Walk""#, #""crashReporterKey":"1""#,
          #""processes":[\#(processes.shuffled(using: &dice).joined(separator: ","))]"#,
        ]
        return report.header(bugType: 298, &dice) + "\n"
          + members.shuffled(using: &dice).object(isPretty: isPretty)
      }
    }
  }

  @Test func `in text form is read as written`() {
    roundTrip(.crashReport, vocabulary: `An incident report`.vocabulary) { dice in
      RandomReport.log(
        &dice, .crashReport, silent: 0, places: ("Launch Time:", ["Date/Time:"])
      ) { report, dice in
        var lines = [
          "Hardware Model:      iPhone12,1", "Role:                Foreground",
          "Process:             \(report.record.process) [\(report.record.pid)]",
          "OS Version:          iPhone OS 13.4 (17E255)", "", "Date/Time:           \(report.death)",
          "Exception Type:  EXC_CRASH (\(report.cause.signal))", "Triggered by Thread:  0",
        ]
        if let launch = report.launch { lines.append("Launch Time:         \(RandomReport.text(launch))") }
        if let sentence = report.cause.sentence(&dice) { lines.append("Termination Reason: \(sentence)") }
        return """
          Incident Identifier: 00000000-0000-4000-8000-000000000001
          \(lines.shuffled(using: &dice).joined(separator: "\n"))

          Thread 0 Crashed:
          0   Walk   0x0000000102f4a1b0 -[DogDelegate dogDidWakeUp:] + 120
          """
      }
    }
  }

  @Test func `of MetricKit is read as written, without a time`() {
    roundTrip(.metricKit, vocabulary: `An incident report`.vocabulary) { dice in
      RandomReport.log(
        &dice, .metricKit, silent: 1, keeping: Kept(time: nil, process: false),
        places: ("", [#""terminationReason""#, #""diagnosticMetaData""#])
      ) { report, dice in
        let isPretty = Bool.random(using: &dice)
        report.launch = nil
        var facts = [
          #""appVersion":"1""#, #""signal":\#(report.cause.signalNumber)"#, #""pid":\#(report.record.pid)"#,
        ]
        if let sentence = report.cause.sentence(&dice) {
          facts.append(#""terminationReason":"\#(sentence)""#)
        }
        let diagnostic = [
          #""diagnosticMetaData":\#(facts.shuffled(using: &dice).object(isPretty: isPretty))"#,
          #""version":"1.0.0""#,
          #""callStackTree":{"callStacks":[{"symbol":"dogDidWakeUp"}]}"#,
        ].shuffled(using: &dice).object(isPretty: isPretty)
        let members = [
          #""timeStampBegin":"2026-03-16 23:59:00 +0000""#, #""timeStampEnd":"2026-03-17 23:59:00 +0000""#,
          #""crashDiagnostics":[\#(diagnostic)]"#,
        ]
        return members.shuffled(using: &dice).object(isPretty: isPretty)
      }
    }
  }
}
