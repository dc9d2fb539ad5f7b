/// Removes the examples of bundled rules, which are not needed to check logs.
enum Examples {
  /// The text of a bundled file without the lines of `good:` and `bad:`. Keeps their line ends, so line numbers do not
  /// change.
  ///
  /// Expects the layout of the bundled files: the keys of a rule are indented by four spaces.
  static func removed(from text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var isExample = false
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.prefix(5).contains(where: { $0 != UInt8(ascii: " ") }) {
        isExample = line.starts(with: "    good:".utf8) || line.starts(with: "    bad:".utf8)
      }
      if !isExample { kept += line }
      kept.append(UInt8(ascii: "\n"))
    }
    return kept
  }
}
