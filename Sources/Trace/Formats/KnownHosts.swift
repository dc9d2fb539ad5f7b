/// The hosts in lines of syslog, to distinguish them from the first words of process names.
struct KnownHosts {
  private var hosts: [Int] = []
  private var hasHostless = false

  /// The maximum number of hosts that are remembered.
  private static let most = 16

  /// Returns the host at the start of the text before a pid; nil if that text is only the name of a process.
  mutating func host(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    guard let blank = line.index(of: UInt8(ascii: " "), in: name) else {
      hasHostless = true
      return nil
    }
    let host = name.lowerBound..<blank
    let hash = line.extracting(host).hash(ignoringCase: false)
    if hosts.contains(hash) { return host }
    guard !hasHostless || hosts.isEmpty else { return nil }
    if hosts.count < Self.most { hosts.append(hash) }
    return host
  }
}
