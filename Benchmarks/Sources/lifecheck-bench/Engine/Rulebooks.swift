import Rulebook
import Trace

/// The rulebooks of the benchmarks.
enum Rulebooks {
  /// A bundled rulebook, or one in a file, and of its rules that one alone if one is named.
  static func load(_ name: String, rule: String? = nil) -> Rulebook {
    do {
      var rulebook = try Rulebook.load([name]) { path in
        Files.size(of: path) == nil ? .failure(.init("no such file")) : .success(Files.bytes(of: path))
      }
      if let rule { rulebook.rules.removeAll { $0.id != rule } }
      return rulebook
    } catch {
      fail("\(name) is no valid rulebook: \(error)")
    }
  }

  /// Texts that a line of an Apple system's log with an event holds one of: what a person would give to `rg -F -f`.
  static func literals(of vocabulary: Vocabulary) -> [String] {
    var texts: Set<String> = []
    for event in vocabulary.events where event.platform != .android {
      texts.insert(event.name)
      for callback in event.callbacks {
        // A method's first part says enough alone, or its second one does: `application:didEnterRegion:`.
        let parts = callback.split { ":()_".contains($0) }
        if let text = parts.count > 1 ? parts[1...].max(by: { $0.count < $1.count }) : parts.first {
          texts.insert(String(text))
        }
      }
      texts.formUnion(event.notifications.map { String($0.split(separator: ".").last ?? "") })
    }
    return texts.sorted()
  }
}
