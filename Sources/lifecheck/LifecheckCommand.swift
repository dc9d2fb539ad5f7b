import ArgumentParser

@main
struct LifecheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "lifecheck")
}
