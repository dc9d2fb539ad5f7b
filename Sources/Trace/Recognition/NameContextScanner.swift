/// Scans the text around a word of a name, within the message.
struct NameContextScanner {
  let message: Range<Int>

  /// Returns the end of a method's name after its first part, including `:`, `()`, `(_:)` or `(Module.Type) -> ()`; nil if the
  /// text is source code or the name of another method.
  func endOfMethod(_ line: Span<UInt8>, _ index: Int) -> Int? {
    guard index < message.upperBound else { return index }
    switch line[index] {
    case UInt8(ascii: "("): return endOfArguments(line, index, isLong: false)
    case UInt8(ascii: ":"): return endOfSelector(line, index)
    default: return endOfConstant(line, index)
    }
  }

  /// Returns the end of a selector at its last colon; nil if another part follows. A colon before a line number is not part of
  /// it.
  private func endOfSelector(_ line: Span<UInt8>, _ colon: Int) -> Int? {
    let next = colon + 1 < message.upperBound ? line[colon + 1] : UInt8(ascii: " ")
    if next.isDigit { return colon }
    return next.isIdentifier || next == UInt8(ascii: "(") || next == UInt8(ascii: ":") ? nil : colon + 1
  }

  /// Returns the end of a constant; nil if it is part of a variable's path, or something is assigned to it.
  func endOfConstant(_ line: Span<UInt8>, _ index: Int) -> Int? {
    guard index < message.upperBound else { return index }
    let next = index + 1 < message.upperBound ? line[index + 1] : 0
    switch line[index] {
    case UInt8(ascii: "."): return next.isIdentifier ? nil : index
    case UInt8(ascii: "="): return isRule(line, index) ? index : nil
    default: return index
    }
  }

  /// Whether only equals signs follow, as in `=== name ===`.
  private func isRule(_ line: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    while index < message.upperBound, line[index] == UInt8(ascii: "=") { index += 1 }
    return line.skippingSpaces(index, before: message.upperBound) == message.upperBound
  }

  /// Returns the end of an argument list and of the result type after it; nil if it names arguments, or is part of source code.
  private func endOfArguments(_ line: Span<UInt8>, _ open: Int, isLong: Bool) -> Int? {
    guard let close = line.closing(open, before: message.upperBound) else { return nil }
    let inside = open + 1..<close
    let isUnnamed =
      isLong || inside.isEmpty || line[open + 1] == UInt8(ascii: "<")
      || line.has("_:", at: open + 1, before: close) || line.has("void)", at: open + 1, before: close + 1)
      || isTypeName(line, inside)
    guard isUnnamed else { return nil }
    var end = close + 1
    if line.has(" {", at: end, before: message.upperBound) { return nil }
    if line.has(" -> ", at: end, before: message.upperBound) {
      end += 4
      while end < message.upperBound, !line[end].isSpace, line[end] != UInt8(ascii: ",") { end += 1 }
    }
    return end
  }

  /// Whether a range is the path of a type: `UIKit.Thing`, `__C.Thing`.
  private func isTypeName(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where !line[index].isIdentifier && line[index] != UInt8(ascii: ".") { return false }
    return !range.isEmpty && line[range.lowerBound].isIdentifier && !line[range.lowerBound].isLower
  }

  /// Returns the range of a method's name with several parts. `word` is the second part.
  func longMethod(_ line: Span<UInt8>, _ word: Range<Int>, _ base: String, _ labels: ArraySlice<String>)
    -> Range<Int>?
  {
    let first = message.lowerBound
    if let colon = line.start(of: ":", endingAt: word.lowerBound, notBefore: first),
      let start = line.start(ofText: base, endingAt: colon, notBefore: first)
    {
      guard let end = endOfParts(line, word.upperBound, labels.dropFirst(2), isSelector: true) else {
        return nil
      }
      return start..<end
    }
    if let open = line.start(of: "(_:", endingAt: word.lowerBound, notBefore: first),
      let start = line.start(ofText: base, endingAt: open, notBefore: first)
    {
      guard let end = endOfParts(line, word.upperBound, labels.dropFirst(2), isSelector: false),
        end < message.upperBound, line[end] == UInt8(ascii: ")")
      else { return nil }
      return endOfArguments(line, open, isLong: true).map { start..<$0 }
    }
    // Demangled: `base(_: Module.Type, word: Module.Type) -> Result`.
    guard line.byte(at: word.upperBound) == UInt8(ascii: ":"),
      line.start(of: ", ", endingAt: word.lowerBound, notBefore: first) != nil
    else { return nil }
    var open = word.lowerBound - 1
    while open > first, line[open] != UInt8(ascii: "("), line[open] != UInt8(ascii: ")") { open -= 1 }
    guard line.has("(_: ", at: open, before: word.lowerBound),
      let start = line.start(ofText: base, endingAt: open, notBefore: first)
    else { return nil }
    return endOfArguments(line, open, isLong: true).map { start..<$0 }
  }

  /// Returns the end of the remaining parts: `:third:fourth:`. The last colon of a selector with two parts may be missing.
  private func endOfParts(_ line: Span<UInt8>, _ index: Int, _ labels: ArraySlice<String>, isSelector: Bool)
    -> Int?
  {
    let limit = message.upperBound
    var index = index
    for label in labels {
      guard line.byte(at: index) == UInt8(ascii: ":"), line.hasText(label, at: index + 1, before: limit)
      else {
        return nil
      }
      index += 1 + label.utf8.count
    }
    if index < limit, line[index] == UInt8(ascii: ":") {
      return isSelector ? endOfSelector(line, index) : index + 1
    }
    return isSelector && labels.isEmpty && !line.isWordCharacter(at: index) ? endOfConstant(line, index) : nil
  }

  /// Extends a name by its receiver: `-[Class …]`, `Module.Class.…`, `Class::…`. Returns nil if the name is part of a
  /// longer name, or the receiver is a variable.
  func withReceiver(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    let start = name.lowerBound
    guard start > message.lowerBound else { return name }
    guard !line.isWordCharacter(before: start) else { return nil }
    switch line[start - 1] {
    case UInt8(ascii: "."), UInt8(ascii: ":"):
      let path = startOfPath(line, start)
      if path < start {
        return isCapital(line, lastPartBefore: start) ? path..<name.upperBound : nil
      }
      // In `Class:name`, the class is part of the lead; `part:name` is another selector.
      let part = line.identifierStart(endingAt: start - 1, notBefore: message.lowerBound)
      return part < start - 1 && line[start - 1] == UInt8(ascii: ":") && !line[part].isUpper ? nil : name
    case UInt8(ascii: " "): return withBrackets(line, name)
    default: return name
    }
  }

  /// Returns the start of the path before an index (`A.B.` or `A::B::`); the index itself if there is none.
  func startOfPath(_ line: Span<UInt8>, _ index: Int) -> Int {
    var start = index
    while true {
      let mark =
        line.start(of: "::", endingAt: start, notBefore: message.lowerBound)
        ?? line.start(of: ".", endingAt: start, notBefore: message.lowerBound)
      guard let mark else { return start }
      let part = line.identifierStart(endingAt: mark, notBefore: message.lowerBound)
      guard part < mark else { return start }
      start = part
    }
  }

  private func isCapital(_ line: Span<UInt8>, lastPartBefore index: Int) -> Bool {
    var end = index
    while end > message.lowerBound, !line[end - 1].isIdentifier { end -= 1 }
    return line[line.identifierStart(endingAt: end, notBefore: message.lowerBound)].isUpper
  }

  /// Extends a name by the brackets of Objective-C: `[Class name]`, `-[Module.Class(Category) name]`.
  private func withBrackets(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    let first = message.lowerBound
    var open = name.lowerBound - 1
    while open > first,
      line[open - 1].isIdentifier || line[open - 1] == UInt8(ascii: ".") || isCategory(line, open)
    {
      open -= 1
    }
    guard open > first, open < name.lowerBound - 1, line[open - 1] == UInt8(ascii: "[") else { return name }
    let hasSign =
      open > first + 1 && (line[open - 2] == UInt8(ascii: "-") || line[open - 2] == UInt8(ascii: "+"))
    guard name.upperBound < message.upperBound, line[name.upperBound] == UInt8(ascii: "]"),
      hasSign || !line[open].isLower, !line.isWordCharacter(at: name.upperBound + 1)
    else { return nil }
    return (hasSign ? open - 2 : open - 1)..<name.upperBound + 1
  }

  private func isCategory(_ line: Span<UInt8>, _ index: Int) -> Bool {
    line[index - 1] == UInt8(ascii: "(") || line[index - 1] == UInt8(ascii: ")")
  }

  /// Returns the start of the printed notification that contains a name: `NSConcreteNotification 0x1 {name = …`,
  /// `NSNotificationName(_rawValue: …`. Returns the start of the name if there is none.
  func startOfPrintedNotification(_ line: Span<UInt8>, _ name: Int) -> Int {
    let first = message.lowerBound
    if let value = line.start(of: "awValue: ", endingAt: name, notBefore: first) {
      let open = line.identifierStart(endingAt: value, notBefore: first)
      guard open > first, line[open - 1] == UInt8(ascii: "(") else { return name }
      return startOfPath(line, line.identifierStart(endingAt: open - 1, notBefore: first))
    }
    guard var start = line.start(of: "name = ", endingAt: name, notBefore: first) else { return name }
    guard let brace = line.start(of: "{", endingAt: start, notBefore: first) else { return start }
    start = brace
    for _ in 0..<2 {
      var end = start
      while end > first, line[end - 1].isSpace { end -= 1 }
      let word = line.identifierStart(endingAt: end, notBefore: first)
      guard word < end else { break }
      start = word
      if !line.has("0x", at: word, before: end) { break }
    }
    return start
  }
}
