import Diagnostics
import TestSupport
import Testing

@testable import Rulebook

@Suite struct `A damaged rulebook` {
  /// Checks that the result is a rulebook, or mistakes with places inside their files.
  private func check(_ result: Result<Rulebook, RulebookError>, _ text: @autoclosure () -> String) {
    guard case .failure(let error) = result else { return }
    #expect(!error.diagnostics.isEmpty, "\(text())")
    for diagnostic in error.diagnostics {
      #expect(!diagnostic.message.isEmpty)
      for range in [diagnostic.range].compactMap(\.self) + diagnostic.related.map(\.range) {
        let isInside = range.bytes.upperBound <= range.source.bytes.count
        #expect(isInside, "\(diagnostic.message) in \(text())")
      }
    }
  }

  /// The words of sentences, and some other words.
  static let words = [
    "across sessions,", "while", "during", "outside", "after", "until", "before", "between", "and", ",",
    "never",
    "expect", "no", "each", "has", "is", "is followed by", "is preceded by", "recurs every", "to", "per",
    "open",
    "at", "the", "close", "of", "lasts", "closed while", "is reopened by", "at most", "at least", "obeys",
    "or",
    "unless", "where", "not", "(", ")", "(id)", "(id, price)", "highest", "cart while night", "wait", "since",
    "within", "within the last", "last", "in (a, b)", "contains", "present", "==", "<=", "=",
    "5s", "5", "64MB", "5x", "13.1", "'a b'", "\"", "id", "price", "cart", "day", "night", "shop", "till",
    "till.free", "pay.begin", "cart.add", "shop.close", "shop.*", "*", "except (cart.add)",
    "shop.config.memory",
    "last shop.config.wait",
    "é", "\u{0}", ".", "-", "*", "\t", "\n      ", "pay.bgein", "yes",
  ]

  /// Valid sentences.
  static let sentences = [
    "while night or cart, never pay.begin where (id == a or id == b) unless cart.add within the last 5s",
    "between the close of shop.open and shop.close, no cart(id) is open at pay.begin unless cart(id) is open",
    "each shop.open or shop.close where not id in (a, b) obeys shop unless last shop.config.wait > 5s",
    "after shop.open until shop.close, each till.free lasts at most 5s unless price is present",
    "across sessions, before shop.close, each pay.begin(id) is followed by pay.end(id) within 1s to wait before shop.close",
    "each pay.end is preceded by cart.add(id, price) within last shop.config.wait since shop.open or shop.close",
    "during cart(id) while night, expect pay.begin within wait unless last cart.add.price at pay.begin < 5",
    "each cart closed while day is reopened by shop.open unless price > highest cart.add.price since shop.open",
    "outside night, at most 3 cart.add(id) or pay.begin per 10s unless shop.open within the last 5s",
  ]

  /// The other sections of a rulebook.
  static let more = """
    derived: {shop.config: [pay.end unless cart is open, {form: the close of shop.open, inferred: yes}]}
    sessions: {begin: [shop.open, shop.close], sameProcess: shop.close, end: pay.end}
    clock: {stopped: strike, gaps: {in: [night], over: 30s}}
    delivery: {event: pay.end, field: id}
    recording: {event: shop.config, field: modes}
    rules:
      - id: one
        severity: note
        check: [while day, 'each shop.open lasts at most 5s']
        message: '{event} took {duration}'
        yields: [two]
      - id: two
        check:
          - {sentence: "no cart(id) is open at shop.close", severity: error, message: 'cart {id} {{'}
          - >-
            while night,
            never cart.add where price > 5
        needs: pay.begin

    """

  /// Checks a rulebook with a rule of all these sentences.
  private func check(_ sentences: [String]) {
    let escapes = ["\\": "\\\\", "\"": "\\\"", "\0": "\\0", "\n": "\\n", "\t": "\\t"]
    let items = sentences.map {
      "      - \"" + $0.map { escapes[String($0)] ?? String($0) }.joined() + "\"\n"
    }
    check(Shop.load(adding: "rules:\n  - id: it\n    check:\n\(items.joined())"), "\(sentences)")
  }

  @Test(arguments: 0..<8)
  func `with random sentences is read or refused`(seed: UInt64) {
    var random = Dice(seed: seed)
    check(
      (0..<300).map { _ in
        (0..<Int.random(in: 1...24, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? ""
        }
        .joined(separator: " ")
      })
  }

  @Test(arguments: 0..<8)
  func `with swapped words is read or refused`(seed: UInt64) {
    var random = Dice(seed: seed)
    check(
      (0..<300).map { _ in
        var words = (Self.sentences.randomElement(using: &random) ?? "").split(separator: " ").map(
          String.init)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let index = Int.random(in: words.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0 where words.count > 1: words.remove(at: index)
          case 1: words.insert(Self.words.randomElement(using: &random) ?? "", at: index)
          default: words.swapAt(index, Int.random(in: words.indices, using: &random))
          }
        }
        return words.joined(separator: " ")
      })
  }

  /// A text with pieces removed, repeated, moved or replaced.
  private func mutated(_ text: [UInt8], _ random: inout Dice) -> [UInt8] {
    let marks = Array("[]{}:,-#&*!|>'\"%@`\t\n 0~".utf8)
    var result = text
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0..<max(1, result.count), using: &random)
      let end = min(result.count, start + Int.random(in: 0...24, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: result.removeSubrange(start..<end)
      case 1: result.insert(contentsOf: result[start..<end], at: start)
      case 2: result.insert(marks.randomElement(using: &random) ?? 0, at: start)
      case 3: result.replaceSubrange(start..<end, with: [UInt8.random(in: 0...255, using: &random)])
      default:
        let lines = result.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var moved = lines
        moved.swapAt(
          Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
        result = Array(moved.joined(separator: [UInt8(ascii: "\n")]))
      }
    }
    return result
  }

  @Test(arguments: 0..<8)
  func `with a few damaged bytes is read or refused`(seed: UInt64) {
    var random = Dice(seed: seed)
    let text = Array((Shop.text + Self.more).utf8)
    for _ in 0..<100 {
      let bytes = mutated(text, &random)
      let result = Result {
        try Rulebook.load(["test.yaml"]) { $0 == "test.yaml" ? .success(bytes) : .failure(.missing) }
      }.mapError { $0 as? RulebookError ?? RulebookError(diagnostics: []) }
      check(result, String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: ["ios.yaml", "ios-states.yaml", "ios-vocabulary.yaml"])
  func `that is bundled is read or refused`(file: String) throws {
    var random = Dice(seed: 1)
    let text = try #require(Rulebook.bundled(file))
    for _ in 0..<8 {
      let bytes = mutated(text, &random)
      let result = Result {
        try Rulebook.load(["./" + file]) { path in
          if path == "./" + file { return .success(bytes) }
          return Rulebook.bundled(String(path.dropFirst(2))).map { .success($0) } ?? .failure(.missing)
        }
      }.mapError { $0 as? RulebookError ?? RulebookError(diagnostics: []) }
      check(result, file)
    }
  }
}
