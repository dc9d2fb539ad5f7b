import CBundledRules

/// The bundled rulebook as it was read before: at each start of the program its YAML, of which there are hundreds of
/// kilobytes, would take longer to read than most logs take to check.
///
/// The archive is `Sources/CBundledRules/ios.archive`. It begins with a stamp of the files that it was made of; where
/// these have changed since, it counts for nothing, and the files are read.
enum BundledArchive {
  private static let stampLength = 8

  /// The bundled rulebook of that name without its examples; nil where there is no archive of it and these files.
  static func rulebook(_ name: String) -> Rulebook? {
    let known = unsafe String(cString: bundled_archive().name)
    return name == known ? try? read(bytes) : nil
  }

  /// The rulebook that an archive holds, if it is one of the bundled files.
  static func read(_ archive: [UInt8]) throws(DamagedArchive) -> Rulebook {
    guard archive.starts(with: stamp) else { throw DamagedArchive() }
    var reader = ArchiveReader(archive, from: stampLength)
    let rulebook = try reader.read(Rulebook.self)
    guard reader.isAtEnd else { throw DamagedArchive() }
    return rulebook
  }

  /// The archive of a rulebook that was read from the bundled files.
  static func archive(of rulebook: Rulebook) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.write(rulebook)
    return stamp + writer.bytes
  }

  /// What the program holds.
  static var bytes: [UInt8] {
    let archive = unsafe bundled_archive()
    return unsafe Array(UnsafeBufferPointer(start: archive.bytes, count: archive.count))
  }

  /// A hash of the bundled files: each eight bytes of them change it.
  private static var stamp: [UInt8] {
    var hash: UInt64 = 0
    for index in 0..<bundled_rulebook_count {
      let file = unsafe bundled_rulebook_at(index)
      let bytes = unsafe UnsafeRawBufferPointer(start: file.bytes, count: file.count)
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset + 8 <= bytes.count {
          word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        } else {
          for index in offset..<bytes.count { word = unsafe word << 8 | UInt64(bytes[index]) }
        }
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        offset += 8
      }
      hash ^= UInt64(bytes.count)
    }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
  }
}
