#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The wish of a person or of the system that the program ends, SIGINT or SIGTERM: the first one ends the input, so that
/// the report of what was read comes to its end; the second one ends the program.
enum Interruption {
  /// Can be read from the first signal on; negative where signals are not heeded.
  static var descriptor: Int32 { unsafe signalPipe.reading }

  /// Whether a signal has come.
  static var isThere: Bool { Platform.wait(reading: descriptor, timeout: 0).0 }

  /// Heeds the signals, except those that whoever started the program had ignored.
  static func heed() {
    guard let pipe = try? Platform.pipe() else { return }
    // Written before a handler can run.
    unsafe signalPipe = pipe
    // A program that is started by a thread inherits what that holds back.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    defer { unsafe sigprocmask(SIG_UNBLOCK, &signals, nil) }
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&signals, number)
      // Functions of C are compared by their addresses.
      let former = unsafe unsafeBitCast(signal(number, endInput), to: Int.self)
      let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      if former == ignoring { _ = signal(number, SIG_IGN) }
      endCalls(number)
    }
  }
}

/// Lets a signal end a call that waits, such as that for somebody who writes to a pipe.
private func endCalls(_ number: Int32) {
  // The structure outlives both calls, the first of which fills it.
  var action = sigaction()
  unsafe sigaction(number, nil, &action)
  action.sa_flags &= ~Int32(SA_RESTART)
  unsafe sigaction(number, &action, nil)
}

/// A pipe, so that a wait for input ends even if the signal came just before it.
nonisolated(unsafe) private var signalPipe: (reading: Int32, writing: Int32) = (-1, -1)

/// Runs at any moment, and calls only what POSIX lets a handler call.
private let endInput: @convention(c) (Int32) -> Void = { _ in
  _ = signal(SIGINT, SIG_DFL)
  _ = signal(SIGTERM, SIG_DFL)
  var byte: UInt8 = 0
  _ = unsafe write(signalPipe.writing, &byte, 1)
}
