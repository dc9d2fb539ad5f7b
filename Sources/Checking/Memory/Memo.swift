/// What is put together anew only where it is about something else than the last time: most violations of a sentence say
/// the same.
struct Memo<Subject: Equatable, Text> {
  private(set) var subject: Subject?
  private(set) var newest: Text?

  mutating func text(of subject: Subject, _ write: @autoclosure () -> Text) -> Text {
    if subject == self.subject, let newest { return newest }
    let text = write()
    (self.subject, newest) = (subject, text)
    return text
  }
}
