import CBundledRules
import Diagnostics
import YAML

extension Rulebook {
  /// The names of the rulebooks inside the program that can be asked for: `ios`. A bundled file without a `name:`
  /// is a part of others.
  public static var bundledNames: [String] {
    bundledFiles.compactMap { file in
      Composer.compose(SourceText(name: file.name, bytes: file.bytes)).root?.mapping?
        .first { $0.key.scalar == "name" }?.value.scalar
    }
  }

  /// The bytes of a bundled file: `ios.yaml`.
  static func bundled(_ file: String) -> [UInt8]? { bundledFiles.first { $0.name == file }?.bytes }

  private static var bundledFiles: [(name: String, bytes: [UInt8])] {
    (0..<bundled_rulebook_count).map { index in
      // The C table is constant and lives as long as the program.
      let file = unsafe bundled_rulebook_at(index)
      let name = unsafe String(cString: file.name)
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      return (name, bytes)
    }
  }
}
