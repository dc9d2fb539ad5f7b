import CLibYAML
import Diagnostics

/// The stream of libyaml's events for one text, with their byte ranges.
@safe
struct YAMLEventStream: ~Copyable {
  /// An event of libyaml's parser.
  struct Event {
    enum Kind {
      case documentStart
      case scalar(String, isPlain: Bool)
      case sequenceStart(isFlow: Bool)
      case mappingStart(isFlow: Bool)
      case collectionEnd
      case alias
      case streamEnd
    }

    var kind: Kind
    /// The range without the node's anchor and tag.
    var bytes: Range<Int>
    var anchor: Range<Int>?
    /// The tag; nil for the non-specific tag `!`, which has no effect here.
    var tag: Range<Int>?
  }

  /// The range of the last event.
  private(set) var last = 0..<0

  private let source: SourceText
  private let offsets: CodePointOffsets
  /// The parser has pointers to itself and into its input. Both keep their addresses until the deinit.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let isReady: Bool

  init(_ source: SourceText) {
    self.source = source
    offsets = CodePointOffsets(source.bytes)
    // Unsafe: both are initialised here, used only by this value, and freed in its deinit.
    unsafe input = .allocate(capacity: source.bytes.count)
    _ = unsafe input.initialize(from: source.bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    isReady = unsafe yaml_parser_initialize(parser) != 0
    guard isReady else { return }
    let text = unsafe input.dropFirst(offsets.start)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, UnsafeBufferPointer(rebasing: text).baseAddress, text.count)
  }

  deinit {
    // Unsafe: the only place that frees, run once.
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// Reads the next event that is part of the tree; at the end of the text, always `streamEnd`.
  mutating func next() throws(CompositionError) -> Event {
    guard isReady else {
      throw CompositionError(diagnostic: Diagnostic("not enough memory to read YAML", at: nil))
    }
    while true {
      var raw = unsafe yaml_event_t()
      // Unsafe: the event is deleted in this iteration, and no pointer to it is kept.
      guard unsafe yaml_parser_parse(parser, &raw) != 0 else {
        let problem = unsafe SyntaxProblem(parser.pointee)
        throw CompositionError(diagnostic: problem.diagnostic(in: source, offsets))
      }
      defer { unsafe yaml_event_delete(&raw) }
      if let event = unsafe event(raw) {
        last = event.bytes
        return event
      }
    }
  }

  /// Converts an event; nil if it is not part of the tree. Unsafe: reads only the union member that the event's type
  /// names, and copies its text.
  private func event(_ raw: yaml_event_t) -> Event? {
    let start = unsafe offsets.offset(of: raw.start_mark)
    let bytes = unsafe start..<max(start, offsets.offset(of: raw.end_mark))
    switch unsafe raw.type {
    case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT:
      return nil
    case YAML_DOCUMENT_START_EVENT:
      return Event(kind: .documentStart, bytes: bytes)
    case YAML_ALIAS_EVENT:
      return Event(kind: .alias, bytes: bytes)
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe raw.data.sequence_start
      return unsafe node(
        .sequenceStart(isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE), bytes, data.anchor, data.tag)
    case YAML_MAPPING_START_EVENT:
      let data = unsafe raw.data.mapping_start
      return unsafe node(
        .mappingStart(isFlow: data.style == YAML_FLOW_MAPPING_STYLE), bytes, data.anchor, data.tag)
    case YAML_SCALAR_EVENT:
      let data = unsafe raw.data.scalar
      let value = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
      let isPlain = unsafe data.style == YAML_PLAIN_SCALAR_STYLE && data.tag == nil
      let text = unsafe String(decoding: value, as: UTF8.self)
      return unsafe node(.scalar(text, isPlain: isPlain), bytes, data.anchor, data.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return Event(kind: .collectionEnd, bytes: bytes)
    default:
      return Event(kind: .streamEnd, bytes: bytes)
    }
  }

  /// The event of a node. Its range excludes the node's properties and trailing spaces, which libyaml includes.
  private func node(
    _ kind: Event.Kind, _ bytes: Range<Int>, _ anchor: UnsafeMutablePointer<yaml_char_t>?,
    _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> Event {
    var event = Event(kind: kind, bytes: bytes)
    if unsafe anchor != nil || tag != nil {
      let properties = unsafe NodeProperties(
        in: source.bytes, bytes, hasAnchor: anchor != nil, hasTag: tag != nil)
      event.anchor = properties.anchor
      event.tag = properties.tag.flatMap { $0.count > 1 ? $0 : nil }
      event.bytes = properties.node
    }
    if case .scalar = kind { event.bytes = ScalarExtent.trimmed(event.bytes, in: source.bytes) }
    return event
  }
}
