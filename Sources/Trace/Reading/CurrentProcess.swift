/// Finds the process that an event belongs to: the one that its record names, or else the one that the nearest record above
/// names. An event about another process belongs to that process.
struct CurrentProcess {
  private var processes = WordTable()
  private var known = ProcessRegistry()
  private var newest = LastSender()
  /// The owner of events that the newest process logs about itself; nil if it is not determined yet, or may have changed.
  private var settled: (owner: Event.Owner?, number: Int)?
  /// The number of each owner, in the order of their first events; and the newest owner.
  private var numbers: [Event.Owner: Int] = [:]
  private var newestNumber: (owner: Event.Owner, number: Int)?

  /// The app whose events are read; nil for all apps.
  var app: AppSelection?
  /// Whether each process may be of that app, by `ProcessID`; nil if that is not known yet.
  private var areIncluded: [Bool?] = []
  /// Whether each process is of that app, by pid. Android's log mostly has only the pid; an event about the process names it.
  private var arePidsIncluded: [Int: Bool] = [:]

  /// Whether an event with an owner belongs to another app than the one whose events are read.
  @inline(__always)
  mutating func isOfOtherApp(_ event: Event, _ line: Span<UInt8>) -> Bool {
    app != nil && isExcluded(event, line)
  }

  @inline(never)
  private mutating func isExcluded(_ event: Event, _ line: Span<UInt8>) -> Bool {
    guard let app, let process = event.owner?.process.rawValue, !app.logEvents.contains(event.id) else {
      return false
    }
    if let subject = event.subject, let name = subject.process {
      let isIncluded = app.mayInclude(String(decoding: [UInt8](line.extracting(name)), as: UTF8.self))
      if let pid = subject.pid { arePidsIncluded[pid] = isIncluded }
      return !isIncluded
    }
    // The line is about a process that it does not name.
    if let subject = event.subject, subject.pid == nil { return true }
    if let pid = event.owner?.pid, let isIncluded = arePidsIncluded[pid] { return !isIncluded }
    while areIncluded.count <= process { areIncluded.append(nil) }
    let isIncluded = areIncluded[process] ?? app.mayInclude(name(of: process))
    areIncluded[process] = isIncluded
    return !isIncluded
  }

  /// The names of the processes that an event belonged to.
  var names: [String] { (0..<processes.count).map(name) }

  /// The run of an app, which a document names, is not part of the name.
  private func name(of process: Int) -> String { String(processes[process].prefix { $0 != "\0" }) }

  /// Whether a line has named a process.
  private(set) var hasNamedProcess = false

  /// Notes the process that the header of a line names.
  @inline(__always)
  mutating func noteProcess(_ line: Span<UInt8>, _ process: Range<Int>?, _ pid: Int?) {
    if process != nil || pid != nil, newest.update(line, process, pid) {
      settled = nil
      hasNamedProcess = true
    }
  }

  /// Returns the owner of an event in the newest line.
  mutating func owner(of event: Event, _ line: Span<UInt8>) -> Event.Owner? {
    let owner = known.owner(newest.owner(&processes), hasName: newest.hasName)
    guard let subject = event.subject else { return owner }
    settled = nil
    return known.owner(of: subject, line, &processes)
  }

  /// Notes the name and the number of the process that a line is about.
  mutating func noteSubject(of event: Event, _ line: Span<UInt8>) {
    if event.subject != nil { _ = owner(of: event, line) }
  }

  /// Sets the owner of an event in the newest line.
  mutating func setOwner(of event: inout Event, _ line: Span<UInt8>) {
    event.owner = owner(of: event, line)
    event.ownerNumber = event.owner.map { number(of: $0) } ?? 0
  }

  /// Sets the owner of an event that a process logs about itself. This is fast, because the owner is mostly known.
  @inline(__always)
  mutating func setSenderAsOwner(of event: inout Event, _ line: Span<UInt8>) {
    if settled == nil { settle(&event, line) }
    guard let settled else { return }
    event.owner = settled.owner
    event.ownerNumber = settled.number
  }

  @inline(never)
  private mutating func settle(_ event: inout Event, _ line: Span<UInt8>) {
    setOwner(of: &event, line)
    settled = (event.owner, event.ownerNumber)
  }

  private mutating func number(of owner: Event.Owner) -> Int {
    if let newestNumber, newestNumber.owner == owner { return newestNumber.number }
    let number = numbers[owner] ?? numbers.count + 1
    numbers[owner] = number
    newestNumber = (owner, number)
    return number
  }

  /// The process of the newest record that names one.
  private struct LastSender {
    private var name: [UInt8] = []
    private var pid: Int?
    private var process: ProcessID?
    var hasName: Bool { !name.isEmpty }

    /// Stores the process that a record names. Returns whether it differs from the previous one.
    @inline(__always)
    mutating func update(_ line: Span<UInt8>, _ name: Range<Int>?, _ pid: Int?) -> Bool {
      let hasNumber = self.pid == pid
      self.pid = pid
      // Most records of Android's log have only the number; the name is then empty.
      let name = line.extracting(name ?? 0..<0)
      guard !name.isEqual(to: self.name.span) else { return !hasNumber }
      process = nil
      self.name.removeAll(keepingCapacity: true)
      self.name.append(name)
      return true
    }

    mutating func owner(_ processes: inout WordTable) -> Event.Owner? {
      guard !name.isEmpty || pid != nil else { return nil }
      let process = process ?? ProcessID(processes.insert(name.span, name.indices))
      self.process = process
      return Event.Owner(process: process, pid: pid)
    }
  }
}
