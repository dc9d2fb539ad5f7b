import Foundation
package import Rulebook

/// Reads files.
package enum FileBytes {
  /// The bytes of a file, or the reason why it cannot be read.
  package static func read(_ path: String) -> Result<[UInt8], Rulebook.FileProblem> {
    do {
      return .success(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return .failure(.missing)
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      return .failure(Rulebook.FileProblem("permission denied"))
    } catch {
      return .failure(Rulebook.FileProblem(error.localizedDescription))
    }
  }
}
