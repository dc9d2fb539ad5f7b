/// Lines that were copied from Android Studio's logcat window: the columns since version 2022.1, and the text of older
/// versions.
///
///     new = [date " "] time blanks [pid "-" tid blanks] [tag blanks] [package blanks] P "  " message
///     old = [[date " "] time " "] [pid "-" tid "/"] package " " P "/" tag ": " message
///
///     2024-01-02 03:04:05.678  1234-1234  GameActivity            com.example.game                     D  onStop
///     2024-01-02 03:04:05.678 1234-1234/com.example.game D/GameActivity: onStop
///     01-02 03:04:05.678 com.example.game D/GameActivity: onStop
///
/// For a process without a package, the new format has `pid-1234` and the old one `?`. Before version 3.1, the date had no year.
/// The header of the old format could be reduced to the package.
extension Header {
  /// Reads the rest of a line after its time. Returns false if it has another format.
  @inline(never)
  mutating func readAndroidStudio(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let limit = message.upperBound
    let index = line.skippingSpaces(start, before: limit)
    if readOldStudio(line, withoutPid: index) {
      self.time = time
      return true
    }
    guard let pid = line.number(at: index, before: limit), line.byte(at: pid.end) == UInt8(ascii: "-"),
      let tid = line.number(at: pid.end + 1, before: limit), tid.end < limit
    else { return false }
    let isRead =
      line[tid.end] == UInt8(ascii: "/")
      ? readOldStudio(line, at: tid.end + 1) : line[tid.end].isSpace && readNewStudio(line, at: tid.end)
    guard isRead else { return false }
    self.time = time
    self.pid = pid.value
    thread = pid.end + 1..<tid.end
    isMainThread = pid.value == tid.value
    return true
  }

  /// Reads `package P/tag: message`.
  @inline(never)
  mutating func readOldStudio(_ line: Span<UInt8>, withoutPid start: Int) -> Bool {
    let limit = message.upperBound
    guard start < limit, line[start].isLetter else { return false }
    var end = start
    while end < limit,
      line[end].isIdentifier || line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ":")
    {
      end += 1
    }
    // The name of a package has a dot. In prose, a word with a dot is not followed by a level and a tag.
    guard line.index(of: UInt8(ascii: "."), in: start..<end) != nil else { return false }
    return readOldStudio(line, at: start)
  }

  private mutating func readOldStudio(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    guard let blank = line.index(of: UInt8(ascii: " "), in: start..<limit), line.isLogcatLevel(at: blank + 1),
      line.byte(at: blank + 2) == UInt8(ascii: "/"), blank > start
    else { return false }
    guard let mark = colon(in: line, from: blank + 3) else { return false }
    if line[start] != UInt8(ascii: "?") { process = start..<blank }
    tag = blank + 3..<mark.lowerBound
    message = line.trimmed(mark.upperBound..<limit)
    format = .studioOld
    return true
  }

  /// The colon after the tag. The first versions wrote a small one: U+FE55.
  private func colon(in line: Span<UInt8>, from start: Int) -> Range<Int>? {
    let limit = message.upperBound
    for index in start..<limit where line[index] == 0xEF {
      if line.byte(at: index + 1) == 0xB9, line.byte(at: index + 2) == 0x95 { return index..<index + 3 }
    }
    return line.index(ofMark: ":", start, before: limit).map { $0..<$0 + 1 }
  }

  /// Reads `[tag blanks] [package blanks] P "  " message` after a time, if the text is in these columns. The compact view has only
  /// the level and the message.
  @inline(never)
  mutating func readColumns(_ line: Span<UInt8>, at start: Int) {
    let limit = message.upperBound
    var found: (tag: Range<Int>?, package: Range<Int>?) = (nil, nil)
    var index = start
    while true {
      let column = line.skippingSpaces(index, before: limit)
      guard column > (found.tag == nil ? index : index + 1), column < limit else { return }
      if column > index + 1, line.isLogcatLevel(at: column),
        column + 1 == limit || line.has("  ", at: column + 1, before: limit)
      {
        (tag, process) = found
        message = line.trimmed(column + 1..<limit)
        format = .studioNew
        return
      }
      guard found.package == nil, line[column].isLetter else { return }
      index = column
      while index < limit, !line[index].isSpace { index += 1 }
      if found.tag == nil { found.tag = column..<index } else { found.package = column..<index }
    }
  }

  private mutating func readNewStudio(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    let tagStart = line.skippingSpaces(start, before: limit)
    var tagEnd = tagStart
    while tagEnd < limit, !(line[tagEnd].isSpace && line.byte(at: tagEnd + 1).isSpace) { tagEnd += 1 }
    let package = line.skippingSpaces(tagEnd, before: limit)
    var index = package
    while index < limit, !line[index].isSpace { index += 1 }
    let level = line.skippingSpaces(index, before: limit)
    guard tagEnd > tagStart, index > package, level > index, line.isLogcatLevel(at: level),
      level + 1 == limit || line.has("  ", at: level + 1, before: limit)
    else { return false }
    if !line.has("pid-", at: package, before: index) { process = package..<index }
    tag = tagStart..<tagEnd
    message = line.trimmed(level + 1..<limit)
    format = .studioNew
    return true
  }
}
