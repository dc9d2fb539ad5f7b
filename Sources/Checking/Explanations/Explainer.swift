import Rulebook
public import Trace

/// Explains violations: finds the smallest change of the log under which the rule would have held, and makes sure of it by checking
/// the changed log.
public final class Explainer {
  private let program: Program
  private let recognizer: Recognizer
  private let assumptions: Assumptions
  /// The lines of events so far, in the order of the log; empty once there are too many.
  private var lines: [KeptLine] = []
  private var isFull = false
  /// The findings in the log as it was when it had a number of lines.
  private var before: (lines: Int, findings: [Finding: Int])?
  /// The changes that explain the violations so far, with these violations.
  private var found: [(edit: Edit, violation: Violation)] = []
  /// The number of violations that can still be explained, and of lines that can still be read for it.
  private var violationsLeft: Int
  private var linesLeft = 200_000

  /// The number of lines that are kept.
  private static let mostLines = 20_000

  /// A line of an event.
  private struct KeptLine {
    let number: Int
    let bytes: [UInt8]
    /// The number of bytes before the event.
    let header: Int
  }

  /// A violation, without its place.
  private struct Finding: Hashable {
    let rule: String
    let message: String
  }

  /// Creates an explainer for one log, which explains at most a number of violations.
  public init(
    _ program: Program, _ recognizer: Recognizer, assuming assumptions: Assumptions, most violations: Int
  ) {
    violationsLeft = violations
    self.program = program
    self.recognizer = recognizer
    self.assumptions = assumptions
  }

  /// Adds the next event of the log, whose text is `line`.
  public func add(_ event: Event, _ line: Span<UInt8>) {
    if isFull { return }
    if lines.count == Self.mostLines {
      isFull = true
      return lines = []
    }
    if lines.last?.number == event.line { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    for index in line.indices { bytes.append(line[index]) }
    // A record of several lines cannot be changed.
    if event.hasOrigin, event.origin?.bytes != bytes { return }
    lines.append(KeptLine(number: event.line, bytes: bytes, header: Self.header(of: event, bytes)))
  }

  /// The number of bytes before an event, without the class of a method: `-[AppDelegate `.
  private static func header(of event: Event, _ line: [UInt8]) -> Int {
    let name = min(max(event.name.lowerBound, 0), line.count)
    let sign = line[..<name].lastIndex { $0 == UInt8(ascii: "[") } ?? 0
    let isMethod = sign > 0 && (line[sign - 1] == UInt8(ascii: "-") || line[sign - 1] == UInt8(ascii: "+"))
    return isMethod && !line[sign..<name].contains(UInt8(ascii: "]")) ? sign - 1 : name
  }

  /// Returns the change under which the rule of a violation would have held, and when it held before. If the change is that for an
  /// earlier violation, both have the same cause. There is no change if none of those that were tried makes the rule hold. Nil if
  /// there is nothing to say, or if the log is too long to try.
  public func explanation(of violation: Violation) -> Explanation? {
    guard !isFull, violationsLeft > 0 else { return nil }
    let change = change(for: violation)
    let lastHeld = lastHeld(before: violation)
    if change == nil, lastHeld == nil { return nil }
    return Explanation(
      change: change?.edit.text,
      cause: change?.cause.map { Explanation.Cause(line: $0.witness.line, rule: $0.ruleID) },
      lastHeld: lastHeld)
  }

  /// Returns the change, and the earlier violation that it also explains.
  private func change(for violation: Violation) -> (edit: Edit, cause: Violation?)? {
    guard !isFull, violationsLeft > 0 else { return nil }
    violationsLeft -= 1
    guard let before = findingsBefore() else { return nil }
    let finding = Finding(rule: violation.ruleID, message: violation.message)
    // The lines of the events alone may not show the violation.
    guard let count = before[finding] else { return nil }
    let event = event(at: violation.witness.line)
    let own: [(edit: Edit, cause: Violation?)] =
      EditFinder(rulebook: program.rulebook, violation: violation, event: event).edits.map { ($0, nil) }
    let shared: [(edit: Edit, cause: Violation?)] =
      found.filter { Self.haveCommonLine($0.violation, violation) }.map { ($0.edit, $0.violation) }
    let changes = shared + own
    for (edit, cause) in changes.filter({ !$0.edit.isRemoval }) + changes.filter(\.edit.isRemoval) {
      if isEnough(edit, for: finding, count, before, lines) {
        if cause == nil { found.append((edit, violation)) }
        return (edit, cause)
      }
      if linesLeft < 0 { return nil }
    }
    return nil
  }

  /// Returns the event of a line; nil if it cannot be changed. A line may depend on those before it.
  private func event(at number: Int) -> ReportedEvent? {
    guard let place = lines.firstIndex(where: { $0.number == number }) else { return nil }
    var found: ReportedEvent?
    linesLeft -= place
    read(lines[...place]) { event, line in
      if event.line == place + 1 { found = ReportedEvent(event, line, program.rulebook.vocabulary) }
    }
    return found
  }

  /// Returns the newest event before a violation for which the rule held, with the same subject.
  private func lastHeld(before violation: Violation) -> Explanation.Subject? {
    let subject = violation.proof.subject
    let values = Dictionary(subject.fields.map { ($0.name, $0.value) }) { first, _ in first }
    let known = KnownSubject(rule: violation.ruleID, event: subject.event, values: values)
    let earlier = lines.prefix { $0.number < violation.witness.line }
    linesLeft -= earlier.count
    if linesLeft < 0 { return nil }
    var checker = Checker(
      program, assuming: assumptions, keepsText: false, keepsRepeats: false,
      knownSubjects: KnownSubjects([known]) { $0 })
    read(earlier) { event, line in checker.step(event, line: line) }
    checker.finish()
    guard let line = checker.heldSubjects.checked[known], earlier.indices.contains(line - 1) else {
      return nil
    }
    let text = subject.fields.reduce(subject.event) { $0 + " " + ReportedEvent.text($1.name, $1.value) }
    return Explanation.Subject(text: text, line: earlier[line - 1].number)
  }

  /// Whether the proofs of two violations have a line in common. Others seldom have the same cause.
  private static func haveCommonLine(_ one: Violation, _ other: Violation) -> Bool {
    func lines(_ violation: Violation) -> Set<Int> {
      Set(violation.related.map(\.witness.line) + [violation.witness.line])
    }
    return !lines(one).isDisjoint(with: lines(other))
  }

  /// The findings in the log as it is so far.
  private func findingsBefore() -> [Finding: Int]? {
    if let before, before.lines == lines.count { return before.findings }
    guard let findings = findings(in: lines) else { return nil }
    before = (lines.count, findings)
    return findings
  }

  /// Whether a check of the changed log finds this violation one time less, and nothing new.
  private func isEnough(
    _ edit: Edit, for finding: Finding, _ count: Int, _ before: [Finding: Int], _ lines: [KeptLine]
  ) -> Bool {
    let changed = Self.changed(lines, by: edit.kind)
    return !changed.isEmpty
      && changed.allSatisfy { lines in
        guard let after = findings(in: lines) else { return false }
        return after[finding] ?? 0 < count && after.allSatisfy { $0.value <= before[$0.key] ?? 0 }
      }
  }

  /// Returns the changed log. An added event is tried at both ends of its interval, so there are two.
  private static func changed(_ lines: [KeptLine], by kind: Edit.Kind) -> [[KeptLine]] {
    func place(_ number: Int) -> Int? { lines.firstIndex { $0.number == number } }
    switch kind {
    case .remove(let line):
      return place(line).map { place in [Array(lines[..<place] + lines[(place + 1)...])] } ?? []
    case .move(let line, let other), .hasten(let line, let other):
      guard let from = place(line), let to = place(other), to < from else { return [] }
      // It gets the header of the other line, and with it an earlier time.
      let header = lines[to].bytes[..<lines[to].header]
      let moved = KeptLine(
        number: line, bytes: Array(header + lines[from].bytes[lines[from].header...]), header: header.count)
      var changed = lines
      changed.remove(at: from)
      changed.insert(moved, at: kind == .hasten(line, after: other) ? to + 1 : to)
      return [changed]
    case .rewrite(let line, let event):
      guard let place = place(line) else { return [] }
      let header = lines[place].bytes[..<lines[place].header]
      var changed = lines
      changed[place] = KeptLine(number: line, bytes: Array(header + event.utf8), header: header.count)
      return [changed]
    case .moveToMainThread(let line, let thread):
      guard let place = place(line), thread.upperBound <= lines[place].header else { return [] }
      var bytes = lines[place].bytes
      bytes.replaceSubrange(thread, with: "main".utf8)
      var changed = lines
      changed[place] = KeptLine(number: line, bytes: bytes, header: lines[place].header)
      return [changed]
    case .insert(let event, let after, let before):
      guard let last = lines.lastIndex(where: { $0.number < before }),
        let first = lines.firstIndex(where: { $0.number >= after }), first <= last
      else { return [] }
      return Set([first, last]).sorted().map { place in
        let header = lines[place].bytes[..<lines[place].header]
        var changed = lines
        changed.insert(
          KeptLine(number: 0, bytes: Array(header + event.utf8), header: header.count), at: place + 1)
        return changed
      }
    }
  }

  /// Returns how often each violation is found in a log of these lines; nil if there are too many lines to read.
  private func findings(in lines: [KeptLine]) -> [Finding: Int]? {
    linesLeft -= lines.count
    if linesLeft < 0 { return nil }
    var checker = Checker(program, assuming: assumptions, keepsText: false, keepsRepeats: false)
    read(lines[...]) { event, line in checker.step(event, line: line) }
    checker.finish()
    var findings: [Finding: Int] = [:]
    for violation in checker.takeViolations() {
      findings[Finding(rule: violation.ruleID, message: violation.message), default: 0] += 1
    }
    return findings
  }

  /// Reads the events of lines. They are numbered from 1.
  private func read(_ lines: ArraySlice<KeptLine>, _ report: (Event, Span<UInt8>) -> Void) {
    var reader = TraceReader(recognizer)
    var text: [UInt8] = []
    for line in lines {
      text += line.bytes
      text.append(UInt8(ascii: "\n"))
    }
    reader.read(text.span, report)
    reader.finish(report)
  }
}
