import CLibYAML
import Diagnostics

/// A syntax error that libyaml reports.
struct SyntaxProblem {
  private let problem: String?
  private let context: String?
  private let isReaders: Bool
  private let byte: Int
  private let mark: yaml_mark_t
  private let contextMark: yaml_mark_t

  /// The error of a parser that has just failed.
  init(_ parser: yaml_parser_t) {
    // Unsafe: libyaml's messages are null-terminated string literals.
    problem = unsafe parser.problem.map { unsafe String(cString: $0) }
    context = unsafe parser.context.map { unsafe String(cString: $0) }
    isReaders = unsafe parser.error == YAML_READER_ERROR
    byte = unsafe Int(clamping: parser.problem_offset)
    mark = unsafe parser.problem_mark
    contextMark = unsafe parser.context_mark
  }

  func diagnostic(in source: SourceText, _ offsets: CodePointOffsets) -> Diagnostic {
    guard let problem else { return Diagnostic("not enough memory to read YAML", at: nil) }
    if isReaders {
      let offset = offsets.offset(ofByte: byte)
      let range = SourceRange(source, offset..<min(offset + 1, source.bytes.count))
      let label = range.bytes.isEmpty ? nil : "byte 0x\(hexadecimal(source.bytes[offset]))"
      return Diagnostic(problem, at: range, label: label)
    }
    let place = place(of: offsets.offset(of: mark), in: source)
    var diagnostic = Diagnostic(problem, at: place, help: help(at: place))
    if let context {
      let start = self.place(of: offsets.offset(of: contextMark), in: source)
      if start.bytes == place.bytes {
        diagnostic.label = context
      } else {
        diagnostic.related = [Diagnostic.Related(start, context)]
      }
    }
    return diagnostic
  }

  /// The range of the code point at an offset; at the end of the text, the position after the last non-space byte.
  private func place(of offset: Int, in source: SourceText) -> SourceRange {
    let bytes = source.bytes
    guard offset < bytes.count else {
      let end = bytes.lastIndex { !$0.isBlankOrBreak }.map { $0 + 1 } ?? 0
      return SourceRange(source, end..<end)
    }
    let length = bytes[offset].isBreak ? 0 : bytes[offset].codePointLength
    return SourceRange(source, offset..<min(offset + length, bytes.count))
  }

  private func help(at place: SourceRange) -> String? {
    switch problem {
    case "found character that cannot start any token":
      place.source.bytes[place.bytes].first == UInt8(ascii: "\t")
        ? "indent with spaces, not with tabs" : "put the text in quotes"
    case "mapping values are not allowed in this context":
      "check the indentation, or put a text with a colon in quotes"
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'", "did not find expected key":
      "close the bracket, or put a text with brackets, commas or quotes between '...'"
    default:
      nil
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}
