extension Unicode.Scalar {
  /// The number of terminal columns: none for marks and joiners, two for East Asian wide characters and emoji, one for
  /// the rest (Unicode Standard Annex 11, the ranges on which terminals agree).
  var displayWidth: Int {
    switch value {
    case 0x20..<0x300: return 1
    case 0x200C, 0x200D: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      // These blocks contain a few combining marks.
      return properties.generalCategory == .nonspacingMark ? 0 : 2
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return 0
      default: return properties.isEmojiPresentation ? 2 : 1
      }
    }
  }
}
