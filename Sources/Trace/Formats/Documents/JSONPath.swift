/// The place of a value in a JSON document: `data.state`, `breadcrumbs.values[]`, `timestamp|time`.
///
/// Steps are separated by dots, and `[]` stands for each element of an array. `|` separates places; the first one that has a value
/// is used. A key may contain dots itself. An array of `{"key":…,"value":…}` is read like an object, as the attributes of
/// OpenTelemetry are.
public struct JSONPath: Sendable, Equatable {
  /// A key, and whether its value is an array whose elements are meant.
  struct Step: Sendable, Equatable {
    var key: String
    var isArray: Bool
    /// The keys of this step and of those after it, as one key with dots.
    var rest: String
  }

  /// The places, in the order in which they are tried.
  let places: [[Step]]

  /// Parses a path. Nil if a key is empty.
  public init?(_ text: String) {
    var places: [[Step]] = []
    for place in text.split(separator: "|", omittingEmptySubsequences: false) {
      let words = place.split(separator: ".", omittingEmptySubsequences: false)
      var steps: [Step] = []
      for (number, word) in words.enumerated() {
        let isArray = word.hasSuffix("[]")
        let key = String(isArray ? word.dropLast(2) : word)
        guard !key.isEmpty, !key.contains("["), !key.contains("]") else { return nil }
        steps.append(Step(key: key, isArray: isArray, rest: words[number...].joined(separator: ".")))
      }
      places.append(steps)
    }
    self.places = places
  }

  private init(places: [[Step]]) { self.places = places }

  /// The keys of the arrays on the path.
  var arrayKeys: [String] { places.flatMap { $0.filter(\.isArray).map(\.key) } }
}

extension JSONPath: ExpressibleByStringLiteral {
  /// Creates a path that is known to be well-formed. A malformed one leads nowhere.
  public init(stringLiteral text: String) { self = JSONPath(text) ?? JSONPath(places: []) }
}

extension JSONScanner {
  /// Returns the value at a path; the first one if the path contains arrays.
  func value(at path: JSONPath, of object: Int, in text: Span<UInt8>) -> Int? {
    for place in path.places {
      var found: Int?
      visit(place[...], of: object, text) { node in
        found = node
        return false
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns all objects at a path, in the order of the document.
  func objects(at path: JSONPath, of object: Int, in text: Span<UInt8>) -> [Int] {
    for place in path.places {
      var found: [Int] = []
      visit(place[...], of: object, text) { node in
        if nodes[node].kind == .object { found.append(node) }
        return true
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Calls `body` with each value at a place that is not null, until it returns false. Returns false in that case.
  @discardableResult
  private func visit(
    _ steps: ArraySlice<JSONPath.Step>, of object: Int, _ text: Span<UInt8>, _ body: (Int) -> Bool
  ) -> Bool {
    guard let step = steps.first else { return isNull(object, text) || body(object) }
    var rest = steps.dropFirst()
    var member = self.member(step.key, of: object, text)
    if member == nil, !rest.isEmpty {
      member = self.member(step.rest, of: object, text)
      rest = []
    }
    guard let member else { return true }
    guard step.isArray else { return visit(rest, of: member, text, body) }
    guard nodes[member].kind == .array else { return true }
    for (element, _) in children(of: member) {
      if !visit(rest, of: element, text, body) { return false }
    }
    return true
  }

  private func isNull(_ index: Int, _ text: Span<UInt8>) -> Bool {
    nodes[index].kind == .word && text.byte(at: nodes[index].value.lowerBound) == UInt8(ascii: "n")
  }

  /// Returns the value of a key in an object, or in an array of objects that each have a `key` and a `value`.
  private func member(_ key: String, of index: Int, _ text: Span<UInt8>) -> Int? {
    guard nodes[index].kind == .array else { return member(key, of: index, in: text) }
    return namedValues(of: index, in: text).first { name, _ in
      name.count == key.utf8.count && text.hasText(key, at: name.lowerBound, before: name.upperBound)
    }?.value
  }

  /// Returns the keys and the values of an object, or of an array of objects that each have a `key` and a `value`.
  func namedValues(of index: Int, in text: Span<UInt8>) -> [(key: Range<Int>, value: Int)] {
    guard nodes[index].kind == .array else { return children(of: index).map { ($0.node.key, $0.index) } }
    var found: [(key: Range<Int>, value: Int)] = []
    for (element, _) in children(of: index) {
      guard let key = member("key", of: element, in: text), let value = member("value", of: element, in: text)
      else { continue }
      // The value of an attribute of OpenTelemetry is an object with one member: its type and the value.
      let isTyped = nodes[value].kind == .object && nodes[value].end > value + 1
      found.append((nodes[key].value, isTyped ? value + 1 : value))
    }
    return found
  }
}
