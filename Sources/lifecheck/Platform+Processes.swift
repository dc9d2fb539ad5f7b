import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Platform {
  /// A program that reads what is written into it, and whose output is read.
  struct Child {
    let process: pid_t
    /// Where its input is written to.
    let input: Int32
    /// Where its output is read from.
    let output: Int32
  }

  /// Starts a program that is on the path; what it complains of is not shown. Throws `.missing` where there is none.
  static func start(_ program: String, _ arguments: [String]) throws(SystemError) -> Child {
    try starting.withLock { _ throws(SystemError) in try startAlone(program, arguments) }
  }

  /// One at a time: a program that another thread starts must not inherit a pipe that is made here.
  private static let starting = Mutex(())

  private static func startAlone(_ program: String, _ arguments: [String]) throws(SystemError) -> Child {
    let (itsInput, input) = try pipe()
    defer { close(itsInput) }
    do throws(SystemError) {
      let (output, itsOutput) = try pipe()
      defer { close(itsOutput) }
      do throws(SystemError) {
        // The program waits for both ends, and must not wait for one of them alone.
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
    // Both structures live until the call has read them, and so do the texts.
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
    // The program itself ignores closed pipes, and some of its threads hold signals back; that one is to end by them.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
    unsafe sigaddset(&signals, SIGPIPE)
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    try check(unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))
    // Nothing else of the environment, for some of these programs take options from it.
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

  /// Throws the error that a call gives back as its number.
  private static func check(_ number: Int32) throws(SystemError) {
    if number != 0 { throw SystemError(number) }
  }

  /// Waits for the end of a program: its exit status, or nil where a signal ended it.
  static func end(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// A pipe that no other program inherits.
  static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    // The call fills both ends.
    guard unsafe systemPipe(&ends) == 0 else { throw SystemError(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Waits until one of these can be read, or that one be written to; negative numbers are passed over. A signal ends the
  /// wait, too, and so does the timeout, in milliseconds, if there is one.
  static func wait(
    reading first: Int32, _ second: Int32 = -1, _ third: Int32 = -1, writing: Int32 = -1, timeout: Int32 = -1
  ) -> (Bool, Bool, Bool, writing: Bool) {
    func awaiting(_ descriptor: Int32, _ event: Int32) -> pollfd {
      pollfd(fd: descriptor, events: Int16(event), revents: 0)
    }
    var polls = (
      awaiting(first, POLLIN), awaiting(second, POLLIN), awaiting(third, POLLIN), awaiting(writing, POLLOUT)
    )
    // Four of one kind outlive the call, which fills `revents`.
    let count = unsafe withUnsafeMutableBytes(of: &polls) {
      unsafe poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 4, timeout)
    }
    func isReady(_ place: pollfd) -> Bool { count > 0 && place.revents != 0 }
    return (isReady(polls.0), isReady(polls.1), isReady(polls.2), isReady(polls.3))
  }

  /// Writes as much as can be written without waiting to a pipe that does not wait. Throws `.closedPipe` where nobody reads
  /// it.
  static func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    // The kernel reads at most these bytes.
    let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    let error = errno
    if error == EINTR || error == EAGAIN { return 0 }
    throw SystemError(error)
  }
}

/// Lends texts as C has them: a list of pointers with a null at its end.
private func withTexts<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  // Freed below; none is nil unless memory is at its end.
  let pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(pointers)
}

// Inside `Platform` this name means its own function.
@unsafe private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
