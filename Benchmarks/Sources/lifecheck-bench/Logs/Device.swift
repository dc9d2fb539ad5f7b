/// One record of a log, without its message.
struct LogRecord {
  enum Level: Int {
    case standard, info, debug, error, fault
  }

  var process = "Shop"
  var path = "/private/var/containers/Bundle/Application/Shop.app/Shop"
  var pid = 1181
  var thread = 88_334
  /// The sending library; nil if the process itself is the sender.
  var library: String?
  var subsystem = "com.example.shop"
  var category = "life"
  var level = Level.standard
  var activity = 0
  /// The tag of an Android log.
  var tag = "MainActivity"

  /// The record of an iOS app's event: from its main thread.
  static let ofApp = LogRecord()
  /// The record of an Android app's event. The number of the main thread is that of the process.
  static let ofActivity = LogRecord(thread: 1181)
}

/// The processes of a device. A few of them write most records, and each has libraries, categories and threads of its
/// own, as on a real device.
struct Device {
  private struct Source {
    var library: String?
    var subsystem: String
    var categories: [String]
  }

  private struct Process {
    var name: String
    var path: String
    var pid: Int
    var threads: [Int]
    var sources: [Source]
    var tag: String
  }

  private var processes: [Process] = []
  /// Indices of processes. The share of a process is that of Zipf's law.
  private var shares: [Int] = []
  private var random = SplitMix(seed: 11)
  private var newestThread = 100_000
  private var newestActivity = 400_000
  private var last: LogRecord?

  init() {
    for (rank, name) in Self.names.enumerated() {
      processes.append(process(name, rank: rank))
      shares += Array(repeating: rank, count: max(1, 1_200 / (rank + 1)))
    }
  }

  private mutating func process(_ name: String, rank: Int) -> Process {
    let own = Source(library: nil, subsystem: "com.apple.\(name)", categories: categories(of: 3))
    let shared = (0..<2 + random.index(below: 9)).map { _ in
      let library = Self.libraries[random.index(below: Self.libraries.count)]
      // Some libraries log without a subsystem.
      let hasSubsystem = random.index(below: 5) > 0
      return Source(
        library: library, subsystem: hasSubsystem ? "com.apple.\(library)" : "", categories: categories(of: 6)
      )
    }
    let threads = (0..<3 + 60 / (rank + 1) + random.index(below: 6)).map { _ in nextThread() }
    let word = Self.stems[rank % Self.stems.count]
    let kind = Self.tagEnds[random.index(below: Self.tagEnds.count)]
    return Process(
      name: name, path: "/usr/libexec/\(name)", pid: 31 + rank * 3 + random.index(below: 3), threads: threads,
      sources: [own] + shared, tag: word.prefix(1).uppercased() + word.dropFirst() + kind)
  }

  private mutating func categories(of most: Int) -> [String] {
    (0...random.index(below: most)).map { _ in
      Self.categoryNames[random.index(below: Self.categoryNames.count)]
    }
  }

  private mutating func nextThread() -> Int {
    newestThread += 1 + random.index(below: 40)
    return newestThread
  }

  /// The next record. More than half of them continue what a thread has begun to log.
  mutating func next() -> LogRecord {
    var record = last ?? start()
    if random.index(below: 10) < 4 { record = start() }
    record.level = level()
    last = record
    return record
  }

  /// A record of a random process.
  private mutating func start() -> LogRecord {
    let index = shares[random.index(below: shares.count)]
    let place = random.index(below: processes[index].threads.count)
    // Worker threads end, and others start.
    if random.index(below: 200) == 0 { processes[index].threads[place] = nextThread() }
    let process = processes[index]
    let source = process.sources[random.index(below: process.sources.count)]
    return LogRecord(
      process: process.name, path: process.path, pid: process.pid, thread: process.threads[place],
      library: source.library, subsystem: source.subsystem,
      category: source.categories[random.index(below: source.categories.count)],
      activity: activity(), tag: process.tag)
  }

  private mutating func level() -> LogRecord.Level {
    switch random.index(below: 100) {
    case 0..<65: .standard
    case 65..<80: .info
    case 80..<92: .debug
    case 92..<99: .error
    default: .fault
    }
  }

  /// Half of the records belong to one of the latest activities.
  private mutating func activity() -> Int {
    if random.index(below: 20) == 0 { newestActivity += 1 + random.index(below: 9) }
    return random.index(below: 2) == 0 ? 0 : newestActivity - random.index(below: 8)
  }
}

extension Device {
  private static func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Some 300 names of processes: those that log most on a phone, and made-up ones.
  private static let names =
    list(
      "SpringBoard runningboardd backboardd locationd kernel mediaserverd dasd symptomsd wifid bluetoothd CommCenter "
        + "nsurlsessiond trustd tccd apsd UserEventAgent powerd thermalmonitord searchd assistantd duetexpertd "
        + "contextstored mDNSResponder configd sharingd rapportd identityservicesd cloudd bird accountsd akd "
        + "securityd lsd installd suggestd photoanalysisd photolibraryd mediaanalysisd coreduetd chronod healthd "
        + "homed callservicesd imagent routined navd geod passd nfcd itunesstored appstored askpermissiond "
        + "softwareupdateservicesd mobileassetd cfprefsd notifyd logd diagnosticd ReportCrash spindump aggregated "
        + "analyticsd watchdogd launchd fseventsd keybagd seserviced biometrickitd hidd accessoryd usbmuxd lockdownd "
        + "ProtectedCloudKeySyncing AppPredictionIntentsHelperService WirelessRadioManagerd com.apple.WebKit.Networking "
        + "com.apple.WebKit.WebContent MobileMail MobileSafari Preferences Maps Music Camera MobilePhone MobileSMS"
    ) + stems.flatMap { stem in processEnds.map { stem + $0 } }

  private static let stems = list(
    "media photo cloud sync contacts mail weather health home voice game wallet search print radio store calendar "
      + "reminder notes translation")
  private static let processEnds = list(
    "agentd serviced helperd analyticsd syncd indexerd Extension UIService monitord schedulerd cached")
  private static let tagEnds = list(
    "Service Manager Client Controller Provider Worker Cache Repository Helper Impl Dispatcher Monitor")

  private static let libraries = list(
    "CFNetwork Network libnetwork UIKitCore FrontBoard FrontBoardServices BackBoardServices RunningBoard "
      + "RunningBoardServices CoreFoundation Foundation CoreData CoreLocation CoreMotion CoreMedia AVFCore "
      + "AudioToolbox MediaRemote QuartzCore IOKit libxpc.dylib libdispatch.dylib libsystem_info.dylib Security "
      + "SecurityFoundation TCC LaunchServices CoreServices MobileCoreServices CoreDuet CoreDuetContext "
      + "DuetActivityScheduler PowerLog PerfPowerServices SymptomEvaluator WiFiPolicy CoreWiFi CoreBluetooth "
      + "CoreTelephony IDS IMFoundation Contacts CloudKit CloudKitDaemon Accounts AuthKit AppleAccount "
      + "Preferences ManagedConfiguration SpringBoardServices BaseBoard UserNotifications "
      + "UserNotificationsServer ChronoServices WidgetKit Intents SiriAnalytics AssistantServices Vision "
      + "PhotosGraph PhotoLibraryServices MediaAnalysis Metal IOSurface CoreImage WebKit WebCore "
      + "JavaScriptCore SoftwareUpdateServices MobileAsset")

  private static let categoryNames = list(
    "Default connection Common ttl process assertion TouchEvents EventDispatch player session state policy cache "
      + "database query network transport quic tcp dns http task scheduling power thermal signal radio scan "
      + "fetch upload download migration index search store sync account token keychain access signpost performance "
      + "layout render display animation gesture keyboard focus window general")
}
