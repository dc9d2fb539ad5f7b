/// The events that a log may report: their names, and every way in which logs spell them.
///
/// Plain data that the rulebook creates. `Recognizer` is its compiled form.
public struct Vocabulary: Sendable {
  /// The declared events. Their order gives each its `EventID`.
  public private(set) var events: [EventDeclaration] = []
  private var indexOfName: [String: Int] = [:]
  /// The value of `fieldNames`, if it was computed before.
  private var knownFieldNames: [String]?
  /// The tables of a recognizer, if they were built and stored before.
  private(set) var storedTables: StoredBytes?
  /// Fields that every event may have, even if it does not declare them: `thread`, and `via`, the way in which it was reported.
  public static let commonFields: Set<String> = ["thread", "via"]

  /// Creates a vocabulary without events.
  public init() {}

  /// Creates a vocabulary from events that have different names, the names of all their fields, and its tables.
  package init(_ events: [EventDeclaration], fieldNames: [String], tables: StoredBytes) {
    self.events = events
    knownFieldNames = fieldNames
    storedTables = tables
    indexOfName = Dictionary(minimumCapacity: events.count)
    for index in events.indices { indexOfName[events[index].name] = index }
  }

  /// Adds an event, or replaces the one of the same name.
  public mutating func declare(_ event: EventDeclaration) {
    knownFieldNames = nil
    storedTables = nil
    if let index = indexOfName[event.name] {
      events[index] = event
    } else {
      indexOfName[event.name] = events.count
      events.append(event)
    }
  }

  /// Returns the id of a dotted name; nil if it is unknown. `name.end` is the return of an event that has one.
  public func id(of name: String) -> EventID? {
    if let index = indexOfName[name] { return EventID(entryOf: index) }
    guard name.hasSuffix(".end"), let index = indexOfName[String(name.dropLast(4))],
      events[index].returns
    else { return nil }
    return EventID(entryOf: index).end
  }

  /// Returns the dotted name of a known id, with `.end` for a return; an empty string for `EventID.unknown`.
  @inlinable
  @inline(__always)
  public func name(of id: EventID) -> String {
    if id == .unknown { return "" }
    return id.isEnd ? events[id.index].name + ".end" : events[id.index].name
  }

  /// Returns the declaration of a known id, the same for entry and return; nil for `EventID.unknown`.
  public func declaration(of id: EventID) -> EventDeclaration? {
    id == .unknown ? nil : events[id.index]
  }

  /// All known ids: the entry of each event, and the return of each event that has one.
  public var ids: [EventID] {
    var ids: [EventID] = []
    for index in events.indices {
      ids.append(EventID(entryOf: index))
      if events[index].returns { ids.append(EventID(entryOf: index).end) }
    }
    return ids
  }
}

/// The number of an event of the vocabulary: an entry is even, and its return (`.end`) is the next odd number.
public struct EventID: Hashable, Sendable, Comparable {
  /// The number; -1 is the unknown event.
  public let rawValue: Int32

  /// The id of a canonical name that is not in the vocabulary.
  public static var unknown: EventID { EventID(rawValue: -1) }

  /// Creates the entry id of the declaration at `index` of `Vocabulary.events`.
  public init(entryOf index: Int) { rawValue = Int32(truncatingIfNeeded: index &* 2) }

  private init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates an id from its number; the unknown event if it is negative.
  package init(stored number: Int) { rawValue = max(-1, Int32(truncatingIfNeeded: number)) }

  /// The index in `Vocabulary.events`; meaningless for `unknown`.
  public var index: Int { Int(rawValue >> 1) }
  /// Whether this is the return of a callback.
  public var isEnd: Bool { rawValue >= 0 && rawValue & 1 == 1 }
  /// The return of this entry; the id itself if it is a return.
  public var end: EventID { EventID(rawValue: rawValue | 1) }
  /// The entry of this return; the id itself if it is an entry.
  public var entry: EventID { self == .unknown ? self : EventID(rawValue: rawValue & ~1) }

  /// Compares the numbers.
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
  /// Spellings of the notification: a constant (`UIApplicationDidEnterBackgroundNotification`) or its Swift name
  /// (`UIApplication.didEnterBackgroundNotification`), from which the constant is derived.
  public var notifications: [String]
  /// Templates of messages that report the event, with `{field}` captures.
  public var templates: [LineTemplate] {
    get { storedTemplates.value }
    set { storedTemplates = .known(newValue) }
  }
  private var storedTemplates: Deferred<[LineTemplate]>
  /// The templates whose messages a process can log: all except for those of documents.
  public var logTemplates: [LineTemplate] { templates.filter { !$0.isOfDocument } }
  /// The fields that the event may have, with their types.
  public var fields: [String: FieldType]
  /// The platform whose logs may contain its callbacks and notifications; nil for any.
  public var platform: Platform?
  /// The classes, tags or processes whose callbacks count; empty for any. A `*` at an end of a name matches any text.
  public var senders: [String]
  /// Further tags whose callbacks count. They are not the name of an instance, so these callbacks have no `id`.
  public var tags: [String] = []
  /// Classes whose callbacks do not count, even in a record with one of these tags.
  public var otherClasses: [String] = []

  /// Creates a declaration. Without spellings, only the canonical form reports the event.
  public init(
    name: String, returns: Bool = false, callbacks: [String] = [], notifications: [String] = [],
    templates: [LineTemplate] = [], fields: [String: FieldType] = [:], platform: Platform? = nil,
    senders: [String] = []
  ) {
    self.init(
      name: name, returns: returns, callbacks: callbacks, notifications: notifications,
      storedTemplates: .known(templates), fields: fields, platform: platform, senders: senders)
  }

  package init(
    name: String, returns: Bool, callbacks: [String], notifications: [String],
    storedTemplates: Deferred<[LineTemplate]>, fields: [String: FieldType], platform: Platform?,
    senders: [String]
  ) {
    self.name = name
    self.returns = returns
    self.callbacks = callbacks
    self.notifications = notifications
    self.storedTemplates = storedTemplates
    self.fields = fields
    self.platform = platform
    self.senders = senders
  }
}

/// The type of a field's value, which determines what the field can be compared with.
public enum FieldType: String, Sendable, CaseIterable {
  /// Any text.
  case text
  /// A number, with or without a fraction.
  case number
  /// A duration, which a log writes as a number of seconds or with a unit.
  case duration
  /// A size in bytes, which a log writes as a number of megabytes or with a unit.
  case size
  /// Numbers separated by dots: `13.1`.
  case version
  /// Words separated by commas.
  case list
}

extension Vocabulary {
  /// The names of all fields that an event may have, in alphabetical order. `Event.FieldName.known` is an index into them.
  public var fieldNames: [String] { knownFieldNames ?? foundFieldNames }

  /// The tables that recognizing its events requires, in a form that can be stored.
  package var tables: [UInt8] { RecognizerTables(self).bytes }

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
