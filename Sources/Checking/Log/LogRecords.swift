import Rulebook
import Trace

/// What an event may say of the log as a whole. It is then none of any session, and concerns all of them.
enum LogEvent: Sendable {
  /// The device has started anew: the lives of all processes are over.
  case boot
  /// The log has lost lines: what did not come may have come.
  case loss
  /// The log's clock was set: the time across that is not known.
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

/// Events by which a log speaks of itself, and of no process.
public struct LogRecords: Sendable, Equatable {
  /// Starts of the device, with each of which all sessions are over.
  public var boots = Tally()
  /// Losses of lines, after each of which silence proves nothing until a session begins.
  public var losses = Tally()
  /// Changes of the clock, across which no duration is known.
  public var clockSettings = Tally()

  /// None yet.
  public init() {}

  /// How many there are of all kinds.
  public var count: Int { boots.count + losses.count + clockSettings.count }

  mutating func note(_ record: LogEvent, at line: Int) {
    switch record {
    case .boot: boots.note(line)
    case .loss: losses.note(line)
    case .clock: clockSettings.note(line)
    }
  }
}
