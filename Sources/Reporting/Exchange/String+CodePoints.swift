extension String {
  /// Returns the text with other texts in place of some code points. Comparing characters is not enough: a sign and the marks
  /// beside it are one character.
  func replacingCodePoints(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
