import Rulebook
import Trace

/// An event that a rule speaks of, and how a log comes to hold it.
struct EventSource: Sendable {
  /// The dotted name, or the name of a family.
  var name: String
  /// What to log: the canonical form with the fields that it may have, `timer.start id=<text>`.
  var line: String
  /// The spellings of the methods whose call means the event.
  var callbacks: [String] = []
  /// The spellings of the notifications that mean it.
  var notifications: [String] = []
  /// The messages that mean it, as templates.
  var templates: [String] = []
  /// The processes that print such messages.
  var senders: [String] = []
  /// Those events of a family that are told.
  var members: [String] = []
  /// The events that it is made of.
  var madeOf: [String] = []

  /// Whether the system, a framework or a callback tells it, so that the app need not log it in canonical form.
  var isTold: Bool {
    !callbacks.isEmpty || !notifications.isEmpty || !templates.isEmpty || !madeOf.isEmpty
      || !members.isEmpty
  }

  /// The ways in which it is told, in words.
  var spellings: [String] {
    var spellings = callbacks + notifications
    if !senders.isEmpty {
      spellings.append("lines of \(senders.joined(separator: ", "))")
    } else if templates.count > Self.mostShown || templates.contains(where: { $0.contains("{..") }) {
      spellings.append(Words.count(templates.count, "wording"))
    } else {
      spellings += templates.map { "`\($0)`" }
    }
    spellings += members.count > Self.mostShown ? [Words.count(members.count, "event")] : members
    if !madeOf.isEmpty { spellings.append("made of \(madeOf.joined(separator: ", "))") }
    return spellings
  }

  /// More of them say nothing to a reader.
  private static let mostShown = 3

  init(_ spoken: SpokenEvent, in rulebook: Rulebook) {
    name = spoken.name
    line = spoken.name
    let vocabulary = rulebook.vocabulary
    guard spoken.events.count == 1, let event = spoken.events.first,
      let declaration = vocabulary.declaration(of: event), !spoken.name.hasSuffix("*")
    else {
      // A family is told where one of its events is.
      let told = spoken.events.compactMap(vocabulary.declaration).filter(\.hasSpelling).map(\.name)
      members = told
      return
    }
    // The return of a callback is told by no one but the app.
    guard !event.isEnd else { return }
    let fields = declaration.fields.keys.sorted().map { "\($0)=<\(declaration.fields[$0]?.rawValue ?? "")>" }
    line = ([spoken.name] + fields).joined(separator: " ")
    callbacks = declaration.callbacks
    notifications = declaration.notifications
    templates = declaration.templates.map(\.text)
    senders = Set(declaration.templates.flatMap(\.senders)).sorted()
    let forms = rulebook.derived.filter { $0.event == event }.flatMap(\.forms)
    let names = forms.flatMap { $0.pattern.atoms.flatMap(\.events) }.map(vocabulary.name)
    madeOf = Set(names).sorted()
  }
}
