import CBundledRules

/// The bundled rulebooks in binary form. Avoids parsing hundreds of kilobytes of YAML at each start, which would take
/// longer than checking most logs.
///
/// The archives are `Sources/CBundledRules/*.archive`. Each begins with a hash of the bundled files. If it does not
/// match, the archive is ignored and the files are parsed.
enum BundledArchive {
  private static let stampLength = 8

  /// The names of the archived rulebooks.
  static var names: [String] {
    (0..<bundled_archive_count).map { unsafe String(cString: bundled_archive_at($0).name) }
  }

  /// The bundled rulebook with a name, without its examples; nil if there is no archive of it, or only an outdated one.
  static func rulebook(_ name: String) -> Rulebook? { bytes(of: name).flatMap { try? read($0) } }

  /// Reads the rulebook in an archive; throws if the archive is damaged or outdated.
  static func read(_ archive: [UInt8]) throws(DamagedArchive) -> Rulebook {
    guard archive.starts(with: stamp) else { throw DamagedArchive() }
    var reader = ArchiveReader(archive, from: stampLength)
    let rulebook = try reader.read(Rulebook.self)
    guard reader.isAtEnd else { throw DamagedArchive() }
    return rulebook
  }

  /// The archive of a rulebook that was parsed from the bundled files.
  static func archive(of rulebook: Rulebook) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.write(rulebook)
    return stamp + writer.bytes
  }

  /// The embedded archive of a rulebook.
  static func bytes(of name: String) -> [UInt8]? {
    names.firstIndex(of: name).map { index in
      let archive = unsafe bundled_archive_at(index)
      return unsafe Array(UnsafeBufferPointer(start: archive.bytes, count: archive.count))
    }
  }

  /// A hash of all bundled files, computed in four lanes of 64 bits.
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
