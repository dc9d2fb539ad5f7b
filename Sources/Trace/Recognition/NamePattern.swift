/// A way in which logs write the name of a callback or a notification, found by a word that the line must contain.
///
/// A declaration has the name as source code writes it. The spellings of compilers, runtimes and loggers follow from the naming
/// rules of Objective-C and Swift:
///
/// | declared | in logs |
/// |---|---|
/// | `thingDidStop:` | `thingDidStop`, `thingDidStop:`, `thingDidStop(_:)`, `thingDidStop()`, |
/// | | `-[Class thingDidStop:]`, `Class.thingDidStop(_:)`, `Class::thingDidStop()`, |
/// | | `…thingDidStop(__C.Thing) -> ()`, `$s…12thingDidStop…` |
/// | `thing:didStopWith:` | `thing:didStopWith:`, `thing(_:didStopWith:)`, `-[Class thing:didStopWith:]`, |
/// | | `…thing(_: A, didStopWith: B)`, `$s…5thing_11didStopWith…` |
/// | `Thing.didStopNotification` | `Thing.didStopNotification`, `ThingDidStopNotification`, |
/// | | `.ThingDidStop`, `Thing.DidStopMessage` |
struct NamePattern: Sendable {
  /// The event that the name reports.
  let event: Meaning
  /// The text that has to be around the word.
  let shape: Shape

  /// An event, and the parts of its declaration that are needed to match its names.
  struct Meaning: Sendable {
    /// The ID of the event's entry.
    let id: EventID
    let returns: Bool
    let hasID: Bool
    let platform: Platform?
    let senders: [SenderName]
    let tags: [SenderName]
    let otherClasses: [SenderName]

    /// Creates the meaning of a declaration's names. `number` is the index of the declaration in the vocabulary.
    init(_ number: Int, _ event: EventDeclaration) {
      id = EventID(entryOf: number)
      returns = event.returns
      hasID = event.fields["id"] != nil
      platform = event.platform
      senders = event.senders.map(SenderName.init)
      tags = event.tags.map(SenderName.init)
      otherClasses = event.otherClasses.map(SenderName.init)
    }
  }

  enum Shape: Sendable {
    /// A method whose first part is the word, or a word that is unique on its own.
    case method
    /// A method with several parts. The word is the second part.
    case longMethod(base: String, labels: [String])
    /// A notification's constant.
    case constant
    /// A constant of a type: `Thing.didStopNotification`.
    case member(of: String)
    /// A constant in Swift 3's namespace for notifications: `.ThingDidStop`.
    case shortConstant
  }

  /// The form of the events that this pattern finds.
  var form: Event.Form {
    switch shape {
    case .method, .longMethod: .callback
    case .constant, .member, .shortConstant: .notification
    }
  }

  /// Returns the patterns of all callbacks and notifications of a vocabulary, with their words.
  static func entries(of vocabulary: Vocabulary) -> [Entry] {
    var entries: [Entry] = []
    for (index, event) in vocabulary.events.enumerated() {
      let meaning = Meaning(index, event)
      for callback in event.callbacks { entries.append(ofCallback(callback, meaning)) }
      for notification in event.notifications { addNotification(notification, meaning, to: &entries) }
    }
    return entries
  }

  /// Returns the pattern of a method, with its word.
  private static func ofCallback(_ text: String, _ event: Meaning) -> Entry {
    let (base, labels) = CallbackName.parts(of: text)
    guard labels.count > 1 else { return Entry(base, NamePattern(event: event, shape: .method)) }
    let word = labels[1]
    let shape = Shape.longMethod(base: base, labels: labels)
    // A short word is in many lines, so the filter looks for it together with the text around it.
    let literals =
      word.utf8.count >= Prefilter.minimumLengthForPieceChoice
      ? nil
      : ["\(base):\(word)", "(_:\(word):", ", \(word): ", "\(base)_\(word.utf8.count)\(word)"]
    return Entry(word, NamePattern(event: event, shape: shape), literals)
  }

  /// Adds the patterns of a notification.
  private static func addNotification(_ text: String, _ event: Meaning, to entries: inout [Entry]) {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return addConstant(text, event, to: &entries)
    }
    let owner = String(text[..<dot])
    let member = text[dot...].dropFirst()
    let capital = NotificationName.capitalized(member)
    entries.append(Entry(member, NamePattern(event: event, shape: .member(of: owner))))
    let type = owner.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) } ?? ""
    addConstant(type + capital, event, to: &entries)
    if capital.hasSuffix(suffix) {
      entries.append(
        Entry(
          String(capital.dropLast(suffix.count)) + "Message",
          NamePattern(event: event, shape: .member(of: owner))))
    }
  }

  private static func addConstant(_ text: String, _ event: Meaning, to entries: inout [Entry]) {
    entries.append(Entry(text, NamePattern(event: event, shape: .constant)))
    if text.hasSuffix(suffix) {
      entries.append(Entry(text.dropLast(suffix.count), NamePattern(event: event, shape: .shortConstant)))
    }
  }

  private static let suffix = "Notification"

  /// A pattern and its word. A matching line contains one of `literals`, or the word if `literals` is nil.
  struct Entry {
    let word: String
    let spelling: NamePattern
    let literals: [String]?

    init(_ word: some StringProtocol, _ spelling: NamePattern, _ literals: [String]? = nil) {
      self.word = String(word)
      self.spelling = spelling
      self.literals = literals
    }
  }
}
