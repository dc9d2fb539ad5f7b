import Rulebook
import Trace

/// An input file of the benchmarks. Its name determines its content: `sparse-1000000000`, `keys-1000-2000000`.
enum Input {
  case log(any LogGenerator, LogSize)
  case bytes(() -> [UInt8])

  init?(name: String) {
    let words = name.split(separator: "-", maxSplits: 3).map(String.init)
    let first = words.count > 1 ? Int(words[1]) ?? 0 : 0
    let second = words.count > 2 ? Int(words[2]) ?? 0 : 0
    // Without its numbers, a name means no log.
    switch words[0] {
    case "apple", "format", "literals": break
    case "leaks": guard second > 0 else { return nil }
    case "keys", "text", "json", "binary": guard first > 0, second > 0 else { return nil }
    default: guard first > 0 else { return nil }
    }
    switch words[0] {
    case "sparse": self = .log(UnifiedLog(), .bytes(first))
    case "changing": self = .log(ChangingLog(after: first / 2), .bytes(first))
    case "nslog": self = .log(NSLogLog(), .lines(first))
    case "ndjson": self = .log(NDJSONLog(), .lines(first))
    case "threadtime": self = .log(ThreadtimeLog(), .lines(first))
    case "apple":
      switch (words.count, words.last.flatMap { Int($0) }) {
      case (3, let lines?) where words[1] == "ndjson": self = .log(AppleLog(), .lines(lines))
      case (4, let bytes?) where words[1...2] == ["ndjson", "sparse"]:
        self = .log(SparseAppleLog(), .bytes(bytes))
      default: return nil
      }
    case "device": self = .log(FormatLog(.oslogDefault), .bytes(first))
    case "format":
      // The name of a format contains hyphens, too.
      let format = name.dropFirst("format-".count)
      guard let hyphen = format.lastIndex(of: "-"), let bytes = Int(format[hyphen...].dropFirst()),
        let row = FormatRow.all.first(where: { $0.name == format[..<hyphen] })
      else { return nil }
      self = .log(FormatLog(row), .bytes(bytes))
    case "lifecycle": self = .log(LifecycleLog(), .lines(first))
    case "keys": self = .log(KeysLog(live: first), .lines(second))
    case "leaks":
      guard words.count == 3, let kind = LeakLog.Kind(rawValue: words[1]) else { return nil }
      self = .log(LeakLog(kind), .lines(second))
    case "literals":
      let (rulebook, platform): (String, Platform) = words.count > 1 ? ("android", .android) : ("ios", .apple)
      self = .bytes { Self.lines(Rulebooks.literals(of: Rulebooks.load(rulebook).vocabulary, for: platform)) }
    case "rules": self = .bytes { Timescale.rulebook(lower: first * 3 / 10, upper: first) }
    case "upper": self = .bytes { Timescale.rulebook(lower: 3, upper: first) }
    case "quiet": self = .bytes { Timescale.log(Timescale.quiet(first)) }
    case "busy": self = .bytes { Timescale.log(Timescale.busy(first)) }
    case "text", "json", "binary":
      guard words.count == 4, let property = Timescale(rawValue: words[3]) else { return nil }
      self = .bytes {
        let rows = property.rows(second, bound: first)
        return switch words[0] {
        case "json": property.json(rows)
        case "binary": Timescale.binary(rows)
        default: Timescale.log(rows, telling: property.propositions)
        }
      }
    default: return nil
    }
  }

  func write() {
    switch self {
    case .log(var generator, let size): generator.write(size)
    case .bytes(let make): Files.write(make(), to: 1)
    }
  }

  private static func lines(_ texts: [String]) -> [UInt8] {
    Array(texts.map { $0 + "\n" }.joined().utf8)
  }
}

extension Timescale {
  /// The trace of the suite under a bound.
  fileprivate func rows(_ count: Int, bound: Int) -> [Row] {
    var dice = SplitMix(seed: 20_250_101 + UInt64(bound))
    return rows(count, bound: bound, using: &dice)
  }

  /// The ten rules with other bounds, in milliseconds.
  fileprivate static func rulebook(lower: Int, upper: Int) -> [UInt8] {
    let text = Files.text(of: "Benchmarks/timescales.yaml")
    return Array(
      text.replacing(" 3ms", with: " \(lower)ms").replacing(" 10ms", with: " \(upper)ms").utf8)
  }

  /// Rows that keep three properties under every upper bound, because p never holds.
  fileprivate static func quiet(_ count: Int) -> [Row] {
    (0..<count).map { $0 % 10 == 0 ? .q : $0 % 10 == 6 ? .r : [] }
  }

  /// Rows that keep six properties under every upper bound, because p always holds.
  fileprivate static func busy(_ count: Int) -> [Row] {
    (0..<count).map {
      $0 % 10 == 0 ? [.q, .p, .s] : $0 % 10 == 5 ? [.p, .s] : $0 % 10 == 6 ? [.p, .r] : .p
    }
  }
}
