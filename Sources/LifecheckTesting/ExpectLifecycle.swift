public import Foundation
import LifecheckDetector

/// Expects that a trace breaks no rule of the life cycle. Each violation fails the test, at the line of this call, and its text
/// names the lines of the trace in Xcode's format.
///
/// ```swift
/// @Test func checkout() throws {
///   // … drive the app …
///   try expectLifecycle(of: trace)
/// }
/// ```
///
/// It works in Swift Testing and in XCTest. A trace in which no rule is checked also fails the test: it may be the wrong file.
///
/// - Parameters:
///   - trace: The file of the trace.
///   - rules: The rules, and which violations fail the test.
/// - Throws: A `LifecycleError` if the trace or the rules cannot be read.
public func expectLifecycle(
  of trace: URL, _ rules: LifecycleRules = LifecycleRules(), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try expectLifecycle(of: try RecordedTrace(contentsOf: trace), rules, at: site)
}

/// Expects that a trace breaks no rule of the life cycle. It is given as text, for example the collected lines of a recorder.
///
/// - Parameters:
///   - text: The lines of the trace.
///   - rules: The rules, and which violations fail the test.
///   - name: The name of the trace in failures.
/// - Throws: A `LifecycleError` if the rules cannot be read.
public func expectLifecycle(
  ofText text: String, _ rules: LifecycleRules = LifecycleRules(), named name: String = "trace",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try expectLifecycle(of: RecordedTrace(Array(text.utf8), named: name), rules, at: site)
}

/// Expects that a trace breaks no rule of the life cycle. It is given as bytes, in any encoding that lifecheck reads.
///
/// - Parameters:
///   - bytes: The bytes of the trace.
///   - rules: The rules, and which violations fail the test.
///   - name: The name of the trace in failures.
/// - Throws: A `LifecycleError` if the rules cannot be read.
public func expectLifecycle(
  ofBytes bytes: some Sequence<UInt8>, _ rules: LifecycleRules = LifecycleRules(),
  named name: String = "trace", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) throws {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try expectLifecycle(of: RecordedTrace(Array(bytes), named: name), rules, at: site)
}

private func expectLifecycle(of trace: RecordedTrace, _ rules: LifecycleRules, at site: CallSite) throws {
  let check = try TraceCheck(trace, rules)
  TestReport.show(check.warnings)
  TestReport.fail(check.failures, at: site, attaching: trace)
}
