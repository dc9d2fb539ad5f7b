/// What a log has shown of itself so far, where a line alone does not tell all of its meaning.
struct LogContext: ~Copyable {
  /// Counts the midnights and the New Years between times that do not tell the day or the year.
  var calendar: LogCalendar

  init(year: Int) { calendar = LogCalendar(year: year) }
}
