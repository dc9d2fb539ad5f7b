public import Diagnostics

extension Violation {
  /// What a violation says, and the lines that prove it.
  public struct Proof: Sendable, Equatable {
    /// What it says.
    public let statement: Statement
    /// The reported line: the one that broke the rule, or by which what was asked for had to have come.
    public let witness: Witness
    /// The line that the statement speaks of beside it, and the one after which the scope begins.
    @usableFromInline let line: Witness?
    @usableFromInline let start: Witness?
    @usableFromInline let details: Details?

    /// What many have none of, so that no references are counted for it.
    @usableFromInline
    final class Details: Sendable {
      /// All other lines that take part, where there are more or others than these.
      @usableFromInline let others: [Related]
      let state: [StateNote]
      let notes: [String]

      init(others: [Related] = [], state: [StateNote], notes: [String]) {
        self.others = others
        self.state = state
        self.notes = notes
      }
    }

    init(
      _ statement: Statement, witness: Witness, related: [Related], state: [StateNote] = [],
      notes: [String] = []
    ) {
      self.statement = statement
      self.witness = witness
      (line, start) = (nil, nil)
      details =
        related.isEmpty && state.isEmpty && notes.isEmpty
        ? nil : Details(others: related, state: state, notes: notes)
    }

    /// With no lines but these, each another one.
    init(_ statement: Statement, witness: Witness, line: Witness?, start: Witness?, _ details: Details?) {
      self.statement = statement
      self.witness = witness
      self.line = line
      self.start = start
      self.details = details
    }

    /// The rule that is broken.
    public var rule: Rule { statement.rule }
    /// How grave it is.
    public var severity: Severity { statement.severity }
    /// What happened, in one sentence that stands alone: lower case, no full stop.
    public var message: String { statement.message }
    /// What stands beside the caret under the reported line: what it did, or what was missing by then.
    public var label: String { statement.label }

    /// What was open just before the reported line, as far as the rule reads it.
    public var state: [StateNote] { details?.state ?? [] }
    /// What the verdict rests on where that is not plain from the lines: a return that was not recorded.
    public var notes: [String] { details?.notes ?? [] }

    /// The other lines that take part, in order of time; the reported line is not among them.
    public var related: [Related] {
      if let details, !details.others.isEmpty { return details.others }
      let line = line.map { Related(witness: $0, label: statement.beside, role: statement.role) }
      let start = start.map { Related(witness: $0, label: Related.start, role: .trigger) }
      return [line, start].compactMap { $0 }.sorted { $0.witness.line < $1.witness.line }
    }

    /// What a line has to do with a violation.
    public enum Part: Equatable {
      /// It is the reported one.
      case reported
      /// The statement speaks of it, too.
      case beside
      /// The scope begins after it.
      case start
      /// It is the one of that place among the related ones.
      case related(Int)
    }

    /// Does something with the number of each line, in their order, if they are in one.
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

    /// The 1-based column where the event's name begins in a line. To ask for no more than that counts no references.
    @inlinable @inline(__always)
    public func column(of part: Part) -> Int {
      switch part {
      case .reported: witness.column
      case .beside: line?.column ?? 1
      case .start: start?.column ?? 1
      case .related(let place): details?.others[place].witness.column ?? 1
      }
    }

    /// What is said of a line.
    public func label(of part: Part) -> String {
      switch part {
      case .reported: statement.label
      case .beside: statement.beside
      case .start: Related.start
      case .related(let place): details?.others[place].label ?? ""
      }
    }

    /// Whether two say the same.
    public static func == (a: Proof, b: Proof) -> Bool {
      (a.statement, a.witness, a.related) == (b.statement, b.witness, b.related)
        && (a.state, a.notes) == (b.state, b.notes)
    }

    /// The same with other lines that take part, or resting on something else.
    func with(related: [Related]? = nil, notes: [String]? = nil) -> Proof {
      Proof(
        statement, witness: witness, related: related ?? self.related, state: state,
        notes: notes ?? self.notes)
    }
  }
}
