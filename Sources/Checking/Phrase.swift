/// A text that is put together anew only where it is about something else than the last time: most violations of a
/// sentence say the same.
struct Phrase<Subject: Equatable> {
  private var newest: (subject: Subject, text: String)?

  mutating func text(of subject: Subject, _ write: @autoclosure () -> String) -> String {
    if let newest, newest.subject == subject { return newest.text }
    let text = write()
    newest = (subject, text)
    return text
  }
}
