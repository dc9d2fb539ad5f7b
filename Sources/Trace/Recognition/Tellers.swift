/// Who tells a literal: anybody, or only processes of some names. Lines of all others need not be looked through for it.
///
/// In a byte of a table there is one bit for literals that anybody tells, one for dates, and one for each of the names;
/// where these are more than six, some share one, and a few lines more are read than need be.
struct Tellers: Sendable {
  private var names: [String] = []
  private var senders: [SenderName] = []

  /// The bit of literals that anybody tells.
  static let anybody: UInt8 = 1
  /// The bit of dates, which is none of a literal.
  static let ofDate: UInt8 = 2

  /// The bits of a literal that only some tell, or anybody where there are no names.
  mutating func bits(of senders: [String]) -> UInt8 {
    if senders.isEmpty { return Self.anybody }
    return senders.reduce(0) { $0 | Self.bit(ofName: number(of: $1)) }
  }

  private mutating func number(of name: String) -> Int {
    if let known = names.firstIndex(of: name) { return known }
    names.append(name)
    senders.append(SenderName(name))
    return names.count - 1
  }

  /// The bits of all that matters in a line with that header, which is one of a process.
  func bits(in line: Span<UInt8>, _ header: Header) -> UInt8 {
    var bits = Self.anybody | Self.ofDate
    for number in senders.indices where senders[number].fits(line, header) {
      bits |= Self.bit(ofName: number)
    }
    return bits
  }

  private static func bit(ofName number: Int) -> UInt8 { 4 << UInt8(number % 6) }
}
