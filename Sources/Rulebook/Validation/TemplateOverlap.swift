import Trace

/// Whether two templates match one and the same message that is likely: all holes hold a single word, and some word is
/// in a hole of both; or those of one template hold words that no template has. In whatever message, nearly all
/// templates would overlap.
struct TemplateOverlap {
  /// What a stretch of a template matches: each step one byte, or any number of them.
  fileprivate enum Step {
    case byte(UInt8)
    /// One byte of a hole; `isMore` stands for as many more as there are.
    case hole(isMore: Bool)
  }

  private enum Message {
    /// Each hole holds a word.
    case words
    /// Each hole of the first template holds a word that no template has, and one of the second holds anything.
    case freshWords
  }

  /// Templates of more steps than that are not compared.
  private static let maximumProduct = 1_000_000

  private let first: [Step]
  private let second: [Step]
  private let message: Message

  /// Whether there is such a message. Templates with `{..}` or choices are meant to compete: the one that reads
  /// furthest wins.
  static func exists(_ a: LineTemplate, _ b: LineTemplate) -> Bool {
    guard !a.competes, !b.competes, meet(a, b) else { return false }
    let (first, second) = (steps(of: a), steps(of: b))
    guard first.count * second.count <= maximumProduct, beginAlike(first, second) else { return false }
    return TemplateOverlap(first: first, second: second, message: .words).exists
      || TemplateOverlap(first: first, second: second, message: .freshWords).exists
      || TemplateOverlap(first: second, second: first, message: .freshWords).exists
  }

  /// Whether a line of one log can be for both.
  private static func meet(_ a: LineTemplate, _ b: LineTemplate) -> Bool {
    if let first = a.platform, let second = b.platform, first != second { return false }
    return a.senders.isEmpty || b.senders.isEmpty || !Set(a.senders).isDisjoint(with: b.senders)
      || (a.senders + b.senders).contains { $0.contains("*") }
  }

  /// Whether they can at all, as far as literals tell with which both begin.
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

  /// Walks both templates along a message that is made up on the way: each pair of places is visited once, or twice
  /// where it counts whether a word was in a hole of both.
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

  /// Whether one byte of the message can be in both.
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
