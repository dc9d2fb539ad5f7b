import Rulebook
import Trace

extension Reference {
  /// A session: one life of one process.
  struct Life {
    let app: Int?
    let pid: Int?
    /// Indices of the log's lines.
    var lines: [Int] = []
    var end = End.log

    /// The end of the session in the log.
    enum End: Equatable {
      /// The process has ended.
      case process
      /// Another session of the process begins, or the device is restarted, at this line of the log.
      case launch(Int)
      /// The log ends during the session.
      case log
    }
  }
}

extension Reference.Log {
  /// The sessions of all processes, in the order in which they begin.
  func lives() -> [Reference.Life] {
    var lives: [Reference.Life] = []
    for index in lines.indices {
      let line = lines[index]
      if isOfLog(line.event) {
        guard rulebook.sessions.boot.contains(line.event) else { continue }
        for life in lives.indices where lives[life].end == .log { lives[life].end = .launch(index) }
        continue
      }
      let running = lives.lastIndex { $0.app == line.app && $0.pid == line.pid }
      // A repeated end is ignored.
      if let running, lives[running].end == .process, rulebook.sessions.end.contains(line.event) { continue }
      if let running, continues(lives[running], line) {
        lives[running].lines.append(index)
      } else {
        if let running, lives[running].end == .log { lives[running].end = .launch(index) }
        lives.append(Reference.Life(app: line.app, pid: line.pid, lines: [index]))
      }
      if rulebook.sessions.end.contains(line.event) {
        let own = lives.lastIndex { $0.app == line.app && $0.pid == line.pid }
        if let own { lives[own].end = .process }
      }
    }
    return lives
  }

  /// Whether a line belongs to the newest session of its process.
  private func continues(_ life: Reference.Life, _ line: Reference.Line) -> Bool {
    let boundaries = rulebook.sessions
    guard life.end == .log else { return false }
    guard let place = boundaries.begin.firstIndex(of: line.event) else { return true }
    if life.lines.contains(where: { boundaries.ending.contains(lines[$0].event) }) { return false }
    let own = life.lines.filter(isOfLife).map { lines[$0].event }
    guard let first = own.first else { return true }
    if boundaries.sameProcess.contains(line.event), line.pid != nil { return true }
    // The events of a process id before its launch belong to the same session.
    return (line.pid != nil || boundaries.begin.contains(first))
      && own.allSatisfy { event in
        boundaries.begin.firstIndex(of: event).map { $0 < place }
          ?? !rulebook.machines.contains { $0.transitions[event] != nil }
      }
  }

  /// Whether a line is about the process, and not about the app or the log.
  private func isOfLife(_ index: Int) -> Bool {
    let event = lines[index].event
    return !rulebook.facts.contains(event) && event != rulebook.recording?.event
  }

  /// The line at which the device was started before a session; nil if the log has none.
  func boot(before life: Reference.Life) -> Int? {
    lines[..<(life.lines.first ?? 0)].lastIndex { rulebook.sessions.boot.contains($0.event) }
  }

  /// The line from which on the beginning of a session is known; nil if the session may have begun before the log.
  func knownBeginning(of life: Reference.Life) -> Int? {
    guard !rulebook.sessions.begin.isEmpty else { return life.lines.first }
    let own = life.lines.filter(isOfLife)
    guard let launch = own.firstIndex(where: { rulebook.sessions.begin.contains(lines[$0].event) }) else {
      return nil
    }
    let isSetUp = own[..<launch].allSatisfy { line in
      !rulebook.machines.contains { $0.transitions[lines[line].event] != nil }
    }
    return launch == 0 || life.pid != nil && isSetUp ? own[launch] : nil
  }
}
