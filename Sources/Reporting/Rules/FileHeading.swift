import Diagnostics

/// What a rulebook file is about: the first sentence of the comment at its top.
enum FileHeading {
  /// That sentence without its full stop, or else the name of the file.
  static func text(of source: SourceText) -> String {
    var words: [Substring] = []
    for line in String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard line.first == "#" else { break }
      let comment = line.drop { $0 == "#" }.drop(while: \.isWhitespace)
      // For editors.
      if comment.hasPrefix("yaml-language-server:") || comment.hasPrefix("vim:") { continue }
      words += comment.split(whereSeparator: \.isWhitespace)
    }
    let end = words.indices.first { index in
      // `e.g.` ends no sentence, nor does what is followed by a small letter.
      words[index].hasSuffix(".") && !words[index].dropLast().contains(".")
        && words.dropFirst(index + 1).first?.first?.isLowercase != true
    }
    if let end { words = Array(words[...end]) }
    let sentence = words.joined(separator: " ")
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.isEmpty ? source.name : text
  }
}
