import Reporting

/// Standard output, for the report only, and standard error, for everything else.
struct StandardStream {
  private let descriptor: Int32

  static let output = StandardStream(descriptor: 1)
  static let error = StandardStream(descriptor: 2)

  var isTerminal: Bool { System.isTerminal(descriptor) }
  /// The width of the terminal in columns; nil if the stream is not a terminal.
  var columns: Int? { System.columns(ofTerminal: descriptor) }
  /// The maximum width of lines in columns: `COLUMNS`, or the width of the terminal. Nil if both are missing.
  var width: Int? { System.environment("COLUMNS").flatMap { Int($0) } ?? columns }

  /// Writes a text. Ends the program by SIGPIPE if the reader is gone.
  func write(_ text: String) throws(OutputError) { try write(Array(text.utf8).span) }

  /// Writes a text in UTF-8. Ends the program by SIGPIPE if the reader is gone.
  func write(_ text: Span<UInt8>) throws(OutputError) {
    guard !text.isEmpty else { return }
    do {
      try System.write(descriptor, text)
    } catch .closedPipe {
      System.exitBySIGPIPE()
    } catch {
      throw OutputError(message: "cannot write standard output: \(error.message)")
    }
  }

  /// Writes a text, and ignores errors, because there is no other place to report them.
  func tryWrite(_ text: String) {
    try? write(text)
  }
}

/// The error if the report cannot be written.
struct OutputError: Error {
  var message: String
}

extension Style {
  /// The style for a stream.
  init(for stream: StandardStream, _ color: ColorChoice) {
    let isColoured = color.isOn(environment: System.environment, isTerminal: stream.isTerminal)
    self.init(
      isColoured: isColoured,
      isUnicode: Style.isUnicode(environment: System.environment),
      hasLinks: isColoured && stream.isTerminal && Style.hasLinks(environment: System.environment),
      width: stream.width)
  }
}
