import Testing

@Suite struct `The list of events to log next` {
  private static let rulebook = """
    lifecheck: 1
    platform: apple
    logging: {event: 'NSLog("%@", "{event}")', field: '\\({field})', system: Console.app}
    vocabulary:
      app.enter: {returns: true, callback: 'applicationDidEnter:'}
      app.leave: {callback: 'applicationDidLeave:'}
      timer.start: {fields: {id: text}}
      timer.stop: {fields: {id: text}}
      door.open: {fields: {room: text}}
      process.gone: {line: {message: 'process {id} is gone', from: kernel}, fields: {id: text}}
    spans:
      timer: {from: timer.start, until: timer.stop, key: id}
      inside: {from: app.enter, until: app.leave}
    rules:
      - {id: timers-stop, message: m, check: no timer is open at app.leave}
      - {id: timers-start, message: m, severity: warning, check: each timer.start is preceded by app.enter}
      - {id: enters-quickly, message: m, severity: note, check: each app.enter lasts at most 5s}
      - {id: doors-closed, message: m, severity: error, check: 'while inside, never door.open'}
      - {id: never-gone, message: m, severity: note, check: never process.gone}

    """

  private func next(_ log: String, _ arguments: String...) throws -> Sandbox.Outcome {
    try Sandbox(["rules.yaml": Self.rulebook, "a.log": log])
      .run(["next", "--rulebook", "rules.yaml", "a.log"] + arguments)
  }

  @Test func `begins with what makes most rules checkable, errors before warnings`() throws {
    let outcome = try next("10:00:00 A[1:1] app.enter\n10:00:09 A[1:1] app.leave\n")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        a.log: 0 of 5 rules can be checked. Log these events next:

         1. timer.start: 2 more rules can be checked, 2 in total
            NSLog("%@", "timer.start id=\\(id)")
            and where it ends: NSLog("%@", "timer.stop id=\\(id)")
            rules: timers-start, timers-stop

         2. door.open: 1 more rule can be checked, 3 in total
            NSLog("%@", "door.open")
            rules: doors-closed

         3. app.enter.end: 1 more rule can be checked, 4 in total
            NSLog("%@", "app.enter.end") where `applicationDidEnter:` returns
            rules: enters-quickly

         4. process.gone: 1 more rule can be checked, 5 in total
            in the system's log (record it with Console.app): lines of kernel
            rules: never-gone

        """)
    #expect(outcome.errors == "")
  }

  @Test func `has only the kinds of events that the app logs`() throws {
    let outcome = try next("10:00:00 A[1:1] app.enter\n10:00:01 A[1:1] timer.start id=x\n")
    #expect(!outcome.output.contains("door.open"))
    #expect(
      outcome.output.hasSuffix(
        "\n1 rule needs other events or fields: `lifecheck rules --rulebook rules.yaml --needs` lists them\n")
    )
  }

  @Test func `is mentioned in a report if most rules lack events`() throws {
    let sandbox = try Sandbox(["rules.yaml": Self.rulebook, "a.log": "10:00:00 A[1:1] timer.start id=x\n"])
    let outcome = try sandbox.run(["--rulebook", "rules.yaml", "a.log"])
    #expect(
      outcome.output.contains(
        "\n  4 rules lack events: `lifecheck next --rulebook rules.yaml a.log` lists what to log\n"))
  }

  @Test func `is empty for a log that cannot be checked`() throws {
    let outcome = try next("nothing\n")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.reason == "no verdict: 1 of 1 log could not be checked")
  }
}
