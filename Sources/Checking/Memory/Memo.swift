/// A memo with one entry: a text is created again only if its subject differs from the last one. Most violations of a sentence
/// have the same text.
struct Memo<Subject: Equatable, Text> {
  private(set) var subject: Subject?
  private(set) var newest: Text?

  /// Returns the text of a subject: the last one, if it has the same subject, or a new one.
  mutating func text(of subject: Subject, _ write: @autoclosure () -> Text) -> Text {
    if subject == self.subject, let newest { return newest }
    let text = write()
    (self.subject, newest) = (subject, text)
    return text
  }
}
