import Checking
import Diagnostics
import Trace

/// Remarks about fields, times and gaps of a log that may have hidden violations.
extension Summary {
  /// Fields that are misspelt, or whose values cannot be read as their type. An unknown field without a similar known
  /// name is not reported, because events may have more fields than the rules need.
  func fieldRemarks(_ trace: TraceReport) -> [String] {
    var remarks: [String] = []
    var misspelt: [String] = []
    var count = 0
    for field in trace.statistics.unknownFields {
      guard let nearest = field.nearest(among: report.vocabulary(of: trace)) else { continue }
      misspelt.append(
        "`\(Escaping.line(field.field))` of `\(field.event)` (\(trace.files.describe(field.firstLine)), "
          + "did you mean `\(nearest)`?)")
      count += field.count
    }
    if count > 0 {
      remarks.append(
        "\(TextFormat.count(count, "field")) \(count == 1 ? "looks" : "look") misspelt: \(Self.list(misspelt))"
      )
    }
    let misread = trace.summary.misreadings
    if !misread.isEmpty {
      let values = misread.map {
        "`\($0.field)=\(Escaping.line($0.text))` of `\($0.event)` is not a \($0.type.rawValue)"
          + ($0.tally.firstLine.map { " (\(trace.files.describe($0)))" } ?? "")
      }
      let count = misread.reduce(0) { $0 + $1.tally.count }
      remarks.append(
        "\(TextFormat.count(count, "value")) cannot be read and \(count == 1 ? "is" : "are") unknown to every rule: "
          + Self.list(values))
    }
    return remarks
  }

  /// A remark if the log is from another platform than the rulebook. Such a log breaks few rules.
  func platformRemarks(_ trace: TraceReport) -> [String] {
    guard report.rulebooks.count < 2, let platform = trace.platform,
      let foreign = trace.statistics.mainFormat,
      let home = foreign.home, home != platform
    else { return [] }
    return [
      "the log is in a format of \(home.rawValue) (\(foreign.name)), and the rulebook is for \(platform.rawValue): "
        + "if none is named, lifecheck chooses one by the log"
    ]
  }

  /// Repeated violations, which are shown once.
  func repeatRemarks(_ trace: TraceReport) -> [String] {
    let repeats = trace.summary.repeats.without(trace.exemptIDs)
    if repeats.lines == 0 { return [] }
    return [
      "\(TextFormat.count(repeats.lines, "line")) \(repeats.lines == 1 ? "repeats" : "repeat") "
        + "a violation that is shown: "
        + Self.list(repeats.all, of: repeats.violations, by: RepeatSummary.isBefore) {
          let rule = trace.summary.rules[$0.rule].ruleID
          return
            "\(TextFormat.grouped($0.count)) that of \(trace.files.describe($0.line)) (\(Escaping.line(rule)))"
        }
    ]
  }

  /// Irregular times: durations across them are not measured, or differ from what the lines suggest.
  func timeRemarks(_ times: ClockAnomalies, of log: LogFiles) -> [String] {
    var remarks: [String] = []
    if log.isReversed { remarks.append("the newest record is first: the log is read from its end") }
    if times.back.count > 0 {
      remarks.append(
        "the clock steps back \(TextFormat.count(times.back.count, "time"))\(first(times.back, log))")
    }
    if times.otherKind.count > 0 {
      remarks.append(
        "the times change their kind \(TextFormat.count(times.otherKind.count, "time"))\(first(times.otherKind, log)): "
          + "no duration is measured across the change")
    }
    if times.missing.count > 0 {
      let events = TextFormat.count(times.missing.count, "event")
      remarks.append(
        "\(events) \(times.missing.count == 1 ? "has" : "have") no time\(first(times.missing, log)): "
          + "no duration is judged there")
    }
    return remarks
  }

  /// Records about the log itself that leave rules without a verdict.
  func ofLogRemarks(_ records: LogRecords, of log: LogFiles) -> [String] {
    var remarks: [String] = []
    let (losses, settings) = (records.losses, records.clockSettings)
    if settings.count > 0 {
      remarks.append(
        "the log's clock is set \(TextFormat.count(settings.count, "time"))\(first(settings, log)): "
          + "no duration is measured across the change")
    }
    if losses.count > 0 {
      remarks.append(
        "the log has lost lines \(TextFormat.count(losses.count, "time"))\(first(losses, log)): "
          + "missing events prove nothing until the next launch")
    }
    return remarks
  }

  private func first(_ tally: Tally, _ log: LogFiles) -> String {
    tally.firstLine.map { ", first in \(log.describe($0))" } ?? ""
  }
}
