/// What this program calls itself.
public enum Tool {
  /// Its name.
  public static let name = "lifecheck"
  /// Its version.
  public static let version = "0.1.0"
}
