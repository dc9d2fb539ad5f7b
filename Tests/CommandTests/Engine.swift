/// Whether the built program reads logs and checks them.
enum Engine {
  static let isThere: Bool = {
    guard let sandbox = try? Sandbox(["bad.log": Sandbox.bad]) else { return false }
    return (try? sandbox.check("bad.log"))?.status == 1
  }()
}
