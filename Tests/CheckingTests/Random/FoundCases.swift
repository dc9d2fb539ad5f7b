@testable import Checking

/// Shrunk cases in which the engine and the reference once differed, one of each kind.
extension Case {
  /// A rule of one or more sentences, a log, and the settings that matter.
  private init(
    _ sentences: [String], _ trace: String, clock: String? = nil, needs: String? = nil,
    message: String = "broken",
    limits: Limits = Limits(), sessions: Bool = true, derived: Bool = true
  ) {
    self.init(
      limits: limits,
      declarations: World.declarations(sessions: sessions, clock: clock, facts: true, derived: derived),
      rules: [
        Rule(
          sentences: sentences.map { .text($0) }, message: .text(message),
          needs: needs.map { [.text($0)] } ?? [])
      ],
      trace: trace.split(separator: "\n").map(String.init))
  }

  /// A case with a single sentence.
  private init(
    _ sentence: String, _ trace: String, clock: String? = nil, needs: String? = nil,
    message: String = "broken",
    limits: Limits = Limits(), sessions: Bool = true, derived: Bool = true
  ) {
    self.init(
      [sentence], trace, clock: clock, needs: needs, message: message, limits: limits, sessions: sessions,
      derived: derived)
  }

  /// Limits with the given number of openings of a span that are judged singly.
  private static func oneByOne(_ openings: Int) -> Limits {
    var limits = Limits()
    limits.singleOpenings = openings
    return limits
  }

  private static let gaps = "gaps: {in: 'on', over: 3s}"

  static var found: [Case] {
    [
      // A close by time is not its own cause, and is judged with the limit before the line.
      Case(
        "each the close of c.on is preceded by the close of c.on",
        """
        10:00:00.501 B[1:1] c.on
        10:00:04.601 B[1:1] b.y
        """),
      Case(
        "each the close of p.in is preceded by a.y within last a.x.s",
        """
        10:00:07.099 A[1:1] a.x s=1
        10:00:14.099 A[1:1] p.in
        10:00:19.099 A[1:2] a.x s=x
        """),
      Case(
        "each the close of p.in is preceded by the close of p.in where via == notification",
        """
        10:00:30.703 A[1:1] p.in
        10:00:30.703 A[1:1] p.in id=2
        10:00:33.303 A[1:1] p.in.end
        """),
      // The line answers the trigger, whatever the exception is. An exception before the line also holds after it.
      Case(
        "each the close of c.off is preceded by a.x or d.x unless b.y is not recorded",
        """
        10:00:30.702 A[1:1] c.off
        10:00:31.702 A[1:1] a.x
        """),
      Case(
        "outside v, expect d.x unless last a.x.s is not present",
        """
        10:00:03.000 A[2:f3] c.on
        10:00:05.000 A[2:2] a.x s=1
        """),
      // A line answers once, whichever alternatives match it. A stop at the line precedes the answer.
      Case(
        "while w.run, at least 2 a.x or a.x",
        """
        10:00:21.101 A[1:1] w.run
        10:00:22.102 A[1:1] a.x
        """),
      Case(
        "across sessions, each c.off is followed by d.z or c.on before the close of c.off",
        """
        10:00:09.203 A[2:1] c.on.end
        c.off
        10:00:14.203 A[1:1] c.off
        10:00:53.306 A[2:1] c.on
        """, clock: gaps),
      Case(
        "outside on, each a.y is followed by a.y before the close of w.run",
        """
        10:00:02.000 A[1:1] a.y
        10:00:03.501 A[1:1] w.run
        10:00:10.501 A[1:1] c.on
        """),
      // A restart of the device ends sessions at its own line, so what it decides is certain later than the line above.
      Case(
        [
          "while w, each d.x or c.on is preceded by life.exit or a.y",
          "each c.on has last a.x.s is not present unless b.y comes before d.x",
        ],
        """
        10:00:00.999 A[1:2] a.x s=2
        10:00:36.997 A[1:2] a.y
        10:00:40.098 A[1:1] c.on
        10:00:43.099 log.boot
        """),
      // A span was open after one silence, and the delay may be over only after the next one.
      Case(
        "no d.c is open 5s after the close of p.in",
        """
        10:00:00.500 A[1:1] p.in
        10:00:00.600 A[1:1] c.on
        10:00:00.601 A[1:1] w.run
        10:00:01.600 A[1:1] p.in
        10:00:04.701 A[1:1] d.c.end
        10:00:07.702 A[1:1] a.x
        """, clock: gaps, sessions: false),
      // An opening is not measured if it is unknown whether the scope has ended.
      Case(
        "for 3s after d.z, each tu lasts at least 1s",
        """
        10:00:01.998 A[2:2] a.x
        10:00:03.998 A[2:2] c.on
        10:00:10.098 A[2:f3] b.x
        10:00:41.801 A[2:1] c.off
        10:00:46.303 A[2:1] a.y
        """, clock: gaps),
      // An exception holds only if the end of the scope occurs.
      Case(
        "between a.x and p.out, no t is open at the close of w.run or c.on unless p.in comes before a.x",
        """
        10:00:08.498 A[1:f3] a.x
        10:00:08.499 A[1:2] c.on
        10:00:12.000 A[1:1] p.in
        """),
      // A violation that may be excepted is counted separately, after the certain violations of the last line.
      Case(
        "before the close of w.run, each b.y or a.x has id == 2 unless w.run is recorded",
        """
        10:00:27.102 A[1:1] b.y id=1
        10:00:27.202 A[1:2] a.x id=1
        10:00:31.102 A[1:1] b.x
        """),
      Case(
        "never the close of w.run or a.x unless last a.x.s is not present and p.in comes before w.run",
        """
        10:00:06.001 A[1:f3] a.x s=3s
        10:00:21.003 A[1:1] a.x
        """),
      Case(
        "before w.run, never * except (a.*, c.*) unless b.x comes before a.x",
        """
        10:00:01.001 A[2:1] w.run
        """),
      // If lines are lost, an exception does not hold a sentence.
      Case(
        "no k.inside(id) is open at b.x unless * where thread == 2 is recorded",
        """
        10:00:05.000 A[1:1] p.in
        10:00:07.001 log.loss
        10:00:15.000 A[1:1] b.x
        10:00:16.000 A[1:2] c.off
        """),
      // Violations from before a line are reported before those of the line.
      Case(
        "no u is open at a.x where a.x within 2s or the close of w.run",
        """
        10:00:07.503 A[1:2] b.x
        10:00:08.503 A[1:1] w.run
        10:00:08.504 A[1:f3] w.run.end
        10:00:08.504 A[1:2] a.x
        """, needs: "a.x"),
      // An event that is derived from a transition is not later than the transition.
      Case(
        "no u is open at the close of p.in where d.c within 1s",
        """
        10:00:35.204 A[1:1] p.in
        10:00:35.204 A[1:1] b.x
        10:00:35.704 A[1:1] p.out
        """),
      // If a moment is judged again, its scope is reported as of then.
      Case(
        "while c.on or on, each d.y has t is not open and last a.x.s is present",
        """
        10:00:46.002 A[1:2] b.x
        10:00:51.002 A[1:1] c.on
        10:01:13.003 A[1:1] c.on.end
        """),
      // Many openings are open, but most openings of a composed span are not created.
      Case(
        "each tu lasts at most 1s",
        """
        10:00:01.000 A[1:1] a.x id=1
        10:00:02.000 A[1:1] a.x id=2
        10:00:03.000 A[1:1] a.x id=3
        10:00:04.000 A[1:1] b.x
        10:00:04.100 A[1:1] a.x id=4
        10:00:04.200 A[1:1] a.y id=1
        10:00:04.300 A[1:1] a.y id=3
        10:00:05.050 A[1:1] w.run
        10:00:05.500 A[1:1] w.run
        10:00:06.000 A[1:1] b.y
        10:00:07.000 A[1:1] b.x
        10:00:07.100 A[1:1] b.y
        """, limits: oneByOne(1)),
      // A check that is repeated after the end of the scope does not wait for an end, and a value at a moment does not
      // change.
      Case(
        "across sessions, before conf.set, each a.x or the close of c.on has t(id) is open",
        """
        10:00:31.101 A[2:1] c.on
        10:00:31.601 A[1:1] c.on
        10:01:17.903 A[2:1] conf.set
        """, sessions: false),
      Case(
        "each the close of c.on has last a.x.tags at the close of c.on contains p",
        """
        10:00:00.500 A[1:1] a.x tags=q
        10:00:03.501 A[1:f3] c.on
        10:00:43.501 A[1:1] a.x tags=q
        """),
      // For a moment that looks ahead, it may be unknown whether it is in a scope that ends by time.
      Case(
        "for 5s after b.y or a.y, no w(id) is open at the close of c.on where c.on within 500ms",
        """
        10:00:01.102 A[1:2] a.y
        10:00:01.602 A[1:1] c.on
        10:00:49.603 A[1:2] c.on.end
        """, clock: gaps, sessions: false),
      Case(
        "between a.x and b.x, never a.x unless p.out comes before d.z",
        """
        10:00:04.000 A[1:f3] b.x
        10:00:15.503 A[1:f3] a.x
        10:00:19.003 A[1:f3] a.x
        10:00:22.004 A[1:1] a.x
        """),
      Case(
        "before a.* except (a.y), each the close of c.off or a.y is preceded by w.run",
        """
        10:00:06.001 A[1:1] life.main
        10:00:06.002 A[1:1] c.off
        10:00:09.003 A[1:f3] a.y
        10:00:09.003 A[1:f3] a.x
        10:00:20.704 A[1:1] w.run
        """),
      Case(
        "each the close of c.on is preceded by the close of w.run or the close of c.on where n >= 3 since a.x",
        """
        10:00:05.501 B[1:1] c.on
        10:00:06.001 B[1:1] c.on id=2
        10:00:07.001 B[1:1] a.x
        """, sessions: false),
      // A span that was open over a silence, and may be excepted, counts once.
      Case(
        "no on is open 5s after c.on unless life.exit is recorded",
        """
        10:00:02.000 A[2:1] c.on
        10:00:21.599 A[2:1] conf.set
        10:00:24.599 A[2:1] life.start
        10:00:45.799 A[2:1] life.start
        10:00:47.800 A[2:1] life.start
        """, clock: gaps),
      // A later line of another process was not known at the end of this line.
      Case(
        "each the close of p.in has last conf.set.flag == yes",
        """
        10:00:04.000 A[2:1] conf.set flag=no
        10:01:26.502 A[2:1] p.in
        10:01:31.502 A[2:1] p.in
        10:01:33.002 A[1:1] conf.set flag=yes
        """, clock: gaps),
      // Earlier events answer the questions of an exception that is evaluated again.
      Case(
        "after the close of c.off, each the close of c.on is preceded by w.run.end or b.x unless c.off comes before d.y",
        """
        10:00:28.501 A[1:1] c.off
        10:00:31.501 A[1:2] b.x
        10:00:31.501 A[1:1] c.off.end
        10:00:31.501 A[1:2] c.on
        10:01:56.204 A[1:1] p.gone
        10:01:59.204 A[1:1] a.y
        """, sessions: false),
      // A callback that the watchdog has killed was running until then.
      Case(
        "each c.on lasts at most 500ms",
        """
        10:00:04.603 A[1:2] c.on
        10:00:48.604 A[1:1] life.exit n=4
        """, clock: gaps, message: "broken {duration}"),
      // The check of a moment precedes the end of the scopes that the moment ends.
      Case(
        "between the close of c.on and the close of c.on, each a.y is followed by d.c before d.y",
        """
        10:00:21.000 A[1:1] c.on
        10:00:33.100 A[1:2] a.y
        10:00:35.100 A[1:f3] c.on
        10:00:35.100 A[1:1] b.x
        10:00:40.201 A[1:1] p.in
        """, clock: gaps, sessions: false),
      // One of two spans has so many openings that they are judged in groups.
      Case(
        "no w or t is open at a.x",
        """
        10:00:00.500 A[1:1] b.x
        10:00:03.500 A[1:1] a.x id=2
        10:01:52.308 A[1:1] a.x
        """, limits: oneByOne(1)),
      // Violations that are decided at one line are reported in the order of their lines.
      Case(
        "never p.out or a.x unless b.x comes before a.x and t is not open",
        """
        10:01:17.604 A[1:1] a.x
        10:01:27.205 A[1:1] a.x
        """, message: "broken"),
      // A scope that ends by time is not ended by the line before that.
      Case(
        "for 5s after a.x, each p.out is followed by c.on before the close of p.in",
        """
        10:00:07.001 A[1:1] a.x
        10:00:07.101 A[1:1] p.out
        10:00:08.100 A[1:1] p.in
        10:00:11.101 A[1:2] b.x
        10:00:53.105 A[1:1] c.on
        """, message: "broken"),
      // An event that is derived from a close at the end of the process is not this end.
      Case(
        "each c.on lasts at most 2s",
        """
        10:00:01.600 A[1:1] b.x
        10:00:03.100 A[1:2] c.on
        10:00:06.100 A[1:2] life.exit n=4
        """, message: "broken"),
      // The recording that an event shows is known when the event is judged.
      Case(
        "between the close of c.on and the close of c.on, each a.x is preceded by w.run.end unless a.x where n > 0 is not recorded",
        """
        10:00:10.001 A[1:1] c.on
        10:00:11.002 A[1:1] a.x n=3
        10:00:17.004 A[1:1] a.x
        """, message: "broken"),
      // A callback that closes by time before a line may be demanded at its own moment.
      Case(
        "no on is open at the close of c.on where the close of c.on within 2s",
        """
        10:00:07.000 A[1:1] b.x
        10:00:10.000 A[1:1] c.on
        10:00:11.000 A[1:1] w.run
        """, message: "broken", sessions: false),
      // An event that is derived from the end of a scope ends a call after this end.
      Case(
        "after a.x until a.x, each c.on is followed by w.run unless last a.x.n at the close of c.on >= 0",
        """
        10:00:07.601 A[1:1] a.x n=4
        10:00:10.700 A[1:1] c.on
        10:00:10.700 A[1:1] a.x
        10:00:16.701 A[1:1] w.run
        """, message: "broken", sessions: false),
      // The line before which a scope closes answers only if its time can be compared with the scope's.
      Case(
        "for 2s after the close of c.on, at least 1 conf.set or a.x",
        """
        10:00:01.501 A[2:1] c.on
        10:00:10.100 A[2:1] life.term
        10:00:12.100 log.set
        10:00:04.000 A[2:1] c.on
        10:00:09.098 A[2:1] a.x
        """, clock: gaps),
      // Two sentences have the same violation at one line, one of them at an earlier moment.
      Case(
        ["across sessions, each c.on obeys m", "each c.on is preceded by a.x"],
        """
        10:00:07.001 A[2:1] b.y
        2026-11-20 10:00:08.001 A[1:1] c.on
        10:00:57.101 A[1:1] c.on
        2026-11-20 10:00:57.101 A[1:1] a.y
        """, clock: "stopped: halted", sessions: false),
      // A moment that turns out to count later is reported before the moments of the newest line.
      Case(
        "no t(id) is open at d.x where ((not (c.on is not open) or b.x within 500ms)) or b.x",
        """
        10:00:06.999 B[1:1] a.y
        09:59:58.998 B[1:1] a.x
        10:00:02.498 B[1:f3] a.y id=2
        10:00:05.498 B[1:1] b.x
        """, message: "broken", limits: oneByOne(0)),
      // A violation that is found again after the line is merged with that of the line.
      Case(
        "between d.z and a.* except (a.y), each the close of p.in or d.z is preceded by b.y",
        """
        2026-11-20 10:00:03.101 A[1:1] b.y
        10:00:06.102 A[1:1] p.in
        10:00:10.602 A[1:1] a.x
        """, message: "broken"),
      // The fields of a line can except a check that ended by time before it, also across sessions.
      Case(
        "across sessions, while c.on, expect d.z unless on is open and last conf.set.z <= 2MB",
        """
        09:59:52.499 A[1:1] d.x
        09:59:53.999 A[1:1] c.on
        09:59:59.499 A[1:1] conf.set z=2MB
        """, clock: gaps, message: "broken"),
      // An exception may wait for an event after the end of the scope.
      Case(
        "during t, never w.run.end unless d.x comes before c.on",
        """
        10:00:00.500 A[1:f3] d.x
        10:00:04.499 A[1:2] a.x
        10:00:09.100 A[1:1] w.run.end
        10:00:11.101 A[1:f3] a.y
        10:00:12.301 A[1:1] d.x
        """, message: "broken", sessions: false, derived: false),
      // A violation that could have been excepted before the line is not certain earlier.
      Case(
        "while c.on, at least 2 a.y unless c.on(id) since p.in(id) and a.y is not recorded",
        """
        10:00:17.502 A[1:2] c.on
        10:00:18.502 A[1:f3] p.in
        10:00:19.503 A[1:1] a.x
        10:00:51.502 A[2:f3] life.term
        10:00:53.502 A[2:2] a.y
        """, message: "broken"),
      // A finding that is decided at the end of the log adds nothing to one that is certain at an earlier line and had
      // to wait.
      Case(
        ["never b.x", "never the close of c.on unless w.run.end is recorded"],
        """
        10:00:06.501 B[1:1] c.on
        10:00:14.504 B[1:f3] b.x
        10:00:24.205 A[2:1] d.x
        """, clock: "stopped: halted", message: "broken"),
      // A span that closes at the line of a moment is part of the scope at this moment, even if the moment is judged
      // later.
      Case(
        "while t, no w(id) or t(id) is open at d.x where d.x within 1s",
        """
        10:00:41.602 A[2:1] a.x
        10:01:02.306 A[2:1] a.x id=2
        10:01:04.406 A[2:1] a.y id=2
        """, clock: gaps, message: "broken", limits: oneByOne(0)),
      // Whether a time has passed in a silence is not asked across a change of the clock.
      Case(
        "no w is open 3s after a.x",
        """
        10:00:02.000 A[1:f3] a.y
        10:00:02.500 A[1:2] a.x
        2026-11-20 10:00:06.500 A[1:1] life.exit
        10:00:14.001 A[1:1] c.on
        10:00:49.102 A[1:1] conf.set
        """, clock: gaps, message: "broken"),
      // A return is that of one call only, even if an older call, whose return is not awaited, has the same return.
      Case(
        "during d.c, each the close of c.off or the close of p.in is preceded by a.x or p.out",
        """
        10:00:07.703 A[1:2] w.run
        10:00:08.702 A[1:f3] c.on
        10:00:21.800 A[1:2] d.c
        A[1:1] p.in n=4
        10:00:21.801 A[1:1] d.c.end
        """, message: "broken"),
      // A breach at the line that ends the scope is reported after those of earlier lines whose exception the line answers.
      Case(
        "between d.z and d.z, never * except (a.*, c.*) unless a.x where n > 3 is not recorded",
        """
        10:00:15.501 A[1:2] a.x
        10:01:22.103 A[1:1] life.main
        10:01:32.103 A[1:1] a.x n=4
        """, clock: "stopped: halted", message: "broken", sessions: false),
      // If lines are lost, the result is unknown, whether or not a silence may count.
      Case(
        "no k.inside(id) is open 1s after c.on unless a.y is not recorded",
        """
        10:00:05.501 A[1:1] p.in
        10:00:07.501 A[1:1] c.on
        09:59:57.500 A[1:1] log.loss
        09:59:57.500 A[1:1] p.in
        09:59:58.000 A[1:1] p.in
        10:00:11.003 A[1:1] p.in
        10:00:12.002 A[1:1] p.in.end
        """, clock: gaps, sessions: false, derived: false),
      // A finding that only the end of the log decides repeats one that the last line has decided.
      Case(
        ["no t(id) is open at b.x unless a.y is recorded", "no t(id) is open at the close of p.in or b.x"],
        """
        10:00:29.201 A[2:1] a.x
        10:00:33.201 A[2:1] b.x
        """, clock: "stopped: halted", message: "broken"),
      // The conditions of each line are evaluated on its own fields.
      Case(
        "across sessions, at most 2 b.y where id == 1",
        """
        10:00:10.600 A[1:1] b.y id=1
        A[1:f3] b.y
        b.y id=1
        10:00:43.101 A[1:f3] b.y id=1
        """, message: "broken", sessions: false, derived: false),
    ]
  }
}
