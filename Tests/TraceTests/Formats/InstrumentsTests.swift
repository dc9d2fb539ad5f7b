import TestSupport
import Testing
import Trace

@Suite struct `A table of Instruments` {
  static let log = #"""
    <?xml version="1.0"?>
    <trace-query-result>
    <node xpath='//trace-toc[1]/run[1]/data[1]/table[3]'><schema name="os-log"><col><mnemonic>time</mnemonic></col><col><mnemonic>thread</mnemonic></col><col><mnemonic>process</mnemonic></col><col><mnemonic>message-type</mnemonic></col><col><mnemonic>subsystem</mnemonic></col><col><mnemonic>category</mnemonic></col><col><mnemonic>message</mnemonic></col></schema>
    <row><event-time id="1" fmt="00:01.250.000">1250000000</event-time><thread id="2" fmt="Main Thread 0xc9c83 (Walk, pid: 49207)"><tid id="3" fmt="0xc9c83">826499</tid><process id="4" fmt="Walk (49207)"><pid id="5" fmt="49207">49207</pid></process></thread><process ref="4"/><event-type id="6" fmt="Default">Default</event-type><subsystem id="7" fmt="com.example.walk">com.example.walk</subsystem><category id="8" fmt="life">life</category><os-log-metadata id="9" fmt="dogDidWakeUp(_:)"><narrative-text id="10" fmt="dogDidWakeUp(_:)">dogDidWakeUp(_:)</narrative-text></os-log-metadata></row>
    <row><event-time id="11" fmt="00:09.000.000">9000000000</event-time><thread ref="2"/><process ref="4"/><event-type ref="6"/><subsystem ref="7"/><category ref="8"/><os-log-metadata ref="9"/></row>
    <row><event-time ref="11"/><sentinel/><process ref="4"/><event-type ref="6"/><subsystem ref="7"/><category ref="8"/><os-log-metadata id="12" fmt="a &lt; b"/></row>
    <row><event-time ref="11"/><sentinel/><process ref="4"/><event-type ref="6"/><subsystem ref="7"/><category ref="8"/><os-log-metadata id="13"><narrative-text id="14">bark.start id=&quot;</narrative-text><uint64 id="15" fmt="1,000">1000</uint64><narrative-text>&quot;</narrative-text></os-log-metadata></row>
    </node></trace-query-result>
    """#

  @Test func `may refer to earlier values`() {
    let reading = Reading(Self.log)
    #expect(reading.events == ["dog.didWakeUp", "dog.didWakeUp", "bark.start"])
    #expect(reading.sightings.map(\.line) == [4, 5, 7])
    #expect(
      reading.sightings.map(\.timestamp)
        == [1_250_000_000, 9_000_000_000, 9_000_000_000].map {
          Timestamp(nanoseconds: $0, kind: .relative)
        })
    #expect(reading.sightings.map(\.process) == ["Walk", "Walk", "Walk"])
    #expect(reading.sightings.map(\.pid) == [49_207, 49_207, 49_207])
    #expect(reading.sightings.map(\.thread) == ["0xc9c83", "0xc9c83", nil])
    #expect(reading.statistics.records[Format.xctrace.rawValue] == 4)
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test func `may have its tags on any lines`() {
    let log = Self.log.replacing("><", with: ">\n<").replacing(" fmt=", with: "\n    fmt=")
    let whole = Reading(log)
    #expect(whole.events == ["dog.didWakeUp", "dog.didWakeUp", "bark.start"])
    #expect(Reading(log, pieces: 5).sightings == whole.sightings)
    let line = log.split(separator: "\n", omittingEmptySubsequences: false)[whole.sightings[0].line - 1]
    #expect(line.contains("dogDidWakeUp"))
  }

  @Test func `may contain the periods of an app's life in any order`() {
    let reading = Reading(
      """
      <?xml version="1.0"?>
      <trace-query-result>
      <node><schema name="life-cycle-period"/>
      <row><start-time id="1" fmt="00:00.300.000">300000000</start-time><duration id="2" fmt="5.00 ms">5000000</duration><app-period id="3" fmt="Launching - Initial Frame Rendering">Launching - Initial Frame Rendering</app-period><narrative id="4"><app-period id="5" fmt="Launching">Launching</app-period></narrative></row>
      <row><start-time id="6" fmt="00:00.150.000">150000000</start-time><duration id="7" fmt="50.00 ms">50000000</duration><app-period id="8" fmt="Launching - didFinishLaunchingWithOptions()">Launching - didFinishLaunchingWithOptions()</app-period></row>
      <row><start-time id="9" fmt="00:00.310.000">310000000</start-time><duration id="10" fmt="1.00 s">1000000000</duration><app-period id="11" fmt="Foreground - Active">Foreground - Active</app-period></row>
      <row><start-time id="12" fmt="00:00.010.000">10000000</start-time><duration ref="10"/><app-period id="13" fmt="Initializing - Process Creation">Initializing - Process Creation</app-period></row>
      </node></trace-query-result>
      dogDidWakeUp
      """, `An incident report`.vocabulary)
    #expect(
      reading.events == [
        "process.start", "app.didFinishLaunching", "app.didFinishLaunching.end", "ui.firstFrame",
        "app.didBecomeActive", "dog.didWakeUp",
      ])
    #expect(reading.sightings.map(\.line) == [7, 5, 5, 4, 6, 9])
    #expect(
      reading.sightings.map(\.timestamp?.nanoseconds) == [
        10_000_000, 150_000_000, 200_000_000, 305_000_000, 310_000_000, nil,
      ])
  }

  @Test func `of signposts gives their beginnings and ends`() {
    let reading = Reading(
      """
      <trace-query-result><node><schema name="os-signpost"><col><mnemonic>time</mnemonic></col><col><mnemonic>event-type</mnemonic></col><col><mnemonic>name</mnemonic></col></schema>
      <row><event-time id="1">5</event-time><event-type id="2" fmt="Begin">Begin</event-type><signpost-name id="3" fmt="dogDidWakeUp">dogDidWakeUp</signpost-name></row>
      <row><event-time id="4">9</event-time><event-type id="5" fmt="End">End</event-type><signpost-name ref="3"/></row>
      </node></trace-query-result>
      """)
    #expect(reading.events == ["dog.didWakeUp", "dog.didWakeUp.end"])
    #expect(reading.sightings.map(\.line) == [2, 3])
  }

  @Test func `of contents gives the exit of a process`() {
    let reading = Reading(
      """
      <?xml version="1.0"?>
      <trace-toc><run number="1"><info><target><process type="launched" name="Walk" pid="42" return-exit-status="0" termination-reason="exit(0)"/></target>
      <summary><start-date>2024-01-01T10:00:00.000+01:00</start-date></summary></info></run></trace-toc>
      """, `An incident report`.vocabulary)
    #expect(reading.events == ["process.exit"])
    #expect(reading.sightings.first?.pid == 42)
    #expect(reading.sightings.first?.fields == ["reason": "exit", "code": "0"])
  }

  @Test func `is not any other XML document`() {
    let reading = Reading(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      10:00:00 dogDidWakeUp
      """)
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test func `is read down to a limited depth`() {
    let reading = Reading(
      "<trace-query-result>\n" + String(repeating: "<a>\n", count: 10_000) + "dogDidWakeUp\n<row " + "\n")
    #expect(reading.statistics.unreadable.map(\.line) == [101])
    #expect(reading.events == ["dog.didWakeUp"])
  }

  @Test func `can be cut anywhere without a crash`() {
    let log = Array(Self.log.utf8)
    let recognizer = Recognizer(.walk)
    for end in stride(from: 0, to: log.count, by: 3) {
      #expect(Reading(Array(log[..<end]), recognizer).statistics.lines <= 9)
      #expect(Reading(Array("<trace-toc>".utf8) + log[end...], recognizer).statistics.lines <= 9)
    }
  }
}
