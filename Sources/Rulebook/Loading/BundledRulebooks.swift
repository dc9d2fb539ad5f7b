import CBundledRules

extension Rulebook {
  /// The names of the bundled rulebooks, such as `ios`. A bundled file without a `name:` is only extended by others and
  /// has no name here.
  public static var bundledNames: [String] { BundledArchive.names }

  /// Returns the bundled rulebook with a name, `ios` or `android`, without the examples of its rules.
  public static func loadBundled(_ name: String) throws(RulebookError) -> Rulebook {
    try load([RulebookReference(name)], withExamples: false) { _ in
      .failure(FileProblem("only the bundled rulebooks are available"))
    }
  }

  /// The bytes of a bundled file: `ios.yaml`.
  static func bundled(_ file: String) -> [UInt8]? { index(ofBundled: file).map(bytes(ofFile:)) }

  /// Whether there is a bundled file with a name: `ios.yaml`.
  static func isBundled(_ file: String) -> Bool { index(ofBundled: file) != nil }

  private static func index(ofBundled file: String) -> Int? {
    (0..<bundled_rulebook_count).first { name(ofFile: $0) == file }
  }

  /// The names of the bundled files.
  static var bundledFiles: [String] { (0..<bundled_rulebook_count).map(name) }

  // The C table is constant and lives as long as the program.
  private static func name(ofFile index: Int) -> String {
    unsafe String(cString: bundled_rulebook_at(index).name)
  }

  private static func bytes(ofFile index: Int) -> [UInt8] {
    let file = unsafe bundled_rulebook_at(index)
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
