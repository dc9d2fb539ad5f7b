/// The 1-based column of a byte in a line, counted in Unicode code points; a byte that belongs to none counts as one.
public func column(ofByte offset: Int, in line: Span<UInt8>) -> Int {
  var column = 1
  for index in 0..<min(max(offset, 0), line.count) where line[index] & 0xC0 != 0x80 { column += 1 }
  return column
}
