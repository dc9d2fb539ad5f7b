import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The facts about an app that `app.config` records.
struct AppFacts: Sendable {
  private(set) var fields: [(name: String, value: String)] = []

  /// Reads the facts from the content of Info.plist. `others` are facts that the app states itself; they take precedence.
  init(info: [String: Any], others: [(key: String, value: String)]) {
    addSystemFacts()
    // Without Info.plist, a missing key proves nothing.
    if !info.isEmpty { addFacts(of: info) }
    for (name, value) in others { set(name, value) }
  }

  private mutating func addFacts(of info: [String: Any]) {
    if let version = info["DTPlatformVersion"] as? String, !version.isEmpty { set("linkedSdk", version) }
    let modes = info["UIBackgroundModes"] as? [String] ?? []
    set("backgroundModes", modes.isEmpty ? "none" : modes.joined(separator: ","))
    set("mainStoryboard", info["UIMainStoryboardFile"] as? String ?? "none")
    set("mainNib", info["NSMainNibFile"] as? String ?? "none")
    set("scenes", info["UIApplicationSceneManifest"] == nil ? "no" : "yes")
    if info["UIApplicationExitsOnSuspend"] as? Bool == true { set("exitsOnSuspend", "yes") }
  }

  private mutating func addSystemFacts() {
    #if os(iOS)
      let version = ProcessInfo.processInfo.operatingSystemVersion
      set("ios", "\(version.majorVersion).\(version.minorVersion)")
    #endif
    #if canImport(Darwin)
      if let isDebugged = Self.isDebugged { set("debugger", isDebugged ? "yes" : "no") }
    #endif
  }

  private mutating func set(_ name: String, _ value: String) {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields[index].value = value
    } else {
      fields.append((name, value))
    }
  }

  #if canImport(Darwin)
    /// Whether a debugger is attached. The system then does not enforce time limits.
    private static var isDebugged: Bool? {
      var info = unsafe kinfo_proc()
      var size = unsafe MemoryLayout<kinfo_proc>.stride
      var request = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard unsafe sysctl(&request, UInt32(request.count), &info, &size, nil, 0) == 0 else { return nil }
      return unsafe info.kp_proc.p_flag & P_TRACED != 0
    }
  #endif
}
