/// Messages that are not events, but contain words of callbacks.
struct Noise {
  /// A text with placeholders: `#` for a number, `%` for a longer hexadecimal number, `@` for a word.
  private enum Piece {
    case text([UInt8])
    case number
    case hex
    case word
  }

  private let messages: [[Piece]]
  private let words: [[UInt8]]
  private var random: SplitMix

  init(_ messages: [String], words: String, seed: UInt64) {
    self.messages = messages.map(Self.pieces)
    self.words = words.split(separator: " ").map { Array($0.utf8) }
    random = SplitMix(seed: seed)
  }

  private static func pieces(of message: String) -> [Piece] {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    for byte in message.utf8 {
      let hole: Piece? =
        switch byte {
        case UInt8(ascii: "#"): .number
        case UInt8(ascii: "%"): .hex
        case UInt8(ascii: "@"): .word
        default: nil
        }
      guard let hole else {
        text.append(byte)
        continue
      }
      pieces += [.text(text), hole]
      text = []
    }
    return pieces + [.text(text)]
  }

  /// A random index below a count.
  mutating func pick(_ count: Int) -> Int { random.index(below: count) }

  mutating func append(to log: inout [UInt8]) {
    for piece in messages[pick(messages.count)] {
      switch piece {
      case .text(let text): log += text
      case .number: log.append(pick(5_000))
      case .hex: log.append(hex: random.next(), digits: 9)
      case .word: log += words[pick(words.count)]
      }
    }
  }
}

/// An app that enters the background and returns, with one callback in a thousand lines.
struct RareCallbacks {
  private static let cycle = [
    "applicationDidBecomeActive:", "applicationWillResignActive:", "applicationDidEnterBackground:",
    "applicationWillEnterForeground:",
  ]
  private var line = 0

  /// The message of the next line, if it is one of the app's.
  mutating func next() -> String? {
    line += 1
    return line % 1000 == 1 ? "-[AppDelegate \(Self.cycle[line / 1000 % 4])]" : nil
  }
}

/// The output of `log show` for a device: messages of the system, and one callback of the app in a thousand lines.
struct UnifiedLog: LogGenerator {
  private var clock = LogClock()
  private var callbacks = RareCallbacks()
  private var noise = Noise(
    [
      "[0x%] activating connection: mach=true listener=false peer=false name=com.apple.@.@",
      "[FBSceneManager]:scene-% com.apple.@ update settings: interfaceOrientation = portrait (#)",
      "Received state update for # (app<com.example.@(%)>, running-active-NotVisible",
      "Calculated state for app<com.example.@(%)>: running-suspended (role: Background) (endowments: <private>)",
      "Acquiring assertion targeting [app<com.example.@>:#] from originator [daemon<com.apple.@>:#] for reason @",
      "Evaluating dispatch of UIEvent: 0x%; type: 0; subtype: 0; backing type: 11; shouldSend: 1; ignoreInteractionEvents: 0",
      "[com.apple.@.background:#] starting transfer for task <%>.<#> at rate # with priority 5",
      "Task <%>.<#> finished with status: foregroundRequested 0, timer fired 0, application state unknown",
      "client %: @ timer @ scheduled for # ms, leeway # ms, tolerance default",
      "Window did resign key @; scene session identifier: com.apple.@:default-%",
      "Connection #: received viability advisory(Y) for interface en0, path satisfied (Path is satisfied), @",
      "nw_flow_connected [C# Hostname#@:443 in_progress channel-flow (satisfied (Path is satisfied), viable, interface: en0, dns)] Transport protocol connected (tcp)",
      "TCC: service @ preflight for com.example.@ returned #, background: no, prompt policy default %",
      "cache lookup for key @.@.% took # us, application did finish @ before",
      "<UIApplicationSceneSettings %> changed: foreground = NotSet; isActiveAppearance @; delegate will be told @",
      "Snapshot generation for application @ skipped: the scene is not yet in the background list (#)",
    ],
    words:
      "application background foreground timer scene view state active cache network render session layout window "
      + "delegate image default request response queue launch terminate memory protected data lock unlock home screen",
    seed: 1)
  private static let senders = [
    "SpringBoard: (FrontBoard) [com.apple.FrontBoard:SceneManager] ",
    "runningboardd: (RunningBoard) [com.apple.runningboard:ttl] ",
    "backboardd: (BackBoardHIDEventFoundation) [com.apple.BackBoard:TouchEvents] ",
    "nsurlsessiond: (CFNetwork) [com.apple.CFNetwork:Default] ",
    "locationd: [com.apple.locationd.Core:Notifier] ",
    "Shop: (libxpc.dylib) [com.apple.xpc:connection] ",
    "Shop: (UIKitCore) [com.apple.UIKit:EventDispatch] ",
    "mediaserverd: (CoreMedia) [com.apple.coremedia:player] ",
  ]

  mutating func append(to log: inout [UInt8]) {
    clock.advance(by: 200 + noise.pick(5_000))
    clock.append(to: &log)
    let callback = callbacks.next()
    let sender = callback == nil ? noise.pick(Self.senders.count) : 5
    log += "+0100 0x".utf8
    log.append(hex: UInt64(0x1a2b0 + sender * 7), digits: 5)
    log += "    Default     0x0                  ".utf8
    log.append(400 + sender)
    log += "    0    ".utf8
    if let callback {
      log += "Shop: ".utf8
      log += callback.utf8
    } else {
      log += Self.senders[sender].utf8
      noise.append(to: &log)
    }
    log.append(UInt8(ascii: "\n"))
  }
}

/// The output of Xcode's console for another app, which does not occur in the system's log above it.
struct ConsoleLog: LogGenerator {
  private var clock = LogClock()
  private var callbacks = RareCallbacks()
  private var noise = Noise(
    [
      "[Sync] batch # of # applied, # conflicts, cursor %, next @ in # s, retry policy @ with jitter, table @",
      "[Player] item <AVPlayerItem: 0x%> likely to keep up: @, buffered # ms, stalled # ms, timer # ms, audio session @",
      "[Net] GET https://api.example.com/v2/@/#?cursor=%&expand=@ -> 200 in # ms, # bytes, cached @, connection reused",
      "[Store] fetched # rows of @ in # ms using index @_on_@, did become stale # s ago, background refresh @, context %",
      "CoreData: debug: fault fulfilled from @ for : 0x% <x-coredata://%/@/p#>, with row version # and state @",
      "[UI] <CollectionView: 0x%; baseClass = UIScrollView; frame = (0 #; 390 #); layer = <CALayer: 0x%>> laid out in # us",
      "[Ads] slot @ will enter auction # with # bidders, floor # ct, winner @, session foreground time # s, request %",
      "[Analytics] queued event @_@ with # parameters, launch counter #, did finish upload @, next flush in # s, file %",
    ],
    words:
      "orders basket product list detail search avatar banner payment shipping address checkout coupon review rating "
      + "applicationState didBecome willResign sceneState enterBackground terminate launching finish memory",
    seed: 2)

  mutating func append(to log: inout [UInt8]) {
    clock.advance(by: 200 + noise.pick(5_000))
    clock.append(to: &log)
    log += "+0100 Market[5151:".utf8
    log.append(80_000 + noise.pick(9))
    log += "] ".utf8
    if let callback = callbacks.next() { log += callback.utf8 } else { noise.append(to: &log) }
    log.append(UInt8(ascii: "\n"))
  }
}

/// A log that changes after a number of bytes to lines of another app in another format.
struct ChangingLog: LogGenerator {
  private var first = UnifiedLog()
  private var second = ConsoleLog()
  private var left: Int

  init(after bytes: Int) { left = bytes }

  mutating func append(to log: inout [UInt8]) {
    guard left > 0 else { return second.append(to: &log) }
    let start = log.count
    first.append(to: &log)
    left -= log.count - start
  }
}
