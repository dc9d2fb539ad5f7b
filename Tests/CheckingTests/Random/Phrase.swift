/// A piece of a rulebook's text with optional parts, for shrinking.
indirect enum Phrase {
  case text(String)
  case sequence([Phrase])
  /// An optional part.
  case optional(Phrase)

  var text: String {
    switch self {
    case .text(let text): text
    case .sequence(let parts): parts.map(\.text).joined()
    case .optional(let part): part.text
    }
  }

  /// All phrases with one optional part less, the largest parts first.
  var shorter: [Phrase] {
    switch self {
    case .text: []
    case .optional(let part): [.text("")] + part.shorter.map(Phrase.optional)
    case .sequence(let parts):
      parts.indices.flatMap { index in
        parts[index].shorter.map { shorter in
          var all = parts
          all[index] = shorter
          return .sequence(all)
        }
      }
    }
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }

  init(stringInterpolation: Interpolation) { self = .sequence(stringInterpolation.parts) }

  struct Interpolation: StringInterpolationProtocol {
    var parts: [Phrase] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.text(literal)) } }
    mutating func appendInterpolation(_ phrase: Phrase) { parts.append(phrase) }
    mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }
    mutating func appendInterpolation(_ number: Int) { parts.append(.text(String(number))) }
    /// Appends an optional part, or nothing for nil.
    mutating func appendInterpolation(maybe phrase: Phrase?) {
      if let phrase { parts.append(.optional(phrase)) }
    }
  }
}
