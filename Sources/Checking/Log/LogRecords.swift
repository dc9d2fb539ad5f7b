import Rulebook
import Trace

/// The meaning of an event that describes the log itself. Such an event belongs to no session and concerns all of them.
enum LogEvent: Sendable {
  /// The device has restarted. All sessions end.
  case boot
  /// Lines were lost. From here on, a missing event proves nothing.
  case loss
  /// The clock of the log was set. No duration is known across this line.
  case clock

  init?(_ event: EventID, _ rulebook: Rulebook) {
    if rulebook.sessions.boot.contains(event) {
      self = .boot
    } else if rulebook.sessions.loss.contains(event) {
      self = .loss
    } else if rulebook.clock.set.contains(event) {
      self = .clock
    } else {
      return nil
    }
  }
}

/// Counts of the events that describe the log itself and belong to no process.
public struct LogRecords: Sendable, Equatable {
  /// Restarts of the device. Each of them ends all sessions.
  public var boots = Tally()
  /// Losses of lines. After each of them, a missing event proves nothing until a session begins.
  public var losses = Tally()
  /// Settings of the clock. No duration is known across them.
  public var clockSettings = Tally()

  /// Creates counts of zero.
  public init() {}

  /// The number of events of all kinds.
  public var count: Int { boots.count + losses.count + clockSettings.count }

  mutating func note(_ record: LogEvent, at line: Int) {
    switch record {
    case .boot: boots.note(line)
    case .loss: losses.note(line)
    case .clock: clockSettings.note(line)
    }
  }
}
