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
  /// The sentence's monitor can take the next event detached, without the full path: the event has no other effect.
  static func ready(_ sentence: Int) -> Int { 4 + kinds * sentence }
  /// The log has not shown yet all events of the sentence's questions `E where C is recorded`.
  static func unshown(_ sentence: Int) -> Int { 5 + kinds * sentence }
  /// A verdict waits for an event of a question `E comes before F` of the sentence's exception.
  static func undecided(_ sentence: Int) -> Int { 6 + kinds * sentence }

  private static let kinds = 6

  /// Returns the bits at the start of a session, when no scope is open.
  static func initial(sentences: Int) -> UniqueArray<Bool> {
    var activations = UniqueArray(repeating: false, count: 1 + kinds * sentences)
    activations[always] = true
    for sentence in 0..<sentences { activations[closed(sentence)] = true }
    return activations
  }

  /// Returns a pseudorandom number for an activation (SplitMix64). `SessionState.activationHash` is the XOR of such numbers, so
  /// two different sets of activations have the same hash with a probability of 2^-64.
  static func number(_ gate: Int) -> UInt64 {
    var number = seed &+ UInt64(truncatingIfNeeded: gate) &* 0x9E37_79B9_7F4A_7C15
    number = (number ^ number &>> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number &>> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number &>> 31
  }

  /// Returns such a number for the session that began at a log order. It differs from the numbers of all activations.
  static func number(ofSession startOrder: Int) -> UInt64 { number(-1 - startOrder) }

  /// Returns such a number for a span that was open at least once. It differs from the numbers of all activations and sessions.
  static func number(ofOpened span: Int) -> UInt64 { number(1 << 40 + span) }

  private static let seed: UInt64 = 0x243F_6A88_85A3_08D3

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
