import CBundledRules

extension Rulebook {
  /// The names of the rulebooks inside the program that can be asked for: `ios`.
  public static var bundledNames: [String] {
    bundledFiles.map { String($0.name.dropLast(".yaml".count)) }.filter { !$0.contains("-") }
  }

  /// The bytes of the bundled rulebook of that name, with or without `.yaml`.
  static func bundled(_ name: String) -> [UInt8]? {
    let file = name.hasSuffix(".yaml") ? name : name + ".yaml"
    return bundledFiles.first { $0.name == file }?.bytes
  }

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
