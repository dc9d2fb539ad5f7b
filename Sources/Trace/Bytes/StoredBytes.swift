/// Constant bytes that are used where they are, without a copy: an archive that is part of the program.
@frozen @safe public struct StoredBytes: @unchecked Sendable {
  @usableFromInline let bytes: UnsafeRawBufferPointer

  /// Creates a view of bytes. They must stay as they are while the view, or anything that was read from it, is in use.
  @inlinable public init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// The number of bytes.
  @inlinable public var count: Int { unsafe bytes.count }

  /// The byte at an index.
  @inlinable @inline(__always) public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe bytes[index]
  }

  /// A range of the bytes.
  @inlinable public subscript(range: Range<Int>) -> StoredBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe StoredBytes(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// Reads a value at an index. The lowest byte of a number is first, as on all supported machines.
  @inlinable @inline(__always) public func value<Value: BitwiseCopyable>(at index: Int) -> Value {
    precondition(index >= 0 && index <= count - MemoryLayout<Value>.size)
    return unsafe bytes.loadUnaligned(fromByteOffset: index, as: Value.self)
  }

  /// The bytes, decoded as UTF-8.
  package var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

  /// A copy of the bytes.
  package var array: [UInt8] { unsafe Array(bytes) }
}

extension [UInt8] {
  /// Calls a function with these bytes, which it must not keep.
  package func withStoredBytes<Result, Failure>(
    _ body: (StoredBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = unsafe withUnsafeBytes { bytes in
      Swift.Result { () throws(Failure) in unsafe try body(StoredBytes(bytes)) }
    }
    return try result.get()
  }
}
