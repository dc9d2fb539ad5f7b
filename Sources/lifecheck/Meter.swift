import Synchronization

/// How far the logs of a run were read: any thread adds to it, where somebody watches it.
final class Meter: Sendable {
  let isWatched: Bool
  private let read = Atomic(0)
  private let stored = Atomic(0)

  init(isWatched: Bool) { self.isWatched = isWatched }

  /// How many bytes of logs were read.
  var bytes: Int { read.load(ordering: .relaxed) }
  /// How many bytes of files were read, as they lie on the disk.
  var storedBytes: Int { stored.load(ordering: .relaxed) }

  /// What is read of one file.
  func file(_ path: String) -> File { File(path: path, meter: self) }

  struct File {
    fileprivate let path: String
    fileprivate let meter: Meter
    /// How far it was read, as it lies on the disk.
    private var position = 0

    fileprivate init(path: String, meter: Meter) {
      self.path = path
      self.meter = meter
    }

    /// So many bytes more of the log were read, and its file up to there.
    mutating func advance(by count: Int, to position: @autoclosure () -> Int?) {
      guard meter.isWatched else { return }
      meter.read.add(count, ordering: .relaxed)
      move(to: position() ?? 0)
    }

    /// It was read as far as it goes.
    mutating func end() {
      if meter.isWatched { move(to: Platform.size(ofFile: path) ?? 0) }
    }

    private mutating func move(to position: Int) {
      meter.stored.add(position - self.position, ordering: .relaxed)
      self.position = position
    }
  }
}
