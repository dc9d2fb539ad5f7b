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

/// The output of `log show` for a device: messages of the system, and one callback of the app in a thousand lines.
struct UnifiedLog: LogGenerator {
  private var clock = LogClock()
  private var callbacks = RareEvents(RareEvents.callbacks)
  private var noise = Noise(Noise.ofSystem, words: Noise.systemWords, seed: 1)
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
  private var callbacks = RareEvents(RareEvents.callbacks)
  private var noise = Noise(Noise.ofApp, words: Noise.appWords, seed: 2)

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
