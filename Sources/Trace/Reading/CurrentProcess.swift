/// The process that an event belongs to: the one that its record names, or the nearest record above, unless the event is about
/// another process.
struct CurrentProcess {
  private var processes = WordTable()
  private var known = ProcessRegistry()
  private var newest = LastSender()
  /// The owner of what the newest process tells of itself, if that was asked for and nothing has changed since.
  private var settled: (owner: Event.Owner?, number: Int)?
  /// The owners of events, in the order of their first events; and the newest owner.
  private var numbers: [Event.Owner: Int] = [:]
  private var newestNumber: (owner: Event.Owner, number: Int)?

  /// The names of the processes that an event belonged to.
  var names: [String] { (0..<processes.count).map { processes[$0] } }

  /// Whether a line has named a process.
  private(set) var haveNamed = false

  /// Notes the process that the header of the next line names.
  @inline(__always)
  mutating func noteProcess(_ line: Span<UInt8>, _ process: Range<Int>?, _ pid: Int?) {
    if process != nil || pid != nil, newest.update(line, process, pid) {
      settled = nil
      haveNamed = true
    }
  }

  /// The owner of an event at the newest line.
  mutating func owner(of event: Event, _ line: Span<UInt8>) -> Event.Owner? {
    let owner = known.owner(newest.owner(&processes), hasName: newest.hasName)
    guard let subject = event.subject else { return owner }
    settled = nil
    return known.owner(of: subject, line, &processes)
  }

  /// Gives an event at the newest line its owner.
  mutating func setOwner(of event: inout Event, _ line: Span<UInt8>) {
    event.owner = owner(of: event, line)
    event.ownerNumber = event.owner.map { number(of: $0) } ?? 0
  }

  /// The same of an event that its process tells of itself.
  @inline(__always)
  mutating func setOwnOwner(of event: inout Event, _ line: Span<UInt8>) {
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

  /// The process that the newest record names, of those that name one.
  private struct LastSender {
    private var name: [UInt8] = []
    private var pid: Int?
    private var process: ProcessID?
    var hasName: Bool { !name.isEmpty }

    /// Whether it is another one than before.
    @inline(__always)
    mutating func update(_ line: Span<UInt8>, _ name: Range<Int>?, _ pid: Int?) -> Bool {
      let hasNumber = self.pid == pid
      self.pid = pid
      // Android's log mostly tells only the number; the name is then empty.
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
