/// A description of a JSON document with records: where they are, and where the parts of a record and of the document are.
///
/// All documents that hold a list of records are read by one reader with such a description. The known ones are in
/// `DocumentLayout+Telemetry.swift`; a project file can add its own.
public struct DocumentLayout: Sendable, Equatable {
  /// The format that its records are counted as.
  var format = Format.documents
  /// The sender of its records, for the `from` of a template; nil if there is none.
  var sender: DocumentFact.Sender?
  /// A document of this kind has at least one of these keys. If the list is empty, its keys do not matter.
  var marks: [JSONKeys.Mark] = []
  /// A document of this kind has a value at one of these places at least. If the list is empty, it needs none.
  var signs: [JSONPath] = []

  /// The arrays of records. The records of several arrays are merged by time. Empty if the document itself is a record.
  var records: [JSONPath]
  /// The time of a record.
  var time: JSONPath?
  /// The thread of a record.
  var thread: JSONPath?
  /// The messages of a record. The first one that may contain an event is used.
  var messages: [DocumentMessage]
  /// The object of a record whose members are the fields of an event.
  var fields: JSONPath?
  /// Values of a record that identify the run of the app. Records with other values belong to another run.
  var recordRun: [JSONPath] = []

  /// Values of the document that identify the run of the app. A document without any is a run of its own.
  var run: [JSONPath] = []
  /// The name of the app.
  var process: JSONPath?
  /// The name and the version of the operating system.
  var system: JSONPath?
  var systemVersion: JSONPath?
  /// Facts about the app: fields of the event for facts.
  var facts: [Fact] = []

  /// A fact about the app, and its place in the document.
  struct Fact: Sendable, Equatable {
    var field: String
    var place: JSONPath
  }

  /// Creates the layout of a user's own documents. `facts` are fields of the event for facts, and the places of their values.
  public init(
    records: JSONPath?, time: JSONPath?, messages: [DocumentMessage], fields: JSONPath? = nil,
    thread: JSONPath? = nil, process: JSONPath? = nil, run: JSONPath? = nil,
    facts: [(field: String, place: JSONPath)] = []
  ) {
    self.records = records.map { [$0] } ?? []
    (self.time, self.messages, self.fields, self.thread) = (time, messages, fields, thread)
    self.process = process
    self.run = run.map { [$0] } ?? []
    self.facts = facts.map { Fact(field: $0.field, place: $0.place) }
    sender = .documents
  }

  /// The keys of the arrays that have to be read as a whole.
  var arrayKeys: [String] { records.flatMap(\.arrayKeys) }
}

/// A message that is put together from values of a record: `{category} {data.state}`. A record without one of the values does
/// not have the message.
public struct DocumentMessage: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case text([UInt8])
    case value(JSONPath)
  }

  let parts: [Part]

  /// Parses a message. Throws an error at the first mistake in it.
  public init(_ text: String) throws(PlaceholderText.Malformed) {
    var parts: [Part] = []
    for piece in try PlaceholderText.split(text) {
      switch piece {
      case .text(let literal): parts.append(.text(Array(literal.utf8)))
      case .hole(let content, let range):
        guard let path = JSONPath(content) else {
          throw .init(
            message: "expected the place of a value between the braces, such as `data.state`", range: range)
        }
        parts.append(.value(path))
      }
    }
    guard parts.contains(where: { if case .value = $0 { true } else { false } }) else {
      throw .init(message: "the message has no value, such as `{message}`", range: 0..<text.utf8.count)
    }
    self.parts = parts
  }

  private init(parts: [Part]) { self.parts = parts }
}

extension DocumentMessage: ExpressibleByStringLiteral {
  /// Creates a message that is known to be well-formed. No record has a malformed one.
  public init(stringLiteral text: String) {
    self = (try? DocumentMessage(text)) ?? DocumentMessage(parts: [])
  }
}
