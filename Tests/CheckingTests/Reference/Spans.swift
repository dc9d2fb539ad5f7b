import Rulebook

/// The openings of spans, including composed spans.
extension Reference.History {
  typealias Opening = Reference.Opening

  /// All openings, from the transition or event on.
  func openings(_ id: SpanID) -> [Opening] {
    guard case .composed(let first, let second) = rulebook.spans[id.rawValue].kind else {
      return openings[id.rawValue].map { opening in
        var raw = opening
        raw.begin = opening.open
        return raw
      }
    }
    return compose(id, openings(first), openings(second))
  }

  /// All openings for scopes: a state begins at the return of the callback that entered it.
  func settledOpenings(_ id: SpanID) -> [Opening] {
    if case .composed = rulebook.spans[id.rawValue].kind { return openings(id) }
    return openings[id.rawValue].filter { $0.begin != nil }
  }

  /// Each opening of the first span while an opening of the second is open.
  private func compose(_ id: SpanID, _ first: [Opening], _ second: [Opening]) -> [Opening] {
    let stretches = stretches(of: second)
    return first.flatMap { opening in
      stretches.compactMap { stretch -> Opening? in
        let begin = max(opening.begin ?? opening.open, stretch.open)
        let close = [opening.close, stretch.close].compactMap(\.self).min()
        guard close.map({ begin < $0 }) ?? true else { return nil }
        return Opening(span: id, open: opening.open, begin: begin, close: close, key: opening.key)
      }
    }
  }

  /// The maximal intervals in which at least one of the openings is open, and their openers. A close and an opening at
  /// the same signal or moment do not interrupt an interval.
  func stretches(of openings: [Opening], byMoment: Bool = false) -> [(open: Int, close: Int?, opener: Int)] {
    func place(_ signal: Int) -> Int { byMoment ? lastOfMoment(signal) : signal }
    var stretches: [(open: Int, close: Int?, opener: Int)] = []
    // If several openings begin at one moment, the first one is the opener of the interval.
    for opening in openings.sorted(by: {
      (place($0.begin ?? $0.open), $0.open) < (place($1.begin ?? $1.open), $1.open)
    }) {
      let begin = opening.begin ?? opening.open
      if let last = stretches.last, last.close.map({ place(begin) <= place($0) }) ?? true {
        stretches[stretches.count - 1].close = last.close.flatMap { end in opening.close.map { max(end, $0) }
        }
      } else {
        stretches.append((begin, opening.close, opening.open))
      }
    }
    return stretches
  }

  /// The key field of a span; empty if there is none.
  func keyField(of id: SpanID) -> String {
    switch rulebook.spans[id.rawValue].kind {
    case .declared(_, _, let key): key ?? ""
    case .state(let machine, _): rulebook.machines[machine.rawValue].key ?? ""
    case .callback: ""
    case .composed(let first, _): keyField(of: first)
    }
  }
}
