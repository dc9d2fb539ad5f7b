import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension System {
  /// A child process with pipes for its input and output.
  struct Child {
    let process: pid_t
    /// The pipe to its standard input.
    let input: Int32
    /// The pipe from its standard output.
    let output: Int32
  }

  /// Starts a program from the PATH. Its standard error is discarded. Throws `.missing` if there is no such program.
  static func start(_ program: String, _ arguments: [String]) throws(SystemError) -> Child {
    try starting.withLock { _ throws(SystemError) in try startAlone(program, arguments) }
  }

  /// Serialises the start of programs, because a program started on another thread must not inherit a pipe created
  /// here.
  private static let starting = Mutex(())

  private static func startAlone(_ program: String, _ arguments: [String]) throws(SystemError) -> Child {
    let (itsInput, input) = try pipe()
    defer { close(itsInput) }
    do throws(SystemError) {
      let (output, itsOutput) = try pipe()
      defer { close(itsOutput) }
      do throws(SystemError) {
        // Non-blocking, because the program waits for both pipes, and must not block on one of them.
        try check(fcntl(input, F_SETFL, O_NONBLOCK) < 0 ? errno : 0)
        let process = try spawn([program] + arguments, reading: itsInput, writing: itsOutput)
        return Child(process: process, input: input, output: output)
      } catch {
        close(output)
        throw error
      }
    } catch {
      close(input)
      throw error
    }
  }

  private static func spawn(
    _ words: [String], reading input: Int32, writing output: Int32
  ) throws(SystemError) -> pid_t {
    // Both structures and the texts outlive the call that reads them.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    try check(unsafe posix_spawn_file_actions_init(&actions))
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    try check(unsafe posix_spawn_file_actions_adddup2(&actions, input, 0))
    try check(unsafe posix_spawn_file_actions_adddup2(&actions, output, 1))
    try check(unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0))
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    // This program ignores SIGPIPE, and some of its threads block signals. The child must be ended by them.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
    unsafe sigaddset(&signals, SIGPIPE)
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    try check(unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))
    // Only PATH: some of these programs read options from environment variables.
    let environment = environment("PATH").map { ["PATH=" + $0] } ?? []
    var process = pid_t()
    let failure = unsafe withTexts(words) { pointers in
      unsafe withTexts(environment) {
        unsafe posix_spawnp(&process, words[0], &actions, &attributes, pointers, $0)
      }
    }
    try check(failure)
    return process
  }

  /// Throws the error of a call that returns an error number.
  private static func check(_ number: Int32) throws(SystemError) {
    if number != 0 { throw SystemError(number) }
  }

  /// Asks a process to end.
  static func terminate(_ process: pid_t) { _ = kill(process, SIGTERM) }

  /// Waits for a process to end. Returns its exit status; nil if a signal ended it.
  static func waitForExit(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// A pipe that other programs do not inherit.
  static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    // The call fills both ends.
    guard unsafe systemPipe(&ends) == 0 else { throw SystemError(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Waits until one of three descriptors can be read, or one can be written to. Negative descriptors are ignored. A
  /// signal or the timeout, in milliseconds, also ends the wait.
  static func wait(
    reading first: Int32, _ second: Int32 = -1, _ third: Int32 = -1, writing: Int32 = -1, timeout: Int32 = -1
  ) -> (Bool, Bool, Bool, writing: Bool) {
    func awaiting(_ descriptor: Int32, _ event: Int32) -> pollfd {
      pollfd(fd: descriptor, events: Int16(event), revents: 0)
    }
    var polls = (
      awaiting(first, POLLIN), awaiting(second, POLLIN), awaiting(third, POLLIN), awaiting(writing, POLLOUT)
    )
    // All four `pollfd` outlive the call, which fills `revents`.
    let count = unsafe withUnsafeMutableBytes(of: &polls) {
      unsafe poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 4, timeout)
    }
    func isReady(_ place: pollfd) -> Bool { count > 0 && place.revents != 0 }
    return (isReady(polls.0), isReady(polls.1), isReady(polls.2), isReady(polls.3))
  }

  /// Writes as many bytes to a non-blocking pipe as it accepts. Returns their number. Throws `.closedPipe` if its
  /// reader is gone.
  static func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    // The kernel reads at most these bytes.
    let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    let error = errno
    if error == EINTR || error == EAGAIN { return 0 }
    throw SystemError(error)
  }
}

/// Calls the body with texts as C strings: a list of pointers that ends with null.
private func withTexts<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  // Freed below. `strdup` returns nil only if memory is exhausted.
  let pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(pointers)
}

// Inside `System`, `pipe` is its own function.
@unsafe private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
