import Reporting

/// Standard output, which is the report and nothing else; and standard error, which is for all the rest.
struct Stream {
  private let descriptor: Int32

  static let output = Stream(descriptor: 1)
  static let error = Stream(descriptor: 2)

  var isTerminal: Bool { Platform.isTerminal(descriptor) }
  /// How wide the terminal is; nil for what is none.
  var columns: Int? { Platform.columns(ofTerminal: descriptor) }
  /// How many columns lines may take, as `COLUMNS` or the terminal says; nil where neither does.
  var width: Int? { Platform.environment("COLUMNS").flatMap { Int($0) } ?? columns }

  /// Writes all of it. A reader that has gone away ends the program.
  func write(_ text: String) throws(OutputError) { try write(Array(text.utf8).span) }

  /// Writes all of a text in UTF-8.
  func write(_ text: Span<UInt8>) throws(OutputError) {
    guard !text.isEmpty else { return }
    do {
      try Platform.write(descriptor, text)
    } catch .closedPipe {
      Platform.dieOfClosedPipe()
    } catch {
      throw OutputError(message: "cannot write standard output: \(error.message)")
    }
  }

  /// Writes what cannot be said elsewhere, so that a failure can only be passed over.
  func complain(_ text: String) {
    try? write(text)
  }
}

/// The report could not be written.
struct OutputError: Error {
  var message: String
}

extension Style {
  /// How text is dressed for a stream.
  init(for stream: Stream, _ color: ColorChoice) {
    let isColoured = color.isOn(environment: Platform.environment, isTerminal: stream.isTerminal)
    self.init(
      isColoured: isColoured,
      isUnicode: Style.isUnicode(environment: Platform.environment),
      hasLinks: isColoured && stream.isTerminal && Style.hasLinks(environment: Platform.environment),
      width: stream.width)
  }
}
