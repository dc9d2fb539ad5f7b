/// Whose each event is: that of the nearest record above or at its line that names a process, if it is not told of
/// another.
struct Owners {
  private var processes = WordTable()
  private var known = KnownProcesses()
  private var newest = Teller()

  /// The names of the processes that an event belonged to.
  var names: [String] { (0..<processes.count).map { processes[$0] } }

  /// Takes in what the header of the next line names.
  @inline(__always)
  mutating func note(_ line: Span<UInt8>, _ process: Range<Int>?, _ pid: Int?) {
    if process != nil || pid != nil { newest.note(line, process, pid) }
  }

  /// The owner of an event at the newest line.
  mutating func owner(of event: borrowing Event, _ line: Span<UInt8>) -> Event.Owner? {
    let owner = known.owner(newest.owner(&processes), hasName: newest.hasName)
    guard let subject = event.subject else { return owner }
    return known.owner(of: subject, line, &processes)
  }

  /// The process that the newest record with one names.
  private struct Teller {
    private var name: [UInt8] = []
    private var pid: Int?
    private var process: ProcessID?
    var hasName: Bool { !name.isEmpty }

    @inline(__always)
    mutating func note(_ line: Span<UInt8>, _ name: Range<Int>?, _ pid: Int?) {
      self.pid = pid
      // Android's log mostly tells only the number; the name is then empty.
      let name = line.extracting(name ?? 0..<0)
      guard !name.isEqual(to: self.name.span) else { return }
      process = nil
      self.name.removeAll(keepingCapacity: true)
      self.name.append(name)
    }

    mutating func owner(_ processes: inout WordTable) -> Event.Owner? {
      guard !name.isEmpty || pid != nil else { return nil }
      let process = process ?? ProcessID(processes.insert(name.span, name.indices))
      self.process = process
      return Event.Owner(process: process, pid: pid)
    }
  }
}
