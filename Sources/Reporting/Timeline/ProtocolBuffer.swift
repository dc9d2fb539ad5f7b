import BasicContainers

/// A message in the encoding of Protocol Buffers (protobuf.dev/programming-guides/encoding).
struct ProtocolBuffer {
  private(set) var bytes: [UInt8] = []

  /// Appends an integer field, as a varint.
  mutating func append(_ field: Int, _ value: Int64) {
    append(varint: UInt64(field) << 3)
    append(varint: UInt64(bitPattern: value))
  }

  /// Appends a text field.
  mutating func append(_ field: Int, _ text: String) { append(field, Array(text.utf8)) }

  /// Appends a message field.
  mutating func append(_ field: Int, _ message: ProtocolBuffer) { append(field, message.bytes) }

  private mutating func append(_ field: Int, _ content: [UInt8]) {
    append(varint: UInt64(field) << 3 | 2)
    append(varint: UInt64(content.count))
    bytes += content
  }

  /// Seven bits in each byte, the lowest first. The highest bit of a byte says that more follow.
  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
