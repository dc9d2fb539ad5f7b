import Checking
import Diagnostics
import Project
import Trace

extension JSONDocument.Trace {
  init(_ trace: TraceReport, in report: Report) {
    path = trace.path
    checked = trace.problem == nil
    lines = trace.statistics.lines
    events = trace.statistics.events
    sessions = trace.summary.sessions
    mentions = trace.statistics.mentions
    folded = trace.summary.folded
    unreadableLines = trace.statistics.unreadableCount
    unreadable = trace.statistics.unreadable.map {
      .init(line: $0.line, column: $0.column, reason: $0.reason)
    }
    unknownEvents = trace.statistics.unknownCount
    unknownNames = UnknownName.all(in: trace.statistics, known: report.knownNames).map {
      .init(name: $0.name, count: $0.count, firstLine: $0.firstLine, nearest: Nullable($0.nearest))
    }
    unknownFields = trace.statistics.unknownFieldCount
    unknownFieldNames = trace.statistics.unknownFields.map {
      .init(
        event: $0.event, field: $0.field, count: $0.count, firstLine: $0.firstLine,
        nearest: Nullable($0.nearest(among: report.knownFields)))
    }
    misreadValues = trace.summary.misreadings.reduce(0) { $0 + $1.tally.count }
    misread = trace.summary.misreadings.map {
      .init(
        event: $0.event, field: $0.field, type: $0.type.rawValue, text: $0.text, count: $0.tally.count,
        firstLine: Nullable($0.tally.firstLine))
    }
    let times = trace.summary.times
    (clockStepsBack, firstClockStepBack) = (times.back.count, Nullable(times.back.firstLine))
    (equalTimes, firstEqualTime) = (times.equal.count, Nullable(times.equal.firstLine))
    (missingTimes, firstMissingTime) = (times.missing.count, Nullable(times.missing.firstLine))
    (clockChanges, firstClockChange) = (times.otherKind.count, Nullable(times.otherKind.firstLine))
  }
}

extension JSONDocument.Violation {
  init(_ violation: Violation, path: String, repeats: Int = 0) {
    ruleId = violation.ruleID
    severity = violation.severity.rawValue
    message = violation.message
    self.path = path
    line = violation.witness.line
    column = violation.witness.column
    endColumn = violation.witness.endColumn
    event = violation.witness.event
    time = Nullable(violation.witness.time)
    text = violation.witness.text
    label = violation.label
    decidedLine = violation.decidedLine
    related = violation.related.map { .init($0) }
    state = Dictionary(violation.state.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    notes = violation.notes
    self.repeats = repeats
    why = Nullable(violation.why)
    help = Nullable(violation.help)
    guidance = violation.guidance
  }
}

extension JSONDocument.Related {
  init(_ related: Violation.Related) {
    role = related.role.rawValue
    label = related.label
    line = related.witness.line
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

  init(_ problem: Problem, path: String) {
    severity = Severity.error.rawValue
    self.path = Nullable(path)
    line = Nullable(nil)
    column = Nullable(nil)
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
    lines = read.reduce(0) { $0 + $1.statistics.lines }
    events = read.reduce(0) { $0 + $1.statistics.events }
    sessions = read.reduce(0) { $0 + $1.summary.sessions }
    rules = Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, 0) })
    for rule in report.rules { rules[rule.verdict.rawValue, default: 0] += 1 }
    unexercised = report.unmet.map(\.ruleID)
    violations = Dictionary(
      uniqueKeysWithValues: Severity.allCases.map { ($0.rawValue, report.violations($0)) })
    suppressed = report.traces.reduce(0) { $0 + $1.suppressed.values.reduce(0, +) }
    unreadableLines = read.reduce(0) { $0 + $1.statistics.unreadableCount }
    unknownEvents = read.reduce(0) { $0 + $1.statistics.unknownCount }
    unknownFields = read.reduce(0) { $0 + $1.statistics.unknownFieldCount }
    misreadValues = read.flatMap(\.summary.misreadings).reduce(0) { $0 + $1.tally.count }
    clockStepsBack = read.reduce(0) { $0 + $1.summary.times.back.count }
    missingTimes = read.reduce(0) { $0 + $1.summary.times.missing.count }
  }
}
