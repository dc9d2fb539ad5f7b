#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time and memory that a program used.
struct Cost {
  /// Wall time and CPU time in seconds.
  var wall: Double
  var cpu: Double
  /// The peak resident memory in bytes. It cannot be less than the memory of this program.
  var memory: Int
  /// The exit status; nil if a signal ended the program.
  var status: Int32?
}

/// A running child process.
struct Child {
  private let process: pid_t
  private let start: Double

  /// Starts a program from the PATH, with its output in a file.
  init(_ words: [String], output: String = "/dev/null", errors: String = "/dev/null") {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, path) in [(1, output), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, Int32(descriptor), path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    let texts = words.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    start = Self.now
    var process = pid_t()
    guard posix_spawnp(&process, words[0], &actions, nil, texts, environ) == 0 else {
      fail("\(words[0]) cannot be started")
    }
    self.process = process
  }

  /// Waits for the end of the program.
  func end() -> Cost {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      if errno != EINTR { fail("waiting for a program failed") }
    }
    let wall = Self.now - start
    #if canImport(Darwin)
      let memory = Int(usage.ru_maxrss)
    #else
      let memory = Int(usage.ru_maxrss) * 1024
    #endif
    return Cost(
      wall: wall, cpu: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime), memory: memory,
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : nil)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
