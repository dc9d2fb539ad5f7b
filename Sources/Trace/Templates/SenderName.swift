/// The name of a process or a tag that a line must have. `*` at the start or end matches any text.
struct SenderName: Sendable {
  private let text: [UInt8]
  private let hasLeadingWildcard: Bool
  private let hasTrailingWildcard: Bool
  /// Whether this is the kernel, the process with the number 0. Its records may have no name, like the system log's records about
  /// itself.
  private let isKernel: Bool

  init(_ name: String) {
    isKernel = name == "kernel"
    hasLeadingWildcard = name.hasPrefix("*")
    hasTrailingWildcard = name.count > 1 && name.hasSuffix("*")
    text = Array(name.utf8.dropFirst(hasLeadingWildcard ? 1 : 0).dropLast(hasTrailingWildcard ? 1 : 0))
  }

  /// Whether the process or the tag of a line matches the name.
  func fits(_ line: Span<UInt8>, _ header: Header) -> Bool {
    isKernel && header.pid == 0 || header.process.map { fits(line, $0) } == true
      || header.tag.map { fits(line, $0) } == true
  }

  func fits(_ line: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.count >= text.count else { return false }
    if !hasLeadingWildcard, !hasTrailingWildcard, name.count != text.count { return false }
    if hasLeadingWildcard, hasTrailingWildcard {
      return (name.lowerBound...name.upperBound - text.count).contains { starts(line, at: $0) }
    }
    return starts(line, at: hasLeadingWildcard ? name.upperBound - text.count : name.lowerBound)
  }

  private func starts(_ line: Span<UInt8>, at index: Int) -> Bool {
    for offset in text.indices where line[index + offset] != text[offset] { return false }
    return true
  }
}
