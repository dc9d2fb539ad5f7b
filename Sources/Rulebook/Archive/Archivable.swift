import Diagnostics
import Trace

/// A value that can be stored in an archive. `init` reads the parts in the order in which `write` writes them.
protocol Archivable {
  /// Reads a value; throws if the archive is damaged.
  init(from archive: inout ArchiveReader) throws(DamagedArchive)
  func write(to archive: inout ArchiveWriter)
}

/// The archive is truncated or holds unexpected values.
struct DamagedArchive: Error {}

/// Serializes values into an archive. Equal values give equal bytes.
struct ArchiveWriter {
  private(set) var bytes: [UInt8] = []
  /// The numbers of the strings written so far. Each string is stored once.
  private var texts: [String: Int] = [:]

  mutating func write<each Value: Archivable>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }

  /// Appends a number as a zigzag-encoded variable-length integer (LEB128).
  mutating func put(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ bytes: [UInt8]) {
    put(Int64(bytes.count))
    self.bytes += bytes
  }

  /// Appends a list that is decoded only when it is needed.
  mutating func write(deferred values: [some Archivable]) {
    put(Int64(values.count))
    var part = ArchiveWriter()
    part.write(values)
    put(part.bytes)
  }

  mutating func put(_ text: String) {
    if let number = texts[text] { return put(Int64(number)) }
    put(Int64(texts.count))
    texts[text] = texts.count
    put(Int64(text.utf8.count))
    bytes += text.utf8
  }
}

/// Reads values from an archive, in the order in which they were written.
struct ArchiveReader {
  private let bytes: StoredBytes
  private var index = 0
  private var texts: [String] = []
  /// The bundled files that ranges refer to. The last one is the most likely to be needed next.
  private var sources: [SourceText] = []

  init(_ bytes: StoredBytes) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func read<Value: Archivable>(_ type: Value.Type = Value.self) throws(DamagedArchive) -> Value {
    try Value(from: &self)
  }

  mutating func number() throws(DamagedArchive) -> Int64 {
    guard index < bytes.count else { throw DamagedArchive() }
    var number = UInt64(bytes[index] & 0x7F)
    let isLong = bytes[index] > 0x7F
    index += 1
    if isLong { try addRest(of: &number) }
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads the bytes after the first one of a variable-length integer.
  private mutating func addRest(of number: inout UInt64) throws(DamagedArchive) {
    var shift: UInt64 = 7
    while index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return }
      shift += 7
    }
    throw DamagedArchive()
  }

  /// Reads a number of elements. Throws if it exceeds the remaining bytes, because each element takes at least one.
  mutating func count() throws(DamagedArchive) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - index else { throw DamagedArchive() }
    return Int(count)
  }

  mutating func text() throws(DamagedArchive) -> String {
    let number = try number()
    if let known = Int(exactly: number), texts.indices.contains(known) { return texts[known] }
    guard number == texts.count else { throw DamagedArchive() }
    let count = try count()
    texts.append(bytes[index..<index + count].text)
    index += count
    return texts[texts.count - 1]
  }

  mutating func part() throws(DamagedArchive) -> StoredBytes {
    let count = try count()
    index += count
    return bytes[index - count..<index]
  }

  /// Reads a list that is decoded when one of its elements is asked for. `write(deferred:)` wrote it.
  mutating func deferred<Value: Archivable & Sendable>() throws(DamagedArchive) -> [Deferred<Value>] {
    let (count, part) = (try count(), try part())
    let list = Lazy {
      var reader = ArchiveReader(part)
      // The stamp of the archive was checked, so only a change of the code that has read it can be the reason.
      guard let values = try? reader.read([Value].self), values.count == count, reader.isAtEnd else {
        fatalError("the archive of the bundled rulebook does not belong to this program")
      }
      return DecodedList(values)
    }
    return (0..<count).map { .stored(list, index: $0) }
  }

  /// The bundled file with a name.
  mutating func source(_ name: String) -> SourceText {
    if let source = sources.last(where: { $0.name == name }) { return source }
    let source = SourceText(name: name, isBundled: true) { Rulebook.bundled(name) ?? [] }
    sources.append(source)
    return source
  }
}

// MARK: Standard types

extension Int64: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self = try archive.number() }
  func write(to archive: inout ArchiveWriter) { archive.put(self) }
}

extension Int: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    guard let number = Int(exactly: try archive.number()) else { throw DamagedArchive() }
    self = number
  }
  func write(to archive: inout ArchiveWriter) { archive.put(Int64(self)) }
}

extension Bool: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self = try archive.number() != 0 }
  func write(to archive: inout ArchiveWriter) { archive.put(self ? 1 : 0) }
}

extension Double: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = Double(bitPattern: UInt64(bitPattern: try archive.number()))
  }
  func write(to archive: inout ArchiveWriter) { archive.put(Int64(bitPattern: bitPattern)) }
}

extension String: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) { self = try archive.text() }
  func write(to archive: inout ArchiveWriter) { archive.put(self) }
}

extension Optional: Archivable where Wrapped: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = try archive.read(Bool.self) ? try archive.read(Wrapped.self) : nil
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(self != nil)
    if let self { archive.write(self) }
  }
}

extension Array: Archivable where Element: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    let count = try archive.count()
    self = []
    reserveCapacity(count)
    for _ in 0..<count { append(try archive.read()) }
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(count)
    for element in self { archive.write(element) }
  }
}

extension Set: Archivable where Element: Archivable & Comparable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self = Set(try archive.read([Element].self))
  }
  func write(to archive: inout ArchiveWriter) { archive.write(sorted()) }
}

extension Dictionary: Archivable where Key: Archivable & Comparable, Value: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    let count = try archive.count()
    self = Dictionary(minimumCapacity: count)
    for _ in 0..<count {
      let key = try archive.read(Key.self)
      self[key] = try archive.read(Value.self)
    }
  }
  func write(to archive: inout ArchiveWriter) {
    archive.write(count)
    for (key, value) in sorted(by: { $0.key < $1.key }) { archive.write(key, value) }
  }
}

/// A range of a bundled file.
extension SourceRange: Archivable {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    self.init(archive.source(try archive.read()), try archive.read())
  }
  func write(to archive: inout ArchiveWriter) { archive.write(source.name, bytes) }
}

/// An enum without associated values, stored as the index of its case.
extension Archivable where Self: CaseIterable & Equatable, AllCases == [Self] {
  init(from archive: inout ArchiveReader) throws(DamagedArchive) {
    let number = try archive.read(Int.self)
    guard Self.allCases.indices.contains(number) else { throw DamagedArchive() }
    self = Self.allCases[number]
  }
  func write(to archive: inout ArchiveWriter) { archive.write(Self.allCases.firstIndex(of: self) ?? 0) }
}
