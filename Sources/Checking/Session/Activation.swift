import BasicContainers
import Rulebook

/// The enable bits of subscriptions, as indexes of `SessionState.activations`. A subscription is evaluated only if its bit is
/// set. If the bit is not set, the sentence would neither count, report nor remember anything.
enum Activation {
  static let always = 0
  /// An instance of the sentence's scope is open.
  static func open(_ sentence: Int) -> Int { 1 + kinds * sentence }
  /// No instance of the sentence's scope is open.
  static func closed(_ sentence: Int) -> Int { 2 + kinds * sentence }
  /// The sentence waits for events that answer or end something: an obligation, a call or an opening.
  static func waiting(_ sentence: Int) -> Int { 3 + kinds * sentence }
  /// The log has not shown yet all events of the sentence's questions `E where C is recorded`.
  static func unshown(_ sentence: Int) -> Int { 4 + kinds * sentence }
  /// A verdict waits for an event of a question `E comes before F` of the sentence's exception.
  static func undecided(_ sentence: Int) -> Int { 5 + kinds * sentence }

  private static let kinds = 5

  /// Returns the bits at the start of a session, when no scope is open.
  static func initial(sentences: Int) -> UniqueArray<Bool> {
    var activations = UniqueArray(repeating: false, count: 1 + kinds * sentences)
    activations[always] = true
    for sentence in 0..<sentences { activations[closed(sentence)] = true }
    return activations
  }

  /// Returns the activation of a subscription: the bit that is set while the sentence can react to the signal.
  static func of(_ judging: PlanBuilder.Subscription, _ sentence: CompiledSentence) -> Int {
    switch judging.role {
    case .recordedQuestion: return unshown(judging.sentence)
    case .orderQuestion: return undecided(judging.sentence)
    // The openings of a span are the instances of the scope. Whether one is open is looked up for each signal.
    case _ where sentence.scopeSpan != nil: return always
    // `is reopened by M` looks at M only while an opening of the span that is left waits for it.
    case .event where sentence.reopened != nil: return waiting(judging.sentence)
    case .event, .cause, .since: return sentence.gate
    case .answer, .stop: return waiting(judging.sentence)
    case .return: return always
    case .scopeEnd:
      // The first E ends the scope `before E`, even if its instance is not open yet.
      if case .before = sentence.sentence.scope { return always }
      return open(judging.sentence)
    case .scopeStart:
      if case .following = sentence.sentence.scope { return always }
      return closed(judging.sentence)
    }
  }
}
