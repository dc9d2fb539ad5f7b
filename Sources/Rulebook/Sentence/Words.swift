/// The keywords of the rule language.
enum Words {
  /// The reserved words, which cannot be names because they can occur in place of a name.
  static let reserved: Set<String> = [
    "across", "after", "and", "at", "before", "between", "contains", "during", "each", "except", "for",
    "expect",
    "has",
    "highest", "in", "is", "last", "lasts", "never", "no", "not", "obeys", "open", "or", "outside", "present",
    "recorded", "recurs", "since", "the", "unless", "until", "where", "while", "within",
  ]

  /// The words that start a scope, and others that are often used by mistake.
  static let scopes: Set<String> = [
    "after", "before", "between", "during", "for", "if", "in", "outside", "when", "while",
  ]

  /// Words that are often used by mistake for a keyword with a different spelling.
  static let likelyMeant = [
    "all": ["each"], "every": ["each"], "if": ["while"], "in": ["within", "while"], "when": ["while"],
  ]

  /// Whether the text is a valid name: one word that is not reserved.
  static func canName(_ text: String) -> Bool {
    let tokens = Lexer.tokens(of: text)
    return tokens.count == 2 && tokens[0].kind == .word && tokens[0].text == text && !reserved.contains(text)
      && !text.hasSuffix("*")
  }
}
