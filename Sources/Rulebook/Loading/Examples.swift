/// The examples of bundled rules, which a check of logs has no use for.
enum Examples {
  /// A text of rules without the lines of its `good:` and `bad:`. Their line ends stay, so that all else stands where it
  /// stood.
  ///
  /// It knows rules as the bundled files write them, with their keys behind four blanks.
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
