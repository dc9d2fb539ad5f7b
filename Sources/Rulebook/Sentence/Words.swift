/// The words of the rule language.
enum Words {
  /// Words that can stand where a name can, so that nothing can be called like that.
  static let reserved: Set<String> = [
    "across", "after", "and", "at", "before", "between", "contains", "during", "each", "except", "for",
    "expect",
    "has",
    "highest", "in", "is", "last", "lasts", "never", "no", "not", "obeys", "open", "or", "outside", "present",
    "recorded", "recurs", "since", "the", "unless", "until", "where", "while", "within",
  ]

  /// Words that begin a scope, and others that people begin one with.
  static let scopes: Set<String> = [
    "after", "before", "between", "during", "for", "if", "in", "outside", "when", "while",
  ]

  /// Words that people write for one of the language's own, and that are not near it.
  static let likelyMeant = [
    "all": ["each"], "every": ["each"], "if": ["while"], "in": ["within", "while"], "when": ["while"],
  ]

  /// Whether a sentence can use the text as a name: one word, and none of the language's own.
  static func canName(_ text: String) -> Bool {
    let tokens = Lexer.tokens(of: text)
    return tokens.count == 2 && tokens[0].kind == .word && tokens[0].text == text && !reserved.contains(text)
      && !text.hasSuffix("*")
  }
}
