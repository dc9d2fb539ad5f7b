import Synchronization

/// Counts the bytes read of all logs, for the progress line. Any thread can add to it. It counts only if the progress
/// is shown.
final class ProgressCounter: Sendable {
  let isWatched: Bool
  private let read = Atomic(0)
  private let stored = Atomic(0)

  init(isWatched: Bool) { self.isWatched = isWatched }

  /// The number of log bytes read, after decompression.
  var bytes: Int { read.load(ordering: .relaxed) }
  /// The number of file bytes read, before decompression.
  var storedBytes: Int { stored.load(ordering: .relaxed) }

  /// A counter for one file.
  func file(_ path: String) -> File { File(path: path, counter: self) }

  struct File {
    fileprivate let path: String
    fileprivate let counter: ProgressCounter
    /// The number of bytes read from the disk.
    private var position = 0

    fileprivate init(path: String, counter: ProgressCounter) {
      self.path = path
      self.counter = counter
    }

    /// Adds bytes of the log. `position` is the number of bytes read from the file so far.
    mutating func advance(by count: Int, to position: @autoclosure () -> Int?) {
      guard counter.isWatched else { return }
      counter.read.add(count, ordering: .relaxed)
      move(to: position() ?? 0)
    }

    /// Counts the whole file as read.
    mutating func end() {
      if counter.isWatched { move(to: System.size(ofFile: path) ?? 0) }
    }

    private mutating func move(to position: Int) {
      counter.stored.add(position - self.position, ordering: .relaxed)
      self.position = position
    }
  }
}
