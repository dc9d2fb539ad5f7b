/// What a log may say: the events by name, with every way in which a log spells them.
///
/// Plain data, made by the rulebook; `Recognizer` is its compiled form.
public struct Vocabulary: Sendable {
  /// The declared events. Their order gives each its `EventID`.
  public private(set) var events: [EventDeclaration] = []
  private var indexOfName: [String: Int] = [:]
  /// `fieldNames`, where they were found before.
  private var knownFieldNames: [String]?
  /// Fields that every event may have, whether it declares them or not: `thread`, and `via`, how it came to be known.
  public static let commonFields: Set<String> = ["thread", "via"]

  /// A vocabulary without events.
  public init() {}

  /// A vocabulary that was read before: events of different names, and the names of all their fields.
  package init(_ events: [EventDeclaration], fieldNames: [String]) {
    self.events = events
    knownFieldNames = fieldNames
    indexOfName = Dictionary(minimumCapacity: events.count)
    for index in events.indices { indexOfName[events[index].name] = index }
  }

  /// Adds an event, or replaces the one of the same name.
  public mutating func declare(_ event: EventDeclaration) {
    knownFieldNames = nil
    if let index = indexOfName[event.name] {
      events[index] = event
    } else {
      indexOfName[event.name] = events.count
      events.append(event)
    }
  }

  /// The id of a dotted name; `name.end` is the return of an event that returns.
  public func id(of name: String) -> EventID? {
    if let index = indexOfName[name] { return EventID(entryOf: index) }
    guard name.hasSuffix(".end"), let index = indexOfName[String(name.dropLast(4))],
      events[index].returns
    else { return nil }
    return EventID(entryOf: index).end
  }

  /// The dotted name of a known id, with `.end` for a return; empty for `EventID.unknown`.
  @inlinable
  @inline(__always)
  public func name(of id: EventID) -> String {
    if id == .unknown { return "" }
    return id.isEnd ? events[id.index].name + ".end" : events[id.index].name
  }

  /// The declaration behind a known id, the same for entry and return; nil for `EventID.unknown`.
  public func declaration(of id: EventID) -> EventDeclaration? {
    id == .unknown ? nil : events[id.index]
  }

  /// Every known id: entries, and returns of those that return.
  public var ids: [EventID] {
    var ids: [EventID] = []
    for index in events.indices {
      ids.append(EventID(entryOf: index))
      if events[index].returns { ids.append(EventID(entryOf: index).end) }
    }
    return ids
  }
}

/// An event of the vocabulary as a small number: an entry is even, its return (`.end`) the odd one after it.
public struct EventID: Hashable, Sendable, Comparable {
  /// The number; -1 is the unknown event.
  public let rawValue: Int32

  /// A name in canonical form that the vocabulary does not hold.
  public static var unknown: EventID { EventID(rawValue: -1) }

  /// The entry id of the declaration at `index` of `Vocabulary.events`.
  public init(entryOf index: Int) { rawValue = Int32(truncatingIfNeeded: index &* 2) }

  private init(rawValue: Int32) { self.rawValue = rawValue }

  /// The index in `Vocabulary.events`; meaningless for `unknown`.
  public var index: Int { Int(rawValue >> 1) }
  /// Whether this is the return of a callback.
  public var isEnd: Bool { rawValue >= 0 && rawValue & 1 == 1 }
  /// The return that belongs to this entry (or the same, if it is one).
  public var end: EventID { EventID(rawValue: rawValue | 1) }
  /// The entry that belongs to this return (or the same, if it is one).
  public var entry: EventID { self == .unknown ? self : EventID(rawValue: rawValue & ~1) }

  /// By number.
  public static func < (a: EventID, b: EventID) -> Bool { a.rawValue < b.rawValue }
}

/// One event of a vocabulary: its name, its fields and how logs spell it.
public struct EventDeclaration: Sendable {
  /// The dotted name: `app.didEnterBackground`.
  public var name: String
  /// The first word of the name: `app`.
  public var family: String { String(Substring(name.utf8.prefix { $0 != UInt8(ascii: ".") })) }
  /// Whether it has a return, `name.end`: a callback, or anything else that runs for a while.
  public var returns: Bool
  /// Spellings of the method that is called, in source form: a selector (`applicationDidEnterBackground:`,
  /// `application:didFinishLaunchingWithOptions:`), a Swift full name (`scene(_:willConnectTo:options:)`),
  /// or a word that is unique on its own (`didFinishLaunchingWithOptions`).
  public var callbacks: [String]
  /// Spellings of the notification: a constant (`UIApplicationDidEnterBackgroundNotification`) or its
  /// Swift name (`UIApplication.didEnterBackgroundNotification`), from which the constant follows.
  public var notifications: [String]
  /// Whole messages that mean the event, with `{field}` captures.
  public var templates: [LineTemplate]
  /// The templates of messages that a process can log.
  public var logTemplates: [LineTemplate] { templates.filter { !$0.isOfDocument } }
  /// The fields that it may carry, with their types.
  public var fields: [String: FieldType]
  /// The platform whose logs may hold its callbacks and notifications; nil for any.
  public var platform: Platform?
  /// What must be called, or what the line must come from, for its callbacks to count: classes, tags, processes; any
  /// where there are none. `*` at an end stands for the rest.
  public var senders: [String]

  /// A declaration; without spellings only the canonical form means the event.
  public init(
    name: String, returns: Bool = false, callbacks: [String] = [], notifications: [String] = [],
    templates: [LineTemplate] = [], fields: [String: FieldType] = [:], platform: Platform? = nil,
    senders: [String] = []
  ) {
    self.name = name
    self.returns = returns
    self.callbacks = callbacks
    self.notifications = notifications
    self.templates = templates
    self.fields = fields
    self.platform = platform
    self.senders = senders
  }
}

/// What a field's text means, and so what it may be compared with.
public enum FieldType: String, Sendable, CaseIterable {
  /// Any text.
  case text
  /// A number, with a fraction or without.
  case number
  /// A time span, in the log as a number of seconds or with a unit.
  case duration
  /// A number of bytes, in the log as a number of megabytes or with a unit.
  case size
  /// Numbers between dots: `13.1`.
  case version
  /// Words between commas.
  case list
}

extension Vocabulary {
  /// Every field name that an event may have, in alphabetical order; `Event.FieldName.known` is an index.
  public var fieldNames: [String] { knownFieldNames ?? foundFieldNames }

  private var foundFieldNames: [String] {
    var names = Self.commonFields
    for event in events {
      names.formUnion(event.fields.keys)
      for template in event.templates {
        for place in template.places { names.insert(place.field) }
        names.formUnion(template.constants.keys)
      }
    }
    return names.sorted()
  }
}
