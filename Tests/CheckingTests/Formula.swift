/// A formula of metric temporal logic in the notation of the language page. It is evaluated on the signals of one
/// instance of a scope. *Later* and *earlier* exclude the signal itself.
indirect enum Formula {
  /// `E`, `E[k]`, `F⟨k⟩`, `end`, `↑s`, `open s`.
  case atom(String, Key?)
  /// `#E[k] ≤ N`, `#[<T] E[k] ≤ N`, `#E ≥ N`.
  case count(String, Key?, isRecent: Bool, isMost: Bool)
  case not(Formula)
  case and(Formula, Formula)
  case or(Formula, Formula)
  case implies(Formula, Formula)
  case always(Formula)
  case eventually(Bounds, Formula)
  case until(Formula, Bounds, Formula)
  case since(Formula, Bounds, Formula)
  case all(Character, Formula)
  /// For some value of the first variable that agrees with the second one, the formula is true.
  case some(Character, agreesWith: Character, Formula)

  /// The key has to equal that of a variable, or to agree with it.
  struct Key {
    var variable: Character
    var isExact: Bool
  }

  /// `[0,T]`, `[L,T]` or `[0,T)`. Without bounds, any time is allowed.
  struct Bounds {
    var least: Character = "0"
    var most: Character?
    var isOpen = false
  }
}

/// The signals and openings on which a formula is evaluated.
struct Course {
  struct Signal {
    /// Its names in the formula: `E`, `F`, `G`.
    var names: Set<String>
    /// Nil if it lacks a field of the key.
    var key: String?
    /// In seconds.
    var time: Int
  }

  /// The signals of the instance, in order.
  var signals: [Signal]
  /// The openings of a span, with the signals at which they begin and end.
  var openings: [(from: Int, until: Int)] = []
  var limits: [Character: Int]

  /// The value of a variable: a key, which may be missing, or an opening.
  enum Value: Equatable {
    case key(String?)
    case opening(Int)
  }

  typealias Variables = [Character: Value]

  /// How often a formula is broken at the opening of the instance. A formula on every signal or opening counts the
  /// signals or openings.
  func breaks(_ formula: Formula, at signal: Int = -1, _ variables: Variables = [:]) -> Int {
    switch formula {
    case .all(let name, let inner):
      values(of: name).reduce(0) { sum, value in
        sum + breaks(inner, at: signal, variables.merging([name: value]) { $1 })
      }
    case .always(let inner):
      signals.indices.count { $0 > signal && !holds(inner, at: $0, variables) }
    default: holds(formula, at: signal, variables) ? 0 : 1
    }
  }

  func holds(_ formula: Formula, at now: Int, _ variables: Variables) -> Bool {
    switch formula {
    case .atom(let name, let key): fits(name, key, at: now, variables)
    case .count(let name, let key, let isRecent, let isMost):
      compare(count(name, key, isRecent, at: now, variables), isMost)
    case .not(let a): !holds(a, at: now, variables)
    case .and(let a, let b): holds(a, at: now, variables) && holds(b, at: now, variables)
    case .or(let a, let b): holds(a, at: now, variables) || holds(b, at: now, variables)
    case .implies(let a, let b): !holds(a, at: now, variables) || holds(b, at: now, variables)
    case .always(let a): signals.indices.allSatisfy { $0 <= now || holds(a, at: $0, variables) }
    case .eventually(let bounds, let a):
      signals.indices.contains { $0 > now && isIn(bounds, now, $0) && holds(a, at: $0, variables) }
    case .until(let a, let bounds, let b):
      signals.indices.contains { then in
        then > now && isIn(bounds, now, then) && holds(b, at: then, variables)
          && (now + 1..<then).allSatisfy { holds(a, at: $0, variables) }
      }
    case .since(let a, let bounds, let b):
      signals.indices.contains { then in
        then < now && isIn(bounds, then, now) && holds(b, at: then, variables)
          && (then + 1..<now).allSatisfy { holds(a, at: $0, variables) }
      }
    case .all(let name, let a):
      values(of: name).allSatisfy { holds(a, at: now, variables.merging([name: $0]) { $1 }) }
    case .some(let name, let other, let a):
      values(of: name).contains { value in
        value != .key(nil) && Self.agree(value, variables[other])
          && holds(a, at: now, variables.merging([name: value]) { $1 })
      }
    }
  }

  // MARK: Atoms

  private func fits(_ name: String, _ key: Formula.Key?, at now: Int, _ variables: Variables) -> Bool {
    guard signals.indices.contains(now) else { return false }
    if name == "end" { return now == signals.count - 1 }
    if case .opening(let number)? = variables["s"], "↑↓o".contains(name.prefix(1)) {
      let opening = openings[number]
      return name == "↑s"
        ? opening.from == now
        : name == "↓s" ? opening.until == now : opening.from < now && opening.until > now
    }
    let signal = signals[now]
    guard signal.names.contains(name) else { return false }
    guard let key, let value = variables[key.variable] else { return true }
    return key.isExact ? value == .key(signal.key) : Self.agree(.key(signal.key), value)
  }

  private func count(
    _ name: String, _ key: Formula.Key?, _ isRecent: Bool, at now: Int, _ variables: Variables
  ) -> Int {
    signals.indices.count { then in
      then <= now && fits(name, key, at: then, variables)
        && (!isRecent || time(now) - time(then) < limits["T", default: 0])
    }
  }

  private func compare(_ count: Int, _ isMost: Bool) -> Bool {
    let limit = limits["N", default: 0]
    return isMost ? count <= limit : count >= limit
  }

  private static func agree(_ a: Value, _ b: Value?) -> Bool { a == .key(nil) || b == .key(nil) || a == b }

  private func values(of name: Character) -> [Value] {
    if name == "s" { return openings.indices.map(Value.opening) }
    let keys = Set(signals.compactMap(\.key)).sorted() + ["a key of no signal"]
    return keys.map { .key($0) } + [.key(nil)]
  }

  // MARK: Times

  /// The instance opens at time zero.
  private func time(_ signal: Int) -> Int { signals.indices.contains(signal) ? signals[signal].time : 0 }

  private func isIn(_ bounds: Formula.Bounds, _ from: Int, _ to: Int) -> Bool {
    let passed = time(to) - time(from)
    guard passed >= (bounds.least == "0" ? 0 : limits[bounds.least, default: 0]) else { return false }
    guard let most = bounds.most.flatMap({ limits[$0] }) else { return true }
    return bounds.isOpen ? passed < most : passed <= most
  }
}
