#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension System {
  /// The number of processor cores.
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The stack size of a thread in bytes: that of the main thread, on every system.
  private static let stackSize = 8 << 20

  /// Runs the body on a new thread. Returns false if none can be started. The thread blocks SIGINT and SIGTERM, because
  /// these must end the wait of the main thread.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    // The thread inherits the signal mask.
    var (ending, former) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&ending)
    unsafe sigaddset(&ending, SIGINT)
    unsafe sigaddset(&ending, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &ending, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    #if canImport(Darwin)
      var (attributes, thread) = (pthread_attr_t(), pthread_t(bitPattern: 0))
    #else
      var (attributes, thread) = (pthread_attr_t(), pthread_t())
    #endif
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    // The thread takes over the reference. If it cannot start, the reference is released here.
    let passed = unsafe Unmanaged.passRetained(ThreadBody(body))
    let failure = unsafe pthread_create(&thread, &attributes, runThread, passed.toOpaque())
    if failure != 0 { unsafe passed.release() }
    return failure == 0
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private let runThread: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
    unsafe Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run()
    return nil
  }
#else
  private let runThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    if let body = unsafe $0 { unsafe Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
#endif

/// A value shared by threads, with a mutex and a condition variable: `update` can wait until the value meets a
/// condition.
@safe final class Shared<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  // On the heap, because they must not move. Waiting threads hold a reference to this object.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Reads the value.
  func read<Result>(_ body: (Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Changes the value. If the body returns nil, it must not have changed the value; it is called again after the next
  /// change.
  @discardableResult
  func update<Result>(_ body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        unsafe pthread_cond_broadcast(changed)
        return result
      }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}
