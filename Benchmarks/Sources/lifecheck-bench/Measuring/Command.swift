/// A program with its arguments, which is measured in turn with others.
struct Command {
  var name: String
  var words: [String]
  /// The exit statuses that are not a failure. `rg` and lifecheck report their findings by the exit status.
  var statuses: [Int32] = [0]
  /// The file for its output. `cat` would be unrealistically fast without one.
  var output: String?
  /// The number of cores that it may use.
  var cores: Int32 = 1
}
