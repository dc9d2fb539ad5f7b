import Trace

/// Checks whether two templates match the same message. Considers only likely messages, because nearly all templates
/// overlap for some message: each hole holds a single word, and a word is in holes of both templates; or the holes of
/// one template hold words that are in no template.
struct TemplateOverlap {
  /// A step of a template's pattern: a byte, or a repeated byte.
  fileprivate enum Step {
    case byte(UInt8)
    /// One byte of a hole, or, with `isMore`, any number of further bytes.
    case hole(isMore: Bool)
  }

  private enum Message {
    /// Each hole holds a word.
    case words
    /// Each hole of the first template holds a word that is in no template. A hole of the second one holds any text.
    case freshWords
  }

  /// The maximum product of the numbers of steps. Longer templates are not compared.
  private static let maximumProduct = 1_000_000

  private let first: [Step]
  private let second: [Step]
  private let message: Message

  /// Whether two templates overlap. Templates with `{..}` or choices are allowed to: the longest match wins.
  static func exists(_ a: LineTemplate, _ b: LineTemplate) -> Bool {
    guard !a.competes, !b.competes, meet(a, b) else { return false }
    let (first, second) = (steps(of: a), steps(of: b))
    guard first.count * second.count <= maximumProduct, beginAlike(first, second) else { return false }
    return TemplateOverlap(first: first, second: second, message: .words).exists
      || TemplateOverlap(first: first, second: second, message: .freshWords).exists
      || TemplateOverlap(first: second, second: first, message: .freshWords).exists
  }

  /// Whether both templates apply to lines of the same platform and sender.
  private static func meet(_ a: LineTemplate, _ b: LineTemplate) -> Bool {
    if let first = a.platform, let second = b.platform, first != second { return false }
    return a.senders.isEmpty || b.senders.isEmpty || !Set(a.senders).isDisjoint(with: b.senders)
      || (a.senders + b.senders).contains { $0.contains("*") }
  }

  /// Whether the literals at the start of both templates are compatible. Rejects most pairs quickly.
  private static func beginAlike(_ a: [Step], _ b: [Step]) -> Bool {
    for (first, second) in zip(a, b) {
      guard case .byte(let first) = first, case .byte(let second) = second else { return true }
      if first != second { return false }
    }
    return true
  }

  private static func steps(of template: LineTemplate) -> [Step] {
    template.pieces.flatMap { piece -> [Step] in
      switch piece {
      case .literal(let text): text.utf8.map { .byte($0) }
      case .capture: [.hole(isMore: false), .hole(isMore: true)]
      case .any, .choice: []
      }
    }
  }

  /// Searches for a message by a walk through the product of both patterns. Each pair of positions is visited at most
  /// twice: with and without a word in holes of both.
  private var exists: Bool {
    let width = second.count + 1
    var seen = Array(repeating: false, count: (first.count + 1) * width * 2)
    var pending = [(0, 0, message == .freshWords)]
    while let (i, j, isShared) = pending.popLast() {
      let place = (i * width + j) * 2 + (isShared ? 1 : 0)
      guard !seen[place] else { continue }
      seen[place] = true
      if i == first.count, j == second.count, isShared { return true }
      let isMore = i < first.count && first[i].isMore
      let isMoreOfSecond = j < second.count && second[j].isMore
      if isMore { pending.append((i + 1, j, isShared)) }
      if isMoreOfSecond { pending.append((i, j + 1, isShared)) }
      guard i < first.count, j < second.count, canMeet(first[i], second[j]) else { continue }
      pending.append(
        (
          isMore ? i : i + 1, isMoreOfSecond ? j : j + 1,
          isShared || first[i].isHole && second[j].isHole
        ))
    }
    return false
  }

  /// Whether both steps match the same byte.
  private func canMeet(_ first: Step, _ second: Step) -> Bool {
    switch (first, second, message) {
    case (.byte(let a), .byte(let b), _): a == b
    case (.hole, .byte, .freshWords): false
    case (.hole, .byte(let byte), .words), (.byte(let byte), .hole, .words):
      byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t")
    case (_, .hole, _): true
    }
  }
}

extension LineTemplate {
  fileprivate var competes: Bool {
    pieces.contains { piece in
      switch piece {
      case .any, .choice: true
      case .literal, .capture: false
      }
    }
  }
}

extension TemplateOverlap.Step {
  fileprivate var isHole: Bool { if case .hole = self { true } else { false } }
  fileprivate var isMore: Bool { if case .hole(isMore: true) = self { true } else { false } }
}
