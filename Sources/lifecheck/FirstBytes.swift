import Reporting

/// What a file is by its first bytes, where it is no text: compressed, or of a kind that other programs read.
enum FirstBytes {
  case compressed(Compression)
  /// No log, and what to do instead.
  case foreign(String, help: String)
  case text

  /// Nothing is told by bytes beyond these.
  static let enough = 262

  /// What the bytes are; nil while more of them are needed. No line is kept waiting: nothing can be read before the first
  /// line end anyway.
  init?(_ head: [UInt8], isWhole: Bool) {
    if let kind = Self.signatures.first(where: { $0.matches(head) }) {
      self = kind.meaning()
    } else if head.starts(with: "ustar".utf8, at: 257) {
      self = .foreign("is a tar archive, and no log", help: "unpack it: tar -xf")
    } else if Self.isProtobuf(head) {
      self = .foreign(
        "is a binary trace (protobuf), and no log", help: "convert it: traceconv text, or traceconv json")
    } else if isWhole || Self.isKnown(head) {
      self = .text
    } else {
      return nil
    }
  }

  private static func isKnown(_ head: [UInt8]) -> Bool {
    if head.count >= enough { return true }
    if head.first == .lineFeed, head.count < protobufHead { return false }
    return head.contains(.lineFeed) && !signatures.contains { $0.mayFollow(head) }
  }

  /// So many bytes tell a field of a protobuf message from an empty first line.
  private static let protobufHead = 16

  /// A message that begins with its first field, a nested message, and holds bytes that no text holds.
  private static func isProtobuf(_ head: [UInt8]) -> Bool {
    guard head.first == .lineFeed, head.count >= protobufHead, head[1] != 0 else { return false }
    return head[1..<protobufHead].contains { $0 < 9 || (14..<27).contains($0) }
  }

  /// Bytes that begin all files of one kind; nil stands for any byte.
  private struct Signature {
    var bytes: [UInt8?]
    var meaning: @Sendable () -> FirstBytes

    init(_ bytes: [UInt8?], _ meaning: @escaping @autoclosure @Sendable () -> FirstBytes) {
      self.bytes = bytes
      self.meaning = meaning
    }

    init(_ text: String, _ meaning: @escaping @autoclosure @Sendable () -> FirstBytes) {
      self.init(text.utf8.map { $0 }, meaning())
    }

    func matches(_ head: [UInt8]) -> Bool {
      head.count >= bytes.count && zip(bytes, head).allSatisfy { $0 == nil || $0 == $1 }
    }

    /// Whether a head that is too short may become one of them.
    func mayFollow(_ head: [UInt8]) -> Bool {
      head.count < bytes.count && zip(bytes, head).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  private static let program = FirstBytes.foreign("is a program, and no log", help: "name what it wrote")

  private static let signatures: [Signature] = [
    Signature([0x1F, 0x8B], .compressed(.gzip)),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed(.xz)),
    Signature([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)),
    Signature([0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .compressed(.bzip2)),
    Signature([0x42, 0x5A, 0x68, nil, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90], .compressed(.bzip2)),
    Signature(
      [0x50, 0x4B, 0x03, 0x04], .foreign("is a zip archive, and no log", help: "unpack it: unzip")),
    Signature(
      [0x50, 0x4B, 0x05, 0x06], .foreign("is a zip archive, and no log", help: "it is empty")),
    Signature(
      [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00],
      .foreign("is a part of a log archive, and no text", help: Bundle.logArchive.help)),
    Signature(
      "bplist00",
      .foreign("is a binary property list, and no log", help: "to see it as text: plutil -p")),
    Signature(
      "SQLite format 3\0",
      .foreign(
        "is an SQLite database, and no log", help: "write its messages to a file: sqlite3 FILE 'SELECT ...'")
    ),
    Signature(
      "ASL DB",
      .foreign("is a database of the Apple System Log, and no text", help: "write it out: syslog -f FILE")),
    Signature([0xFE, 0xED, 0xFA, 0xCE], program),
    Signature([0xFE, 0xED, 0xFA, 0xCF], program),
    Signature([0xCE, 0xFA, 0xED, 0xFE], program),
    Signature([0xCF, 0xFA, 0xED, 0xFE], program),
    Signature([0xCA, 0xFE, 0xBA, 0xBE], program),
    Signature([0x7F, 0x45, 0x4C, 0x46], program),
  ]
}

/// A compression that a program of the system undoes.
enum Compression: String {
  case gzip
  case xz
  case zstd
  case bzip2

  /// What the exit status of the program says is wrong with the data; nil where all was read, and nil itself where a
  /// signal ended the program.
  func problem(_ status: Int32?) -> String? {
    switch (self, status) {
    case (_, 0): nil
    // A warning. What stands there may be the end of the log.
    case (.gzip, 2): "has something behind its gzip data that cannot be read"
    default: "has \(rawValue) data that are damaged or cut short"
    }
  }
}

/// A folder that looks like a file on a Mac, and that other programs read.
enum Bundle: String, CaseIterable {
  case logArchive = "logarchive"
  case trace
  case resultBundle = "xcresult"

  init?(path: String) {
    let name = path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let kind = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
    self = kind
  }

  var problem: Problem {
    let kind =
      switch self {
      case .logArchive: "a log archive"
      case .trace: "a trace of Instruments"
      case .resultBundle: "a result bundle of Xcode"
      }
    return Problem("is \(kind), and no text", help: help, .foreign)
  }

  var help: String {
    switch self {
    case .logArchive: "write it out: log show --archive NAME.logarchive --info --debug --style ndjson"
    case .trace: "write it out: xcrun xctrace export --input NAME.trace --xpath '//table[@schema=\"os-log\"]'"
    case .resultBundle:
      "take the logs out: xcrun xcresulttool export diagnostics --path NAME.xcresult --output-path FOLDER"
    }
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
}

extension [UInt8] {
  fileprivate func starts(with text: some Sequence<UInt8>, at index: Int) -> Bool {
    count > index && self[index...].starts(with: text)
  }
}
