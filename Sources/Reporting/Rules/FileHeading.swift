import Diagnostics

/// The heading of a rulebook file: the first sentence of the comment at its top.
enum FileHeading {
  /// The sentence without its full stop, or the name of the file if there is none.
  static func text(of source: SourceText) -> String {
    var words: [Substring] = []
    for line in String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard line.first == "#" else { break }
      let comment = line.drop { $0 == "#" }.drop(while: \.isWhitespace)
      // Settings for editors.
      if comment.hasPrefix("yaml-language-server:") || comment.hasPrefix("vim:") { continue }
      words += comment.split(whereSeparator: \.isWhitespace)
    }
    let end = words.indices.first { index in
      // `e.g.` does not end a sentence, nor does a full stop before a lower-case letter.
      words[index].hasSuffix(".") && !words[index].dropLast().contains(".")
        && words.dropFirst(index + 1).first?.first?.isLowercase != true
    }
    if let end { words = Array(words[...end]) }
    let sentence = words.joined(separator: " ")
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.isEmpty ? source.name : text
  }
}
