/// One way in which a log writes that something happened, found by a word that has to stand in the line.
///
/// A declaration names a method or a notification once, as source code does; what compilers, runtimes and
/// loggers make of that name follows from the naming rules of Objective-C and Swift:
///
/// | declared | seen in logs |
/// |---|---|
/// | `thingDidStop:` | `thingDidStop`, `thingDidStop:`, `thingDidStop(_:)`, `thingDidStop()`, `-[Class thingDidStop:]`, `Class.thingDidStop(_:)`, `Class::thingDidStop()`, `…thingDidStop(__C.Thing) -> ()`, `$s…12thingDidStop…` |
/// | `thing:didStopWith:` | `thing:didStopWith:`, `thing(_:didStopWith:)`, `-[Class thing:didStopWith:]`, `…thing(_: A, didStopWith: B)`, `$s…5thing_11didStopWith…` |
/// | `Thing.didStopNotification` | the same, `ThingDidStopNotification`, `.ThingDidStop`, `Thing.DidStopMessage` |
struct NamePattern: Sendable {
  /// What it means.
  let event: Meaning
  /// What has to stand around the word.
  let shape: Shape

  /// An event, and what of its declaration a sighting needs.
  struct Meaning: Sendable {
    /// The event at its beginning.
    let id: EventID
    let returns: Bool
    let hasID: Bool
    let platform: Platform?
    let senders: [SenderName]

    /// The meaning of the spellings of the declaration with that number.
    init(_ number: Int, _ event: EventDeclaration) {
      id = EventID(entryOf: number)
      returns = event.returns
      hasID = event.fields["id"] != nil
      platform = event.platform
      senders = event.senders.map(SenderName.init)
    }
  }

  enum Shape: Sendable {
    /// A method whose first part is the word; or a word that says enough alone.
    case method
    /// A method with more parts: the word is its second one.
    case longMethod(base: String, labels: [String])
    /// A notification's constant.
    case constant
    /// A constant of a type: `Thing.didStopNotification`.
    case member(of: String)
    /// A constant that Swift 3 put in its own name space: `.ThingDidStop`.
    case shortConstant
  }

  /// What the event is when this spelling reports it.
  var form: Event.Form {
    switch shape {
    case .method, .longMethod: .callback
    case .constant, .member, .shortConstant: .notification
    }
  }

  /// The spelling of a method.
  static func ofCallback(_ text: String, _ event: Meaning) -> Entry {
    let (base, labels) = CallbackName.parts(of: text)
    guard labels.count > 1 else { return Entry(base, NamePattern(event: event, shape: .method)) }
    let word = labels[1]
    let shape = Shape.longMethod(base: base, labels: labels)
    // A short word is in many lines, so the filter looks for it with what stands around it.
    let literals =
      word.utf8.count >= Prefilter.goodLength
      ? nil
      : ["\(base):\(word)", "(_:\(word):", ", \(word): ", "\(base)_\(word.utf8.count)\(word)"]
    return Entry(word, NamePattern(event: event, shape: shape), literals)
  }

  /// Adds the spellings of a notification.
  static func addNotification(_ text: String, _ event: Meaning, to entries: inout [Entry]) {
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

  /// A spelling, its word, and texts one of which a line must hold; nil where that is the word.
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
