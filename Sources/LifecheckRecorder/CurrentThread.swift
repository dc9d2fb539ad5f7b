import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The thread that records an event.
enum CurrentThread {
  /// The number of the thread in a line. The main thread is 1, as the canonical form demands.
  static var number: UInt64 {
    #if canImport(Darwin)
      if pthread_main_np() != 0 { return 1 }
      var number: UInt64 = 0
      unsafe pthread_threadid_np(nil, &number)
      return max(2, number)
    #else
      if Thread.isMainThread { return 1 }
      // Threads have separate stacks, so these numbers differ.
      #if canImport(Musl)
        return max(2, UInt64(UInt(bitPattern: pthread_self())) >> 12)
      #else
        return max(2, UInt64(pthread_self()) >> 12)
      #endif
    #endif
  }
}
