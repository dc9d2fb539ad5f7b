import Rulebook
import Trace

/// An event that a rule uses, and the ways in which a log can contain it.
struct EventSource: Sendable {
  /// The dotted name, or the name of a family.
  var name: String
  /// The canonical form to log, with its possible fields: `timer.start id=<text>`.
  var line: String
  /// The names of the methods whose call is the event.
  var callbacks: [String] = []
  /// The names of the notifications that are the event.
  var notifications: [String] = []
  /// The templates of messages that are the event.
  var templates: [String] = []
  /// The processes that write such messages.
  var senders: [String] = []
  /// The events of a family that are logged automatically.
  var members: [String] = []
  /// The events from which a derived event is made.
  var madeOf: [String] = []

  /// Whether the system, a framework or a callback logs it, so the app does not need to log the canonical form.
  var isAutomatic: Bool {
    !callbacks.isEmpty || !notifications.isEmpty || !templates.isEmpty || !madeOf.isEmpty
      || !members.isEmpty
  }

  /// The ways in which it is logged, as text.
  var spellings: [String] {
    var spellings = callbacks + notifications
    if !senders.isEmpty {
      spellings.append("lines of \(senders.joined(separator: ", "))")
    } else if templates.count > Self.maxShown || templates.contains(where: { $0.contains("{..") }) {
      spellings.append(TextFormat.count(templates.count, "wording"))
    } else {
      spellings += templates.map { "`\($0)`" }
    }
    spellings += members.count > Self.maxShown ? [TextFormat.count(members.count, "event")] : members
    if !madeOf.isEmpty { spellings.append("made of \(madeOf.joined(separator: ", "))") }
    return spellings
  }

  /// Longer lists are shown as a number.
  private static let maxShown = 3

  init(_ referenced: ReferencedEvent, in rulebook: Rulebook) {
    name = referenced.name
    line = referenced.name
    let vocabulary = rulebook.vocabulary
    guard referenced.events.count == 1, let event = referenced.events.first,
      let declaration = vocabulary.declaration(of: event), !referenced.name.hasSuffix("*")
    else {
      // A family is logged automatically if one of its events is.
      members = referenced.events.compactMap(vocabulary.declaration).filter(\.hasSpelling).map(\.name)
      return
    }
    // Only the app can log the return of a callback.
    guard !event.isEnd else { return }
    let fields = declaration.fields.keys.sorted().map { "\($0)=<\(declaration.fields[$0]?.rawValue ?? "")>" }
    line = ([referenced.name] + fields).joined(separator: " ")
    callbacks = declaration.callbacks
    notifications = declaration.notifications
    templates = declaration.logTemplates.map(\.text)
    senders = Set(declaration.logTemplates.flatMap(\.senders)).sorted()
    let forms = rulebook.derived.filter { $0.event == event }.flatMap(\.forms)
    let names = forms.flatMap { $0.pattern.atoms.flatMap(\.events) }.map(vocabulary.name)
    madeOf = Set(names).sorted()
  }
}
