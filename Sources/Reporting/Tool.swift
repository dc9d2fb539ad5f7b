/// The name and version of the program.
public enum Tool {
  /// The name of the command.
  public static let name = "lifecheck"
  /// The version.
  public static let version = "0.1.0"
}
