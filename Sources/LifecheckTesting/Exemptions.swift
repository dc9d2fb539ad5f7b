import Checking
import Diagnostics
import Foundation
import LifecheckDetector
import Project
import Rulebook
import Reporting

/// Decides which violations do not fail a test: those that the project suppresses, and those in the baseline.
struct Exemptions {
  private var suppressions: SuppressionLedger
  private var baseline: BaselineLedger?
  private let paths: RelativePath?

  /// Reads the baseline. Throws an error if there is a mistake in it.
  init(_ rules: LifecycleRules, _ setup: Setup) throws(LifecycleError) {
    suppressions = SuppressionLedger(setup.suppressions, today: Self.today)
    paths = setup.project.map {
      let file = URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
      return RelativePath(
        fromFolderOf: file, workingFolder: FileManager.default.currentDirectoryPath)
    }
    guard let path = rules.baseline?.path ?? setup.baseline else { return }
    switch FileBytes.read(path) {
    case .success(let bytes):
      do throws(SetupError) {
        let known = try Baseline(SourceText(name: path, bytes: bytes))
        baseline = BaselineLedger(known, path: path, today: Self.today)
      } catch {
        throw LifecycleError(error)
      }
    case .failure(let problem): throw LifecycleError(path, problem.reason)
    }
  }

  /// The violation with notes about expired exemptions; nil if it is exempt.
  mutating func reported(_ violation: Violation, in path: String) -> Violation? {
    var notes: [String] = []
    if let paths {
      let place = paths.path(to: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
      switch suppressions.decide(on: violation.ruleID, violation.message, in: place) {
      case .suppressed: return nil
      case .reported(let reasons): notes += reasons
      }
    }
    switch baseline?.decide(on: violation) {
    case .known: return nil
    case .new(let reasons): notes += reasons
    case nil: break
    }
    return notes.isEmpty ? violation : violation.noting(notes)
  }

  /// The current date in UTC, as for the command.
  private static var today: CalendarDay {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    return CalendarDay(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
  }
}
