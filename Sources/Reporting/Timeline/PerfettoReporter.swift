import Checking
import Diagnostics

/// For ui.perfetto.dev: a trace of TrackEvents. Each process has a track, with one track for each machine, callback and span key.
/// Violations are instant events with arguments. (perfetto.dev/docs/reference/trace-packet-proto)
struct PerfettoReporter: CollectingReporter {
  var found = CollectedViolations()
  /// The number of tracks so far. A track is identified by its number.
  private var tracks = 0
  private var packets: [(time: Int64, packet: ProtocolBuffer)] = []

  /// The fields of the messages that are written.
  private enum Packet {
    static let timestamp = 8
    static let sequence = 10
    static let event = 11
    static let track = 60
  }
  private enum Track {
    static let number = 1
    static let name = 2
    static let parent = 5
  }
  private enum TrackEvent {
    static let annotation = 4
    static let kind = 9
    static let track = 11
    static let name = 23
    static let (begin, end, instant) = (Int64(1), Int64(2), Int64(3))
  }
  private enum Annotation {
    static let integer = 4
    static let text = 6
    static let name = 10
  }
  private enum Argument {
    case integer(Int)
    case text(String)
  }

  mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) {
    defer { found = CollectedViolations() }
    guard let timeline = trace.timeline, trace.problem == nil else { return }
    let time = { (line: Int) in timeline.hasTimes ? timeline.times[line] ?? 0 : Int64(line) * 1_000_000 }
    let log = addTrack(trace.path, in: nil, to: &output)
    for process in timeline.processes {
      let parent = addTrack(process.name.isEmpty ? "process" : process.name, in: log, to: &output)
      for lane in process.lanes {
        // Slices of a track must be nested, but callbacks may overlap.
        let isOfCallbacks = lane.kind == .callback
        var known: [String: Int64] = [:]
        for bar in lane.bars {
          let title = isOfCallbacks ? bar.label : lane.title
          let track = known[title] ?? addTrack(title, in: parent, to: &output)
          known[title] = track
          var lines = ["line": Argument.integer(bar.open)]
          lines["end line"] = bar.isAssumed ? nil : bar.close.map(Argument.integer)
          add(TrackEvent.begin, bar.label, at: time(bar.open), on: track, lines)
          add(TrackEvent.end, nil, at: time(bar.isAssumed ? bar.open : bar.last), on: track)
        }
      }
    }
    let track = addTrack("violations", in: log, to: &output)
    for violation in found.violations.map(\.violation) {
      add(
        TrackEvent.instant, violation.ruleID, at: time(violation.witness.line), on: track,
        [
          "message": .text(violation.message), "severity": .text(violation.severity.rawValue),
          "line": .integer(violation.witness.line), "why": .text(violation.proof.rule.why ?? ""),
          "help": .text(violation.proof.rule.help ?? ""),
        ])
    }
    // The order of packets with the same time is kept, so a slice ends before the next one begins.
    for index in packets.indices.sorted(by: { (packets[$0].time, $0) < (packets[$1].time, $1) }) {
      write(packets[index].packet, to: &output)
    }
    packets = []
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {}

  private mutating func addTrack(_ name: String, in parent: Int64?, to output: inout TextBuffer) -> Int64 {
    tracks += 1
    var track = ProtocolBuffer()
    track.append(Track.number, Int64(tracks))
    track.append(Track.name, Escaping.line(name))
    if let parent { track.append(Track.parent, parent) }
    var packet = ProtocolBuffer()
    packet.append(Packet.track, track)
    packet.append(Packet.sequence, 1)
    write(packet, to: &output)
    return Int64(tracks)
  }

  private mutating func add(
    _ kind: Int64, _ name: String?, at time: Int64, on track: Int64, _ arguments: [String: Argument] = [:]
  ) {
    var event = ProtocolBuffer()
    for (name, argument) in arguments.sorted(by: { $0.key < $1.key }) {
      var annotation = ProtocolBuffer()
      annotation.append(Annotation.name, name)
      switch argument {
      case .integer(let value): annotation.append(Annotation.integer, Int64(value))
      case .text(let text): annotation.append(Annotation.text, Escaping.line(text))
      }
      event.append(TrackEvent.annotation, annotation)
    }
    event.append(TrackEvent.kind, kind)
    event.append(TrackEvent.track, track)
    if let name { event.append(TrackEvent.name, Escaping.line(name)) }
    var packet = ProtocolBuffer()
    packet.append(Packet.timestamp, time)
    packet.append(Packet.sequence, 1)
    packet.append(Packet.event, event)
    packets.append((time, packet))
  }

  private func write(_ packet: ProtocolBuffer, to output: inout TextBuffer) {
    var trace = ProtocolBuffer()
    trace.append(1, packet)
    output.append(bytes: trace.bytes)
  }
}
