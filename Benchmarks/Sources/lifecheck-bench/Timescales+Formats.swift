/// The input formats of Reelay, and the properties in its language.
extension Timescale {
  /// The propositions of the property, in the suite's order.
  var propositions: [Row] {
    switch self {
    case .absentAfterQ, .alwaysAfterQ: [.q, .p]
    case .absentBeforeR, .alwaysBeforeR: [.p, .r]
    case .absentBetweenQAndR, .alwaysBetweenQAndR, .recursBetweenQAndR: [.q, .p, .r]
    case .recursGlobally: [.p]
    case .respondsGlobally: [.p, .s]
    case .respondsBetweenQAndR: [.q, .p, .s, .r]
    }
  }

  /// One JSON object per row.
  func json(_ rows: [Row]) -> [UInt8] {
    var text: [UInt8] = []
    for (time, row) in rows.enumerated() {
      text += "{\"time\":".utf8
      text.append(time)
      for (name, proposition) in zip(["q", "p", "s", "r"], Row.all) where propositions.contains(proposition) {
        text += ",\"\(name)\":".utf8
        text += (row.contains(proposition) ? "true" : "false").utf8
      }
      text += "}\n".utf8
    }
    return text
  }

  /// The number of rows, and eight bytes for each row: its time, then p, q, r, s.
  static func binary(_ rows: [Row]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    append(rows.count)
    for (time, row) in rows.enumerated() {
      append(time)
      for proposition in [Row.p, .q, .r, .s] { bytes.append(row.contains(proposition) ? 1 : 0) }
    }
    return bytes
  }

  /// The property as a past-time formula in Reelay's language. In the suite's own text of `absentBetweenQAndR`, the
  /// "always" ends too early, and the property can never be broken.
  func formula(bound u: Int) -> String {
    let l = u * 3 / 10
    let ended = "({r} && !{q} && once{q})"
    let responds = "(({s} -> once[\(l):\(u)]{p}) and not((not {s}) since[\(u):] {p}))"
    return switch self {
    case .absentAfterQ: "historically((once[:\(u)]{q}) -> ((not{p}) since {q}))"
    case .absentBeforeR: "historically({r} -> (historically[:\(u)](not{p})))"
    case .absentBetweenQAndR: "historically(\(ended) -> ((not{p}) since[\(l):\(u)] {q}))"
    case .alwaysAfterQ: "historically((once[:\(u)]{q}) -> ({p} since {q}))"
    case .alwaysBeforeR: "historically({r} -> (historically[:\(u)]{p}))"
    case .alwaysBetweenQAndR: "historically(\(ended) -> ({p} since[\(l):\(u)] {q}))"
    case .recursGlobally: "historically(once[:\(u)]{p})"
    case .recursBetweenQAndR: "historically(\(ended) -> ((once[:\(u)]({p} or {q})) since {q}))"
    case .respondsGlobally: "historically\(responds)"
    case .respondsBetweenQAndR: "historically(\(ended) -> (\(responds) since {q}))"
    }
  }
}
