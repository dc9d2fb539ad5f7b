import Rulebook
import Trace

/// The rulebooks of the benchmarks.
enum Rulebooks {
  /// A bundled rulebook or one in a file, reduced to a single rule if one is named.
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

  /// The texts for `rg -F -f`. Every line of the platform's log with an event contains one of them.
  static func literals(of vocabulary: Vocabulary, for platform: Platform) -> [String] {
    let other: Platform = platform == .apple ? .android : .apple
    var texts: Set<String> = []
    for event in vocabulary.events where event.platform != other {
      texts.insert(event.name)
      for callback in event.callbacks {
        // The first part of a method's name is specific enough, or else the second one: `application:didEnterRegion:`.
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
