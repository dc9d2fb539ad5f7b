#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Handles SIGINT and SIGTERM. The first signal ends the input, so the report of the lines read so far is complete. The
/// second signal ends the program.
enum Interruption {
  /// A descriptor that becomes readable with the first signal; negative if signals are not handled.
  static var descriptor: Int32 { unsafe signalPipe.reading }

  /// Whether a signal was received.
  static var isRequested: Bool { System.wait(reading: descriptor, timeout: 0).0 }

  /// Installs handlers for both signals, unless the parent process ignored them.
  static func installHandlers() {
    guard let pipe = try? System.pipe() else { return }
    // Set before a handler can run.
    unsafe signalPipe = pipe
    // A program inherits the blocked signals of the thread that started it.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    defer { unsafe sigprocmask(SIG_UNBLOCK, &signals, nil) }
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&signals, number)
      // C functions are compared by address.
      let former = unsafe unsafeBitCast(signal(number, endInput), to: Int.self)
      let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if former == ignoring { _ = signal(number, SIG_IGN) }
      endCalls(number)
    }
  }
}

/// Makes a signal interrupt blocking calls, such as `open` on a pipe that has no writer.
private func endCalls(_ number: Int32) {
  // The structure outlives both calls, the first of which fills it.
  var action = sigaction()
  unsafe sigaction(number, nil, &action)
  action.sa_flags &= ~Int32(SA_RESTART)
  unsafe sigaction(number, &action, nil)
}

/// A pipe, because it ends a wait for input even if the signal arrives just before the wait.
nonisolated(unsafe) private var signalPipe: (reading: Int32, writing: Int32) = (-1, -1)

/// The signal handler. Calls only functions that POSIX allows in handlers.
private let endInput: @convention(c) (Int32) -> Void = { _ in
  _ = signal(SIGINT, SIG_DFL)
  _ = signal(SIGTERM, SIG_DFL)
  var byte: UInt8 = 0
  _ = unsafe write(signalPipe.writing, &byte, 1)
}
