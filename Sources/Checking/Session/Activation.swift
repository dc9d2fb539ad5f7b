import BasicContainers
import Rulebook

/// What has to be for a sentence to be asked, as places in a session's gates. Where the gate is not open, the sentence
/// would have nothing to say and nothing to remember.
enum Activation {
  static let always = 0
  /// A scope of the sentence is open.
  static func open(_ sentence: Int) -> Int { 1 + kinds * sentence }
  /// None is.
  static func closed(_ sentence: Int) -> Int { 2 + kinds * sentence }
  /// Something waits for an answer.
  static func waiting(_ sentence: Int) -> Int { 3 + kinds * sentence }
  /// Its monitor takes the next event of the kind by itself: nothing else comes of it.
  static func ready(_ sentence: Int) -> Int { 4 + kinds * sentence }
  /// The log has not shown yet what its exception asks for.
  static func unshown(_ sentence: Int) -> Int { 5 + kinds * sentence }
  /// An offence waits for one of the events of which its exception asks which comes first.
  static func undecided(_ sentence: Int) -> Int { 6 + kinds * sentence }

  private static let kinds = 6

  static func initial(sentences: Int) -> UniqueArray<Bool> {
    var activations = UniqueArray(repeating: false, count: 1 + kinds * sentences)
    activations[always] = true
    for sentence in 0..<sentences { activations[closed(sentence)] = true }
    return activations
  }

  /// A number for an open gate: of two sets of them the sums are the same by chance only, once in 2^64.
  static func number(_ gate: Int) -> UInt64 {
    var number = seed &+ UInt64(truncatingIfNeeded: gate) &* 0x9E37_79B9_7F4A_7C15
    number = (number ^ number &>> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number &>> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number &>> 31
  }

  /// A number for a session that began there, which no gate has.
  static func number(ofSession startOrder: Int) -> UInt64 { number(-1 - startOrder) }

  /// A number for a span that was open at least once, which neither of them has.
  static func number(ofOpened span: Int) -> UInt64 { number(1 << 40 + span) }

  private static let seed: UInt64 = 0x243F_6A88_85A3_08D3

  /// The gate behind which a sentence has something to do with a signal.
  static func of(_ judging: PlanBuilder.Subscription, _ sentence: CompiledSentence) -> Int {
    switch judging.role {
    case .shown: return unshown(judging.sentence)
    case .comes: return undecided(judging.sentence)
    // What is open says it.
    case _ where sentence.scopeSpan != nil: return always
    // What was open is asked for only once something is left.
    case .event where sentence.reopened != nil: return waiting(judging.sentence)
    case .event, .cause, .since: return sentence.gate
    case .answer, .stop: return waiting(judging.sentence)
    case .return: return always
    case .scopeEnd:
      // The first event alone ends what is before it.
      if case .before = sentence.sentence.scope { return always }
      return open(judging.sentence)
    case .scopeStart:
      if case .following = sentence.sentence.scope { return always }
      return closed(judging.sentence)
    }
  }
}
