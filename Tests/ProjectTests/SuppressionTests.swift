import Diagnostics
import Testing

@testable import Project

@Suite struct `A suppression` {
  private func ledger(_ suppressions: String...) throws -> SuppressionLedger {
    let list = suppressions.map { "  - {rule: no-cart, reason: we know, \($0)}\n" }.joined()
    let setup = try Shop.load(Shop.project("suppressions:\n" + list))
    return SuppressionLedger(setup.suppressions, today: try #require(CalendarDay("2027-03-01")))
  }

  private func isSuppressed(_ decision: SuppressionLedger.Decision) -> Bool {
    if case .suppressed = decision { true } else { false }
  }

  private func notes(_ decision: SuppressionLedger.Decision) -> [String]? {
    if case .reported(let notes) = decision { notes } else { nil }
  }

  @Test(arguments: [
    ("where: a.log", "no-cart", "cart x", "traces/a.log", true),
    ("where: a.log", "no-close", "cart x", "a.log", false),
    ("where: a.log", "no-cart", "cart x", "b.log", false),
    ("where: [b.log, 'traces/*']", "no-cart", "cart x", "traces/a.log", true),
    ("message: cart *", "no-cart", "cart x", "b.log", true),
    ("message: cart *", "no-cart", "a cart x", "b.log", false),
    ("message: [a, cart x]", "no-cart", "cart x", "b.log", true),
    ("where: a.log, message: cart x", "no-cart", "cart x", "a.log", true),
    ("where: a.log, message: cart x", "no-cart", "cart y", "a.log", false),
    ("where: a.log, message: cart x", "no-cart", "cart x", "b.log", false),
  ])
  func `suppresses exactly the violations that match it`(
    suppression: String, rule: String, message: String, path: String, isSuppressed: Bool
  ) throws {
    var ledger = try ledger(suppression)
    #expect(self.isSuppressed(ledger.decide(on: rule, message, in: path)) == isSuppressed)
    #expect(ledger.uses(of: 0) == (isSuppressed ? 1 : 0))
  }

  @Test(arguments: [
    ("2027-03-02", nil), ("9999-12-31", nil), ("2027-03-01", "expired on 2027-03-01"),
    ("2027-02-28", "expired on 2027-02-28"), ("2027-02-29", "has a date that cannot be read"),
    ("soon", "has a date that cannot be read"),
  ])
  func `suppresses nothing from its date on, or if the date cannot be read`(date: String, reason: String?)
    throws
  {
    var ledger = try ledger("where: a.log, expires: \(date)")
    let decision = ledger.decide(on: "no-cart", "cart x", in: "a.log")
    #expect(notes(decision) == reason.map { ["its suppression in .lifecheck.yaml:4 \($0)"] })
  }

  @Test func `gives way to the first one that has not expired`() throws {
    var ledger = try ledger("where: a.log, expires: 2020-01-01", "where: '*'", "message: '*'")
    #expect(isSuppressed(ledger.decide(on: "no-cart", "cart x", in: "a.log")))
    #expect((0..<3).map(ledger.uses) == [0, 1, 0])
  }

  @Test func `reports whether it was used`() throws {
    var ledger = try ledger(
      "where: used.log", "where: a.log", "where: other.log", "where: a.log, expires: 2027-01-01",
      "where: other.log, expires: never", "message: no such message")
    _ = ledger.decide(on: "no-cart", "cart x", in: "used.log")
    ledger.recordChecked("a.log", against: ["no-cart", "no-close"])
    ledger.recordChecked("other.log", against: ["no-close"])
    #expect((0..<6).map(ledger.status) == [.used, .unused, .notConcerned, .expired, .unreadable, .unused])
    #expect(
      ledger.warnings.map(\.message) == [
        "the suppression of `no-cart` suppresses nothing", "the suppression of `no-cart` has expired",
        "the date `never` is invalid", "the suppression of `no-cart` suppresses nothing",
      ])
    #expect(ledger.warnings.compactMap { $0.range?.start.line } == [5, 7, 8, 9])
    #expect(ledger.warnings.allSatisfy { $0.severity == .warning })
  }
}
