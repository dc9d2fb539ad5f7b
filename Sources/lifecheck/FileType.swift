import Reporting

/// The type of a file by its first bytes: text, compressed, or a known type that is not a log.
enum FileType {
  case compressed(Compression)
  /// A tar archive.
  case archive
  /// Not a log; the message and the remedy.
  case unsupported(String, help: String)
  case text

  /// The problem of a file that is not text; nil for text and compressed files.
  var problem: Problem? {
    switch self {
    case .text, .compressed: nil
    case .archive: Problem("is a tar archive, not a log", help: "unpack it: tar -xf", .unsupported)
    case .unsupported(let message, let help): Problem(message, help: help, .unsupported)
    }
  }

  /// The maximum number of bytes needed to detect a type.
  static let maxHead = 262

  /// Detects the type; nil if more bytes are needed. This never delays a line of a live log: nothing can be read before
  /// its first line end anyway.
  init?(_ head: [UInt8], isWhole: Bool) {
    if let kind = Self.signatures.first(where: { $0.matches(head) }) {
      self = kind.meaning()
    } else if head.starts(with: "ustar".utf8, at: 257) {
      self = .archive
    } else if Self.isProtobuf(head) {
      self = .unsupported(
        "is a binary trace (protobuf), not a log", help: "convert it: traceconv text, or traceconv json")
    } else if isWhole || Self.isDecided(head) {
      self = .text
    } else {
      return nil
    }
  }

  private static func isDecided(_ head: [UInt8]) -> Bool {
    if head.count >= maxHead { return true }
    if head.first == .lineFeed, head.count < protobufMinHead { return false }
    return head.contains(.lineFeed) && !signatures.contains { $0.matchesPartially(head) }
  }

  /// The number of bytes needed to distinguish a protobuf message from an empty first line.
  private static let protobufMinHead = 16

  /// Whether the bytes are a protobuf message that starts with a nested message in field 1, and contain control
  /// characters that text does not contain.
  private static func isProtobuf(_ head: [UInt8]) -> Bool {
    guard head.first == .lineFeed, head.count >= protobufMinHead, head[1] != 0 else { return false }
    return head[1..<protobufMinHead].contains { $0 < 9 || (14..<27).contains($0) }
  }

  /// The first bytes of all files of a type; nil matches any byte.
  private struct Signature {
    var bytes: [UInt8?]
    var meaning: @Sendable () -> FileType

    init(_ bytes: [UInt8?], _ meaning: @escaping @autoclosure @Sendable () -> FileType) {
      self.bytes = bytes
      self.meaning = meaning
    }

    init(_ text: String, _ meaning: @escaping @autoclosure @Sendable () -> FileType) {
      self.init(text.utf8.map { $0 }, meaning())
    }

    func matches(_ head: [UInt8]) -> Bool {
      head.count >= bytes.count && zip(bytes, head).allSatisfy { $0 == nil || $0 == $1 }
    }

    /// Whether the head is a proper prefix of the signature.
    func matchesPartially(_ head: [UInt8]) -> Bool {
      head.count < bytes.count && zip(bytes, head).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  private static let program = FileType.unsupported(
    "is a program, not a log", help: "check the log that it wrote")

  private static let signatures: [Signature] = [
    Signature([0x1F, 0x8B], .compressed(.gzip)),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed(.xz)),
    Signature([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)),
    Signature([0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .compressed(.bzip2)),
    Signature([0x42, 0x5A, 0x68, nil, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90], .compressed(.bzip2)),
    Signature(
      [0x50, 0x4B, 0x03, 0x04], .unsupported("is a zip archive, not a log", help: "unpack it: unzip")),
    Signature(
      [0x50, 0x4B, 0x05, 0x06], .unsupported("is a zip archive, not a log", help: "it is empty")),
    Signature(
      [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00],
      .unsupported("is a part of a log archive, not a text file", help: AppleBundle.logArchive.help)),
    Signature(
      "bplist00",
      .unsupported("is a binary property list, not a log", help: "to see it as text: plutil -p")),
    Signature(
      "SQLite format 3\0",
      .unsupported(
        "is an SQLite database, not a log", help: "write its messages to a file: sqlite3 FILE 'SELECT ...'")
    ),
    Signature(
      "ASL DB",
      .unsupported(
        "is a database of the Apple System Log, not a text file", help: "write it out: syslog -f FILE")
    ),
    Signature([0xFE, 0xED, 0xFA, 0xCE], program),
    Signature([0xFE, 0xED, 0xFA, 0xCF], program),
    Signature([0xCE, 0xFA, 0xED, 0xFE], program),
    Signature([0xCF, 0xFA, 0xED, 0xFE], program),
    Signature([0xCA, 0xFE, 0xBA, 0xBE], program),
    Signature([0x7F, 0x45, 0x4C, 0x46], program),
  ]
}

/// A compression format, named after the program that decompresses it.
enum Compression: String {
  case gzip
  case xz
  case zstd
  case bzip2

  /// The problem for an exit status of the program; nil if all data were read. A nil status means that a signal ended
  /// the program.
  func problem(exitStatus status: Int32?) -> String? {
    switch (self, status) {
    case (_, 0): nil
    // A warning. The unread part may be the end of the log.
    case (.gzip, 2): "has unreadable data after its gzip data"
    default: "has \(rawValue) data that is damaged or truncated"
    }
  }
}

/// A bundle: a folder that macOS shows as a file, and that other programs read.
enum AppleBundle: String, CaseIterable {
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
    return Problem("is \(kind), not a text file", help: help, .unsupported)
  }

  /// The command that writes a log archive out.
  static let logArchiveCommand = "log show --archive NAME.logarchive --info --debug --style ndjson"

  var help: String {
    switch self {
    case .logArchive: "write it out: \(Self.logArchiveCommand)"
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
