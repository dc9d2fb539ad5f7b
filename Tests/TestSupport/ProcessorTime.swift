#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Calls a function, and returns the processor time that it took on this thread, in seconds. Time in which other tests run does not
/// count. A test can therefore show that an input does not take quadratic or exponential time, however busy the machine is.
public func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
