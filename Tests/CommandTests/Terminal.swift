import Foundation

/// A pseudo-terminal. The program writes to it, and the test reads what a user sees.
final class Terminal {
  /// The end that the program writes to.
  let program: FileHandle
  private let person: Int32
  /// All output so far, including the escape sequences.
  private(set) var text = ""

  init?(columns: UInt16 = 80) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (person: Int32, program: Int32) = (-1, -1)
    guard openpty(&ends.person, &ends.program, nil, nil, &size) == 0 else { return nil }
    person = ends.person
    program = FileHandle(fileDescriptor: ends.program, closeOnDealloc: true)
    _ = fcntl(person, F_SETFL, O_NONBLOCK)
  }

  deinit { close(person) }

  /// Reads everything that the program has written.
  func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(person, &bytes, bytes.count)
      guard count > 0 else { return }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  /// The lines on the screen, without overwritten text.
  var screen: [String] {
    var lines = [""]
    var rest = text[...]
    var column = 0
    while let character = rest.first {
      if rest.hasPrefix("\u{1b}[K") {
        lines[lines.count - 1] = String((lines.last ?? "").prefix(column))
        rest = rest.dropFirst(3)
        continue
      }
      rest = rest.dropFirst()
      switch character {
      case "\r": column = 0
      case "\n", "\r\n":
        lines.append("")
        column = 0
      default:
        let line = lines.last ?? ""
        lines[lines.count - 1] = line.prefix(column) + String(character) + line.dropFirst(column + 1)
        column += 1
      }
    }
    return lines
  }
}
