public import Diagnostics

extension Violation {
  /// The statement of a violation, and the lines that prove it.
  public struct Proof: Sendable, Equatable {
    /// The statement: the rule, the message and the labels.
    public let statement: Statement
    /// The reported line: the line that broke the rule, or the line by which the demanded event had to occur.
    public let witness: Witness
    /// What the violation is about.
    public let subject: Subject
    /// The secondary line that the statement has a label for, and the line after which the scope begins.
    @usableFromInline let line: Witness?
    @usableFromInline let start: Witness?
    @usableFromInline let details: Details?

    /// The other parts of a proof. Many proofs have none of them, and then no reference is counted.
    @usableFromInline
    final class Details: Sendable {
      /// All related lines, in order, if they are not just `line` and `start`. Otherwise empty.
      @usableFromInline let others: [Related]
      let state: [StateNote]
      let notes: [String]
      let explanation: Explanation?

      init(
        others: [Related] = [], state: [StateNote], notes: [String], explanation: Explanation? = nil
      ) {
        self.others = others
        self.state = state
        self.notes = notes
        self.explanation = explanation
      }
    }

    init(
      _ statement: Statement, witness: Witness, related: [Related], state: [StateNote] = [],
      notes: [String] = [], subject: Subject = Subject(), explanation: Explanation? = nil
    ) {
      self.statement = statement
      self.witness = witness
      self.subject = subject
      (line, start) = (nil, nil)
      details =
        related.isEmpty && state.isEmpty && notes.isEmpty
        ? nil : Details(others: related, state: state, notes: notes, explanation: explanation)
    }

    /// Creates a proof whose related lines are `line` and `start`. These and the reported line are different lines.
    init(
      _ statement: Statement, witness: Witness, line: Witness?, start: Witness?, _ details: Details?,
      subject: Subject
    ) {
      self.statement = statement
      self.witness = witness
      self.subject = subject
      self.line = line
      self.start = start
      self.details = details
    }

    /// The broken rule.
    public var rule: Rule { statement.rule }
    /// The severity of the violation.
    public var severity: Severity { statement.severity }
    /// What happened, in one sentence that can be read alone: lower case, without a full stop.
    public var message: String { statement.message }
    /// The label of the reported line, beside the caret below it: what the line did, or what was missing by then.
    public var label: String { statement.label }

    /// The states of the session's machines just before the reported line.
    public var state: [StateNote] { details?.state ?? [] }
    /// Assumptions of the verdict that the lines do not show, such as a return that was not recorded.
    public var notes: [String] { details?.notes ?? [] }
    /// What would have kept the rule; nil if the violation was not explained. The notes contain its sentences.
    public var explanation: Explanation? { details?.explanation }

    /// The related lines, in the order of the log. The reported line is not one of them.
    public var related: [Related] {
      if let details, !details.others.isEmpty { return details.others }
      let line = line.map { Related(witness: $0, label: statement.beside, role: statement.role) }
      let start = start.map { Related(witness: $0, label: Related.start, role: .trigger) }
      return [line, start].compactMap { $0 }.sorted { $0.witness.line < $1.witness.line }
    }

    /// The part of a line in a proof.
    public enum Part: Equatable {
      /// The reported line.
      case reported
      /// The secondary line that the statement has a label for.
      case beside
      /// The line after which the scope begins.
      case start
      /// The line at this index of `related`.
      case related(Int)
    }

    /// Calls a function with the number and the part of the reported line and of each related line, in the order of the log.
    @inlinable @inline(__always)
    public func forEachLine(_ body: (_ line: Int, _ part: Part) -> Void) {
      var isReported = false
      if let others = details?.others, !others.isEmpty {
        for place in others.indices {
          if !isReported, witness.line < others[place].witness.line {
            body(witness.line, .reported)
            isReported = true
          }
          body(others[place].witness.line, .related(place))
        }
      } else {
        let (lineNumber, startNumber) = (line?.line ?? .max, start?.line ?? .max)
        var next = min(lineNumber, startNumber)
        for _ in 0..<2 where next < .max {
          if !isReported, witness.line < next {
            body(witness.line, .reported)
            isReported = true
          }
          if next == lineNumber {
            body(next, .beside)
            next = startNumber > next ? startNumber : .max
          } else {
            body(next, .start)
            next = lineNumber > next ? lineNumber : .max
          }
        }
      }
      if !isReported { body(witness.line, .reported) }
    }

    /// Returns the 1-based column at which the event's name begins in a line. It reads the column in place and retains nothing.
    @inlinable @inline(__always)
    public func column(of part: Part) -> Int {
      switch part {
      case .reported: witness.column
      case .beside: line?.column ?? 1
      case .start: start?.column ?? 1
      case .related(let place): details?.others[place].witness.column ?? 1
      }
    }

    /// Returns the label of a line.
    public func label(of part: Part) -> String {
      switch part {
      case .reported: statement.label
      case .beside: statement.beside
      case .start: Related.start
      case .related(let place): details?.others[place].label ?? ""
      }
    }

    /// Whether two proofs have the same statement, lines, states, notes and subject.
    public static func == (a: Proof, b: Proof) -> Bool {
      (a.statement, a.witness, a.related) == (b.statement, b.witness, b.related)
        && (a.state, a.notes, a.subject) == (b.state, b.notes, b.subject)
    }

    /// Returns a copy with other related lines or other notes.
    func with(related: [Related]? = nil, notes: [String]? = nil, explanation: Explanation? = nil) -> Proof {
      Proof(
        statement, witness: witness, related: related ?? self.related, state: state,
        notes: notes ?? self.notes, subject: subject, explanation: explanation ?? self.explanation)
    }
  }
}
