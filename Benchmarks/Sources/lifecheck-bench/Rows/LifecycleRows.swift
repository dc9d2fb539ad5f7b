/// A log of an app's life cycle with four kinds of faults, and an awk script for three of them.
enum LifecycleRows {
  static func rows(_ sitting: Sitting) -> [Row] {
    let log = sitting.file("lifecycle-\(sitting.scaled(1_000_000, by: 20))")
    var programs = [sitting.lifecheck("lifecheck, life cycle", [log])]
    if sitting.find("mawk") != nil {
      programs.append(
        Command(name: "mawk, life cycle", words: ["mawk", "-f", "Benchmarks/lifecycle.awk", log]))
    }
    let times = sitting.measure(programs)
    let mawk = times.count > 1 ? times[1].cpu : nil
    // Each rule on its own, because the report of all rules contains more than these three.
    let counts = ["no-gl-in-background", "timers-stopped-on-resign", "close-protected-files-on-lock"].map {
      String(sitting.count(of: $0, in: log))
    }
    let awk = mawk == nil ? [] : sitting.text(of: programs[1].words).split(separator: "\n").map(String.init)
    return [
      Row(
        "life-cycle log of \(sitting.events(in: log)) events, compared with `mawk` with three rules",
        .most(0.7, floor: 1, "×"),
        mawk.map { times[0].cpu / $0 },
        "\(times[0].cpu.milliseconds), `mawk` \(mawk?.milliseconds ?? "missing"); violations of the three rules: "
          + "\(counts.joined(separator: "/")), `mawk` \(awk.joined(separator: "/"))")
    ]
  }
}

extension Sitting {
  /// The number of violations of a rule.
  fileprivate func count(of rule: String, in log: String) -> Int {
    let words = [options.tool, "check", "--no-config", "-q", "-f", "concise", "--select", rule, log]
    // The other lines are related lines.
    return text(of: words).split(separator: "\n").count {
      $0.contains(" error: ") || $0.contains(" warning: ")
    }
  }
}
