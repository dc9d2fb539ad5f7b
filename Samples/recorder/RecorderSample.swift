import Foundation

/// Prints the trace of an app that is launched, used, sent to the background, killed, and launched again. With `--scenes`, the app
/// has a scene. With `--bug NAME`, it has a bug.
///
///     swift run recorder-sample --bug timer | swift run lifecheck -
@main struct RecorderSample {
  @MainActor static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let trace = trace(for: arguments) else {
      let list = SeededBug.all.map { "  \($0.name): \($0)\n" }.joined()
      let usage = "usage: recorder-sample [--scenes | --bug NAME]\n\nbugs:\n\(list)"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    FileHandle.standardOutput.write(Data(trace.utf8))
  }

  /// The trace that the arguments ask for; nil if they are wrong.
  @MainActor private static func trace(for arguments: [String]) -> String? {
    switch arguments {
    case []: return AppRun.traceOfKilledRun()
    case ["--scenes"]:
      let run = AppRun(info: AppRun.infoWithScenes)
      run.playHealthySceneRun(AppRun.Scene("main"))
      return run.text
    case _ where arguments.count == 2 && arguments[0] == "--bug":
      return SeededBug.all.first { $0.name == arguments[1] }?.trace()
    default: return nil
    }
  }
}
