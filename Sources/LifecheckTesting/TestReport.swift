import Foundation

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The place of an assertion in the code of a test.
struct CallSite {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt
}

/// Reports to the test framework that runs the current test.
enum TestReport {
  /// Fails the test. The trace is attached to it, if the framework can do so.
  static func fail(_ texts: [String], at site: CallSite, attaching trace: RecordedTrace) {
    guard !texts.isEmpty else { return }
    #if canImport(Testing)
      if Test.current != nil {
        // Attachments exist in Xcode and with `swift test --attachments-path`.
        Attachment.record(trace.bytes, named: "trace.log", sourceLocation: SourceLocation(site))
      }
      for text in texts where Test.current != nil { record(text, at: site) }
      if Test.current != nil { return }
    #endif
    for text in texts { failOutsideSwiftTesting(text, at: site) }
  }

  /// Shows texts, without failing the test. Lines in Xcode's format become warnings in Xcode.
  static func show(_ texts: [String]) {
    for text in texts { FileHandle.standardError.write(Data((text + "\n").utf8)) }
  }

  private static func failOutsideSwiftTesting(_ text: String, at site: CallSite) {
    #if canImport(XCTest)
      XCTFail(text, file: site.filePath, line: site.line)
    #endif
    #if canImport(Testing)
      // A thread that a Swift Testing test has started does not belong to a test, and must not fail silently. A run of XCTest
      // ignores this issue.
      record(text, at: site)
    #endif
  }

  #if canImport(Testing)
    private static func record(_ text: String, at site: CallSite) {
      Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
    }
  #endif
}

#if canImport(Testing)
  extension SourceLocation {
    fileprivate init(_ site: CallSite) {
      self.init(
        fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column)
      )
    }
  }
#endif
