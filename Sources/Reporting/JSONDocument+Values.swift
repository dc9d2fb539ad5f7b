import Checking
import Diagnostics
import Project
import Trace

extension JSONDocument.Trace {
  init(_ trace: TraceReport, in report: Report) {
    let log = trace.files
    func place(_ line: Int?) -> (line: Nullable<Int>, path: Nullable<String>) {
      let place = line.map(log.place)
      return (Nullable(place?.line), Nullable(place?.path))
    }
    path = log.path
    name = log.name
    rulebook = Nullable(trace.rulebook)
    files = log.lines(of: trace.statistics.lines).map { .init(path: $0.path, lines: $0.lines) }
    checked = trace.problem == nil
    lines = trace.statistics.lines
    events = trace.statistics.events
    sessions = trace.summary.sessions
    mentions = trace.statistics.mentions
    folded = trace.summary.folded
    unreadableLines = trace.statistics.unreadableCount
    unreadable = trace.statistics.unreadable.map {
      let place = log.place(of: $0.line)
      return .init(path: place.path, line: place.line, column: $0.column, reason: $0.reason)
    }
    unknownEvents = trace.statistics.unknownCount
    unknownNames = UnknownName.all(in: trace.statistics, among: report.vocabulary(of: trace)).map {
      let place = log.place(of: $0.firstLine)
      return .init(
        name: $0.name, count: $0.count, firstPath: place.path, firstLine: place.line,
        nearest: Nullable($0.nearest))
    }
    unknownFields = trace.statistics.unknownFieldCount
    unknownFieldNames = trace.statistics.unknownFields.map {
      let place = log.place(of: $0.firstLine)
      return .init(
        event: $0.event, field: $0.field, count: $0.count, firstPath: place.path, firstLine: place.line,
        nearest: Nullable($0.nearest(among: report.vocabulary(of: trace))))
    }
    misreadValues = trace.summary.misreadings.reduce(0) { $0 + $1.tally.count }
    misread = trace.summary.misreadings.map {
      let place = place($0.tally.firstLine)
      return .init(
        event: $0.event, field: $0.field, type: $0.type.rawValue, text: $0.text, count: $0.tally.count,
        firstPath: place.path, firstLine: place.line)
    }
    let times = trace.summary.times
    clockStepsBack = times.back.count
    (firstClockStepBack, firstClockStepBackPath) = place(times.back.firstLine)
    equalTimes = times.equal.count
    (firstEqualTime, firstEqualTimePath) = place(times.equal.firstLine)
    missingTimes = times.missing.count
    (firstMissingTime, firstMissingTimePath) = place(times.missing.firstLine)
    clockChanges = times.otherKind.count
    (firstClockChange, firstClockChangePath) = place(times.otherKind.firstLine)
    let logEvents = trace.summary.logEvents
    clockSettings = logEvents.clockSettings.count
    (firstClockSetting, firstClockSettingPath) = place(logEvents.clockSettings.firstLine)
    losses = logEvents.losses.count
    (firstLoss, firstLossPath) = place(logEvents.losses.firstLine)
    boots = logEvents.boots.count
    (firstBoot, firstBootPath) = place(logEvents.boots.firstLine)
  }
}

extension JSONDocument.Violation {
  init(_ found: CollectedViolations.Found, repeats: Int) {
    let (violation, log, place) = (found.violation, found.log, found.place)
    fingerprint = Nullable(found.identity)
    subject = violation.proof.subject.values
    let decided = log.place(of: violation.decidedLine)
    ruleId = violation.ruleID
    severity = violation.severity.rawValue
    message = violation.message
    path = place.path
    line = place.line
    column = violation.witness.column
    endColumn = violation.witness.endColumn
    event = violation.witness.event
    time = Nullable(violation.witness.time)
    text = violation.witness.text
    label = violation.proof.label
    decidedPath = decided.path
    decidedLine = decided.line
    related = violation.related.map { .init($0, log: log) }
    state = Dictionary(violation.proof.state.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    notes = violation.proof.notes
    self.repeats = repeats
    why = Nullable(violation.proof.rule.why)
    help = Nullable(violation.proof.rule.help)
    guidance = violation.proof.rule.guidance
  }
}

extension JSONDocument.Related {
  init(_ related: Violation.Related, log: LogFiles) {
    let place = log.place(of: related.witness.line)
    role = related.role.rawValue
    label = related.label
    path = place.path
    line = place.line
    column = related.witness.column
    endColumn = related.witness.endColumn
    event = related.witness.event
    time = Nullable(related.witness.time)
    text = related.witness.text
  }
}

extension JSONDocument.Rule {
  init(_ rule: RuleTotal, path: String) {
    let coverage = rule.coverage
    ruleId = coverage.ruleID
    self.path = path
    severity = coverage.severity.rawValue
    required = rule.isRequired
    verdict = coverage.verdict.rawValue
    violated = coverage.violated
    held = coverage.held
    inconclusive = coverage.inconclusive
    suppressed = rule.suppressed
    known = rule.known
    reason = Nullable(rule.reason)
    missing = Nullable(coverage.lack.map { .init(events: $0.events, values: $0.values) })
  }
}

extension JSONDocument.Suppressed.Reason {
  init(_ suppression: Suppression) {
    path = suppression.place.source.name
    line = suppression.place.start.line
    reason = suppression.reason
    expires = Nullable(suppression.expires)
  }
}

extension JSONDocument.Baseline {
  init(_ ledger: BaselineLedger, _ outcome: Report.Outcome) {
    path = ledger.path
    fixed = (outcome == .noVerdict ? [] : ledger.fixed).map { entry in
      Entry(
        ruleId: entry.rule, event: entry.event, subject: entry.subject, fingerprint: entry.fingerprint,
        since: "\(entry.since)")
    }
  }
}

extension JSONDocument.Suppression {
  static func all(in ledger: SuppressionLedger?) -> [Self] {
    guard let ledger else { return [] }
    return ledger.suppressions.enumerated().map { index, suppression in
      Self(
        ruleId: suppression.rule, path: suppression.place.source.name, line: suppression.place.start.line,
        where: suppression.pathPatterns, message: suppression.messagePatterns, reason: suppression.reason,
        expires: Nullable(suppression.expires), status: ledger.status(of: index).rawValue,
        uses: ledger.uses(of: index))
    }
  }
}

extension JSONDocument.Mistake {
  init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity.rawValue
    path = Nullable(diagnostic.range?.source.name)
    line = Nullable(diagnostic.range?.start.line)
    column = Nullable(diagnostic.range?.start.column)
    endLine = Nullable(diagnostic.range?.end.line)
    endColumn = Nullable(diagnostic.range?.end.column)
    message = diagnostic.message
    label = Nullable(diagnostic.label)
    help = Nullable(diagnostic.help)
  }

  init(_ problem: Problem, in log: LogFiles) {
    severity = Severity.error.rawValue
    let place = problem.line.map(log.place)
    path = Nullable(place?.path ?? problem.path ?? log.path)
    line = Nullable(place?.line)
    column = Nullable(problem.column)
    endLine = Nullable(nil)
    endColumn = Nullable(nil)
    label = Nullable(nil)
    message = problem.message
    help = Nullable(problem.help)
  }
}

extension JSONDocument.Totals {
  init(_ report: Report) {
    let read = report.checked
    outcome = report.outcome.rawValue
    traces = report.traces.count
    checkedTraces = read.count
    passedOver = report.passedOver.count
    lines = read.reduce(0) { $0 + $1.statistics.lines }
    events = read.reduce(0) { $0 + $1.statistics.events }
    sessions = read.reduce(0) { $0 + $1.summary.sessions }
    rules = Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, 0) })
    for rule in report.rules { rules[rule.verdict.rawValue, default: 0] += 1 }
    unexercised = report.unmet.map(\.ruleID)
    violations = Dictionary(
      uniqueKeysWithValues: Severity.allCases.map { ($0.rawValue, report.violations($0)) })
    suppressed = report.rules.reduce(0) { $0 + $1.suppressed }
    known = report.rules.reduce(0) { $0 + $1.known }
    unreadableLines = read.reduce(0) { $0 + $1.statistics.unreadableCount }
    unknownEvents = read.reduce(0) { $0 + $1.statistics.unknownCount }
    unknownFields = read.reduce(0) { $0 + $1.statistics.unknownFieldCount }
    misreadValues = read.flatMap(\.summary.misreadings).reduce(0) { $0 + $1.tally.count }
    clockStepsBack = read.reduce(0) { $0 + $1.summary.times.back.count }
    missingTimes = read.reduce(0) { $0 + $1.summary.times.missing.count }
  }
}
