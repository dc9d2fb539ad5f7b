import Diagnostics
public import Foundation
package import Project
import Reporting

/// The reason why a trace cannot be checked: a file that cannot be read, or a mistake in the rules, in the project file or in the
/// baseline.
public struct LifecycleError: Error, Sendable, CustomStringConvertible {
  /// The mistakes, each on one line.
  public let description: String

  /// Creates an error about a file.
  package init(_ path: String, _ reason: String) {
    description = "\(Escaping.path(path)): \(Escaping.line(reason))"
  }

  /// Creates an error from the mistakes in a setup.
  package init(_ error: SetupError) {
    let text = DiagnosticText.text(of: error.diagnostics, Style(), inLines: true)
    description = text.split(separator: "\n").joined(separator: "\n")
  }
}

extension LifecycleError: LocalizedError {
  /// The description, because XCTest prints this text for a thrown error.
  public var errorDescription: String? { description }
}
