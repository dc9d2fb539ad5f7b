import CBundledRules
import Trace

/// The bundled rulebooks in binary form. Avoids parsing hundreds of kilobytes of YAML at each start, which would take
/// longer than checking most logs.
///
/// The archives are `Sources/CBundledRules/*.archive`. Each begins with a stamp: a hash of the bundled files and of the rest of
/// the archive. If it does not match, the archive is ignored and the files are parsed.
enum BundledArchive {
  private static let stampLength = 8

  /// The names of the archived rulebooks.
  static var names: [String] {
    (0..<bundled_archive_count).map { unsafe String(cString: bundled_archive_at($0).name) }
  }

  /// The bundled rulebook with a name, without its examples; nil if there is no archive of it, or only an outdated one.
  static func rulebook(_ name: String) -> Rulebook? { bytes(of: name).flatMap { try? read($0) } }

  /// Reads the rulebook in an archive; throws if the archive is damaged or outdated.
  static func read(_ archive: StoredBytes) throws(DamagedArchive) -> Rulebook {
    guard archive.count >= stampLength else { throw DamagedArchive() }
    let content = archive[stampLength..<archive.count]
    guard archive.value(at: 0) == stamp(of: content) else { throw DamagedArchive() }
    var reader = ArchiveReader(content)
    let rulebook = try reader.read(Rulebook.self)
    guard reader.isAtEnd else { throw DamagedArchive() }
    return rulebook
  }

  /// The archive of a rulebook that was parsed from the bundled files.
  static func archive(of rulebook: Rulebook) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.write(rulebook)
    let stamp = writer.bytes.withStoredBytes(stamp)
    return (0..<stampLength).map { UInt8(truncatingIfNeeded: stamp >> ($0 * 8)) } + writer.bytes
  }

  /// The embedded archive of a rulebook. It lives as long as the program.
  static func bytes(of name: String) -> StoredBytes? {
    names.firstIndex(of: name).map { index in
      let archive = unsafe bundled_archive_at(index)
      return unsafe StoredBytes(UnsafeRawBufferPointer(start: archive.bytes, count: archive.count))
    }
  }

  /// A hash of all bundled files and of the content of an archive.
  private static func stamp(of content: StoredBytes) -> UInt64 {
    var hash = hashOfFiles
    mix(content, into: &hash)
    return hash.x ^ hash.y &* 3 ^ hash.z &* 5 ^ hash.w &* 7
  }

  private static let hashOfFiles = {
    var hash = SIMD4<UInt64>(repeating: 0)
    for index in 0..<bundled_rulebook_count {
      let file = unsafe bundled_rulebook_at(index)
      mix(unsafe StoredBytes(UnsafeRawBufferPointer(start: file.bytes, count: file.count)), into: &hash)
    }
    return hash
  }()

  /// Adds bytes to a hash that is computed in four lanes of 64 bits.
  private static func mix(_ bytes: StoredBytes, into hash: inout SIMD4<UInt64>) {
    var offset = 0
    while offset + 32 <= bytes.count {
      mixWords(bytes.value(at: offset), into: &hash)
      offset += 32
    }
    for index in offset..<bytes.count { mixWords(SIMD4(repeating: UInt64(bytes[index])), into: &hash) }
    mixWords(SIMD4(repeating: UInt64(bytes.count)), into: &hash)
  }

  private static func mixWords(_ words: SIMD4<UInt64>, into hash: inout SIMD4<UInt64>) {
    hash ^= words
    hash &+= hash &<< 13
    hash ^= hash &>> 29
  }
}
