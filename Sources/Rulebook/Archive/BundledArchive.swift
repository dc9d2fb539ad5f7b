import CBundledRules

/// The bundled rulebooks as they were read before: at each start of the program their YAML, of which there are hundreds of
/// kilobytes, would take longer to read than most logs take to check.
///
/// The archives are `Sources/CBundledRules/*.archive`. Each begins with a stamp of the files that it was made of; where
/// these have changed since, it counts for nothing, and the files are read.
enum BundledArchive {
  private static let stampLength = 8

  /// The names of the rulebooks that have an archive.
  static var names: [String] {
    (0..<bundled_archive_count).map { unsafe String(cString: bundled_archive_at($0).name) }
  }

  /// The bundled rulebook of that name without its examples; nil where there is no archive of it and these files.
  static func rulebook(_ name: String) -> Rulebook? { bytes(of: name).flatMap { try? read($0) } }

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

  /// What the program holds of a rulebook.
  static func bytes(of name: String) -> [UInt8]? {
    names.firstIndex(of: name).map { index in
      let archive = unsafe bundled_archive_at(index)
      return unsafe Array(UnsafeBufferPointer(start: archive.bytes, count: archive.count))
    }
  }

  /// A hash of the bundled files: each byte of them changes it. Four numbers are made side by side of what stands there.
  private static let stamp: [UInt8] = {
    var hash = SIMD4<UInt64>(repeating: 0)
    for index in 0..<bundled_rulebook_count {
      let file = unsafe bundled_rulebook_at(index)
      let bytes = unsafe UnsafeRawBufferPointer(start: file.bytes, count: file.count)
      var offset = 0
      while offset + 32 <= bytes.count {
        mix(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self), into: &hash)
        offset += 32
      }
      for index in offset..<bytes.count { mix(SIMD4(repeating: unsafe UInt64(bytes[index])), into: &hash) }
      mix(SIMD4(repeating: UInt64(bytes.count)), into: &hash)
    }
    let sum = hash.x ^ hash.y &* 3 ^ hash.z &* 5 ^ hash.w &* 7
    return (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
  }()

  private static func mix(_ words: SIMD4<UInt64>, into hash: inout SIMD4<UInt64>) {
    hash ^= words
    hash &+= hash &<< 13
    hash ^= hash &>> 29
  }
}
