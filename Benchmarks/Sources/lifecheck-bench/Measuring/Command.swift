/// A program with its arguments, as it is run side by side with others.
struct Command {
  var name: String
  var words: [String]
  /// Its exit statuses that are no failure: `rg` and lifecheck say what they found by it.
  var statuses: [Int32] = [0]
  /// Where its output goes; `cat` goes faster than it can to nowhere.
  var output: String?
  /// How many cores it may use.
  var cores: Int32 = 1
}
