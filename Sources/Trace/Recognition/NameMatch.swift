/// The name of a callback or a notification that was found in a line.
struct NameMatch {
  /// The range of the whole name. For `-[Class sel:]`, it includes the sign and the brackets.
  var name: Range<Int>
  /// The start of the word by which it was found.
  let word: Int
  /// The end of the text before the name. It is before `name` if the name is part of a printed notification.
  var leadEnd: Int

  /// Matches the text around a word against a shape. Returns nil if the word is part of something else.
  init?(_ shape: NamePattern.Shape, _ word: Range<Int>, _ line: Span<UInt8>, _ message: Range<Int>) {
    let scanner = NameContextScanner(message: message)
    guard !line.isWordCharacter(before: word.lowerBound), !line.isWordCharacter(at: word.upperBound) else {
      return nil
    }
    let name: Range<Int>?
    switch shape {
    case .method:
      name = scanner.endOfMethod(line, word.upperBound)
        .flatMap { scanner.withReceiver(line, word.lowerBound..<$0) }
    case .longMethod(let base, let labels):
      name = scanner.longMethod(line, word, base, labels[...]).flatMap { scanner.withReceiver(line, $0) }
    case .constant:
      name = scanner.endOfConstant(line, word.upperBound)
        .flatMap { scanner.withReceiver(line, word.lowerBound..<$0) }
    case .member(let owner):
      name = scanner.endOfConstant(line, word.upperBound).flatMap { end in
        line.start(of: ".", endingAt: word.lowerBound, notBefore: message.lowerBound)
          .flatMap { line.start(ofText: owner, endingAt: $0, notBefore: message.lowerBound) }
          .flatMap { line.isWordCharacter(before: $0) ? nil : scanner.withReceiver(line, $0..<end) }
      }
    case .shortConstant:
      name = scanner.endOfConstant(line, word.upperBound).flatMap { end in
        line.start(of: ".", endingAt: word.lowerBound, notBefore: message.lowerBound)
          .map { scanner.startOfPath(line, $0 + 1)..<end }
      }
    }
    guard let name else { return nil }
    self.name = name
    self.word = word.lowerBound
    leadEnd = name.lowerBound
    switch shape {
    case .method, .longMethod: break
    case .constant, .member, .shortConstant:
      leadEnd = scanner.startOfPrintedNotification(line, name.lowerBound)
    }
  }

  /// Matches a word in a mangled Swift symbol. `length` is the index of the number before the word. Only methods match.
  init?(
    mangled shape: NamePattern.Shape, _ word: Range<Int>, length: Int, symbol: Range<Int>, _ line: Span<UInt8>
  ) {
    switch shape {
    case .method: break
    case .longMethod(let base, _):
      let lengthOfBase = "\(base.utf8.count)"
      guard let underscore = line.start(of: "_", endingAt: length, notBefore: symbol.lowerBound),
        let start = line.start(ofText: base, endingAt: underscore, notBefore: symbol.lowerBound),
        line.start(ofText: lengthOfBase, endingAt: start, notBefore: symbol.lowerBound) != nil
      else { return nil }
    case .constant, .member, .shortConstant: return nil
    }
    name = symbol
    self.word = word.lowerBound
    leadEnd = symbol.lowerBound
  }
}
